import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listenOnFreePort } from './listen-on-free-port.ts';

/** A form as the fake received it. */
export interface FakeUnstructuredCall {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly headers: IncomingHttpHeaders;
  readonly fileName: string;
  readonly bytes: number;
  /** Fields besides the file; repeated values are joined by commas. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A scripted answer: a status with a body (text is sent unchanged), pieces that are sent one by one, no answer at all, or a cut connection. */
export type FakeUnstructuredReply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | { readonly pieces: Iterable<string> }
  | 'hang'
  | 'drop';

export interface FakeUnstructuredOptions {
  /** Calls without this key are refused. */
  readonly apiKey?: string;
  /** Answers single calls itself; undefined leaves the answer to the fake. */
  readonly reply?: (call: FakeUnstructuredCall) => FakeUnstructuredReply | undefined;
}

export interface FakeUnstructured {
  /** With its path, as the node expects it. */
  readonly url: string;
  readonly calls: readonly FakeUnstructuredCall[];
  close(): Promise<void>;
}

const PATH = '/general/v0/general';

/** The paragraphs of a text as the server sees them: a short one without a full stop is a title. A form feed starts a page. */
function fakeElements(text: string, fileName: string): unknown[] {
  return text.split('\f').flatMap((page, index) =>
    page
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== '')
      .map((paragraph, number) => ({
        type: paragraph.length < 40 && !paragraph.includes('.') ? 'Title' : 'NarrativeText',
        element_id: `${index}-${number}`,
        text: paragraph.trim(),
        metadata: { filename: fileName, filetype: 'text/plain', languages: ['eng'], page_number: index + 1 },
      })),
  );
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function readForm(request: IncomingMessage): Promise<FormData> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(parts), { headers }).formData();
}

/**
 * Starts a local server with the partition call of the Unstructured API on a free port: it splits the file's text into {@link fakeElements}, for any
 * kind of file, and refuses a form without a file like the real server.
 */
export async function startFakeUnstructured(options: FakeUnstructuredOptions = {}): Promise<FakeUnstructured> {
  const calls: FakeUnstructuredCall[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST' || request.url !== PATH) return send(response, 404, { detail: 'Not Found' });
    const form = await readForm(request);
    const file = form.get('files');
    if (!(file instanceof File)) {
      return send(response, 422, { detail: [{ loc: ['body', 'files'], msg: 'Field required', type: 'missing' }] });
    }
    const names = [...new Set(form.keys())].filter((name) => name !== 'files');
    const fields = Object.fromEntries(names.map((name) => [name, form.getAll(name).join(',')]));
    const call = {
      number: calls.length + 1,
      headers: request.headers,
      fileName: file.name,
      bytes: file.size,
      fields,
    };
    calls.push(call);
    const key = request.headers['unstructured-api-key'];
    if (options.apiKey !== undefined && key !== options.apiKey) {
      return send(response, 401, { detail: `API key ${key === undefined ? 'is missing' : 'is not known'}` });
    }
    const scripted = options.reply?.(call);
    if (scripted === 'hang') return;
    if (scripted === 'drop') return void request.socket.destroy();
    if (scripted === undefined) return send(response, 200, fakeElements(await file.text(), file.name));
    if ('pieces' in scripted) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return pipeline(Readable.from(scripted.pieces, { objectMode: true }), response);
    }
    send(response, scripted.status, scripted.body, scripted.headers);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, { detail: String(error) });
    });
  });
  const { origin, close } = await listenOnFreePort(server);
  return { url: `${origin}${PATH}`, calls, close };
}
