import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { fakeVector } from './fake-openai.ts';
import { listenOnFreePort } from './listen-on-free-port.ts';

const LENGTH = 6;
const TextsSchema = z.array(z.string());
const GoogleSchema = z.array(
  z.object({
    model: z.string().startsWith('models/'),
    content: z.object({ parts: z.tuple([z.object({ text: z.string() })]) }),
  }),
);

/** One request as the fake received it. */
export interface ServiceCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A scripted answer; undefined lets the service answer as usual. */
export type ServiceReply = { readonly status: number; readonly body: unknown } | 'hang' | undefined;

function embed(texts: unknown): number[][] {
  return TextsSchema.parse(texts).map((text) => Array.from(fakeVector(text, LENGTH)));
}

function base64Of(vector: readonly number[]): string {
  return Buffer.from(new Float32Array(vector).buffer).toString('base64');
}

/** The answer format of OpenAI, and of services that adopted it. */
function listOf(embeddings: readonly unknown[]) {
  return { object: 'list', data: embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding })) };
}

/** A model of Google whose prompts are part of the text; here the vector is that of the text alone. */
function withoutPrompt(text: string): string {
  return text.replace(/^(?:title: none \| text|task: [\w ]+ \| query): /, '');
}

/** How each service answers, by path prefix, according to its documentation. */
const services: readonly (readonly [path: string, answer: (call: ServiceCall) => unknown])[] = [
  ['/api/embed', ({ body }) => ({ model: body.model, embeddings: embed(body.input), total_duration: 1 })],
  ['/v2/embed', ({ body }) => ({ id: '1', texts: body.texts, embeddings: { float: embed(body.texts) } })],
  ['/openai/deployments/', ({ body }) => listOf(embed(body.input).map(base64Of))],
  [
    '/v1beta/models/',
    ({ body }) => {
      const texts = GoogleSchema.parse(body.requests).map(({ content }) => withoutPrompt(content.parts[0].text));
      return { embeddings: embed(texts).map((values) => ({ values })) };
    },
  ],
  ['/mistral/v1/embeddings', ({ body }) => listOf(embed(body.input))],
  ['/voyage/v1/embeddings', ({ body }) => listOf(embed(body.input).map(base64Of))],
  ['/jina/v1/embeddings', ({ body }) => listOf(embed(body.input))],
  // A model without pooling: two tokens per text, whose mean is the vector.
  [
    '/tokens',
    ({ body }) => embed(body.inputs).map((vector) => [vector.map((n) => n + 0.5), vector.map((n) => n - 0.5)]),
  ],
  ['/', ({ body }) => embed(body.inputs)],
];

/** The vector that every fake service returns for a text. */
export function serviceVector(text: string): Float32Array {
  return fakeVector(text, LENGTH);
}

async function readCall(request: IncomingMessage): Promise<ServiceCall> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const { method = '', url = '', headers } = request;
  return {
    method,
    url,
    headers,
    body: z.record(z.string(), z.unknown()).parse(JSON.parse(String(Buffer.concat(parts)))),
  };
}

/** A local server with the APIs of Ollama, Cohere, Azure OpenAI, Google, Mistral, Voyage, Jina and Hugging Face's feature extraction. */
export async function startFakeEmbeddingServices(
  reply: (call: ServiceCall, number: number) => ServiceReply = () => undefined,
) {
  const calls: ServiceCall[] = [];
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    calls.push(call);
    const scripted = reply(call, calls.length);
    if (scripted === 'hang') return;
    const usual = services.find(([path]) => call.url.startsWith(path))?.[1];
    const { status, body } = scripted ?? { status: 200, body: usual?.(call) };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { origin, close } = await listenOnFreePort(server);
  return { origin, calls, close };
}
