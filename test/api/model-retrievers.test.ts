import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AnswerRulesSchema } from '../../shared/api/answer-models.ts';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../helpers/builders/flows.ts';
import {
  type ChatReply,
  type ChatServiceCall,
  type FakeChatServices,
  startFakeChatServices,
} from '../helpers/fakes/fake-chat-services.ts';
import { listenOnFreePort } from '../helpers/fakes/listen-on-free-port.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';

const { hnsw, chatOllama, multiQueryRetriever, HydeRetriever, RRFRetriever, llmFilterRetriever } = nodeDefinitions;
const { cohereRerankRetriever, JinaRerankRetriever, voyageAIRerankRetriever } = nodeDefinitions;
/** Of which the fake embedding service gives vectors that are similar only to themselves. */
const BEES = 'Bees sleep in winter.';
const OWLS = 'Owls fly at night.';
const OTTERS = 'Otters hold hands. They sleep, too.';
const FILES = [BEES, OWLS, OTTERS].map((content, at) => ({ name: `${at}.txt`, content }));

const suite = setUpApiSuite();
let services: FakeChatServices;
let reply: (call: ChatServiceCall) => ChatReply;
let ranker: { readonly origin: string; close(): Promise<void> };
/** What the reranker was asked last, and what it answers. */
let asked: { readonly path: string; readonly key: string; readonly body: unknown };
let ranking: unknown;
let rankerStatus = 200;

beforeAll(async () => {
  services = await startFakeChatServices((call) => reply(call));
  ranker = await listenOnFreePort(
    createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(Buffer.from(piece));
      const body: unknown = JSON.parse(Buffer.concat(pieces).toString());
      asked = { path: request.url ?? '', key: request.headers.authorization ?? '', body };
      response.writeHead(rankerStatus, { 'content-type': 'application/json' }).end(JSON.stringify(ranking));
    }),
  );
});
afterAll(async () => {
  await services.close();
  await ranker.close();
});

const model = () => node(chatOllama, { baseUrl: `${services.origin}/ollama`, modelName: 'fake-model' });

/** A store with a retriever behind it, filled. */
async function filled(
  retriever: ReturnType<typeof node>,
  input: 'vectorStore' | 'baseRetriever',
  hasModel = true,
): Promise<string> {
  const flow = makeFlow({ basepath: suite.fake.basepath, store: { searchMode: 'keyword' } });
  const store = flow.nodes.find(({ data }) => data.name === hnsw.name);
  if (store === undefined) throw new Error('A flow without a store');
  const chat = model();
  const whole: FlowDocument = {
    nodes: [...flow.nodes, retriever, ...(hasModel ? [chat] : [])],
    edges: [...flow.edges, edge(store, retriever, input), ...(hasModel ? [edge(chat, retriever, 'model')] : [])],
  };
  const { id } = await suite.api.createFlow(whole);
  await suite.api.upsert(id, FILES);
  return id;
}

const found = async (id: string, query: string, more: object = {}) =>
  (await suite.api.query(id, { query, ...more })).docs.map(({ pageContent }) => pageContent);

const sent = () =>
  z.looseObject({ messages: z.array(z.object({ content: z.string() })) }).parse(services.calls.at(-1)?.body).messages;

describe('a retriever that asks a model', () => {
  test('multiQueryRetriever searches for the question in other words, too', async () => {
    const id = await filled(node(multiQueryRetriever), 'vectorStore');
    reply = () => ({ tokens: ['<questions>\n1. Which otters?\n', 'What do owls do?\n</questions>\nThanks'] });
    expect((await found(id, 'bees')).toSorted()).toEqual([BEES, OTTERS, OWLS]);
    expect(sent()[0]?.content).toContain('Question: bees');
    const own = await filled(node(multiQueryRetriever, { modelPrompt: 'Say {question} {{twice}}.' }), 'vectorStore');
    await found(own, 'bees');
    expect(sent()[0]?.content).toBe('Say bees {twice}.');
  });

  test('RRFRetriever puts first what most of the questions find, as many as it says', async () => {
    const id = await filled(node(RRFRetriever, { queryCount: '2', topK: '2' }), 'baseRetriever');
    reply = () => ({ tokens: ['- owls at night\n', '- otters that hold hands, and owls\n', '- one too many: bees'] });
    expect(await found(id, 'otters')).toEqual([OTTERS, OWLS]);
  });

  test('HydeRetriever finds by meaning what is like the passage that the model imagines', async () => {
    const id = await filled(node(HydeRetriever, { topK: '1', promptKey: 'fiqa' }), 'vectorStore');
    reply = () => ({ tokens: [OWLS] });
    expect(await found(id, 'What happens when it is dark?')).toEqual([OWLS]);
    expect(sent()[0]?.content).toMatch(/financial article[\s\S]*Question: What happens/);
    const wrong = await suite.api.json('POST', `/vector/query/${id}`, { query: 'x', mode: 'keyword' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', nodeId: 'HydeRetriever_0' } });
  });

  test('llmFilterRetriever keeps what the model copies of each passage, and no words of its own', async () => {
    const id = await filled(node(llmFilterRetriever), 'baseRetriever');
    reply = ({ body }) => {
      const text = JSON.stringify(body);
      if (text.includes('Otters')) return { tokens: ['They sleep, too.\n', 'I made this up.'] };
      return { tokens: [text.includes('Bees') ? 'They are tired.' : 'NO_OUTPUT'] };
    };
    expect((await found(id, 'Who does sleep? Owls?')).toSorted()).toEqual([BEES, 'They sleep, too.']);
  });

  test('names the model that fails', async () => {
    const id = await filled(node(multiQueryRetriever), 'vectorStore');
    reply = () => ({ status: 401, body: { error: { message: 'no' } } });
    const { status, body } = await suite.api.json('POST', `/vector/query/${id}`, { query: 'bees' });
    expect([status, body]).toMatchObject([502, { code: 'MODEL_REFUSED', nodeId: 'chatOllama_0' }]);
  });
});

describe('a retriever that has a service order passages', () => {
  const order = [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.4 },
    { index: 7, relevance_score: 0.1 },
  ];
  const inputs = (secret: string) => ({ [secret]: 'key-1', basepath: ranker.origin });

  test.each([
    ['cohereRerankRetriever', cohereRerankRetriever, 'cohereApiKey', { max_chunks_per_doc: 10 }],
    ['JinaRerankRetriever', JinaRerankRetriever, 'jinaAIAPIKey', { top_n: 4 }],
    ['voyageAIRerankRetriever', voyageAIRerankRetriever, 'apiKey', {}],
  ] as const)('%s', async (name, definition, secret, options) => {
    const id = await filled(node(definition, inputs(secret)), 'baseRetriever', false);
    rankerStatus = 200;
    ranking = name.startsWith('voyage') ? { data: order } : { results: order };
    const { docs } = await suite.api.query(id, { query: 'sleep' });
    expect(docs.map(({ score, relevance }) => [score, relevance])).toEqual([
      [0.9, 0.9],
      [0.4, 0.4],
    ]);
    const { documents } = z.looseObject({ documents: z.array(z.string()) }).parse(asked.body);
    expect(docs.map(({ pageContent }) => pageContent)).toEqual([documents[1], documents[0]]);
    expect(asked).toMatchObject({ path: '/rerank', key: 'Bearer key-1', body: { query: 'sleep', ...options } });
    expect(await found(id, 'sleep', { topK: 1 })).toHaveLength(1);
    rankerStatus = 401;
    const { status, body } = await suite.api.json('POST', `/vector/query/${id}`, { query: 'sleep' });
    expect([status, body]).toMatchObject([502, { code: 'SERVICE_FAILED', nodeId: `${name}_0` }]);
  });

  test('is asked for in the app before anything is stored', async () => {
    const id = await filled(node(cohereRerankRetriever, { cohereApiKey: 'key-1' }), 'baseRetriever', false);
    const headers = { 'x-tributary-token': localTokenOf(suite.server.dataDir), 'x-request-from': 'internal' };
    const host = 'api.cohere.com';
    const { models, ownerIds } = AnswerRulesSchema.parse((await suite.api.get(`/answer-rules/${id}`)).body);
    expect(models).toMatchObject([{ host, isAllowed: false }]);
    expect(ownerIds).toEqual([id]);
    const consentNeeded = { status: 422, body: { code: 'CONSENT_NEEDED', details: { host, ownerIds } } };
    const question = { question: 'sleep', chatId: 'reranked' };
    expect(await suite.api.json('POST', `/internal-prediction/${id}`, question, headers)).toMatchObject(consentNeeded);
    expect(await suite.api.messages(id, '?chatId=reranked')).toEqual([]);
    expect(await suite.api.json('POST', `/vector/query/${id}`, { query: 'sleep' }, headers)).toMatchObject(
      consentNeeded,
    );
    const { body } = await suite.api.json('PUT', `/answer-rules/${id}`, { allowedHosts: [host] }, headers);
    expect(AnswerRulesSchema.parse(body).models[0]?.isAllowed).toBe(true);
  });

  test('is refused where only models on this machine may be asked', async () => {
    const id = await filled(node(cohereRerankRetriever, { cohereApiKey: 'key-1' }), 'baseRetriever', false);
    const headers = { 'x-tributary-token': localTokenOf(suite.server.dataDir) };
    await suite.api.json('PUT', `/answer-rules/${id}`, { localModelsOnly: true }, headers);
    const { status, body } = await suite.api.json('POST', `/vector/query/${id}`, { query: 'sleep' });
    expect([status, body]).toMatchObject([422, { code: 'LOCAL_MODELS_ONLY', details: { host: 'api.cohere.com' } }]);
  });
});
