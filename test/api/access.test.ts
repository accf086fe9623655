import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ContentSourcesSchema } from '../../shared/api/contents.ts';
import { FlowVersionSchema } from '../../shared/api/flow-versions.ts';
import { RunSchema } from '../../shared/api/runs.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { type OwnedIds, walkOperations } from '../helpers/contracts/owner-walk.ts';
import { setUpApiSuite } from '../helpers/servers/api-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';

const suite = setUpApiSuite({}, 'own');
const WORD = 'heronword';
const FILE = `${WORD}.txt`;
const SECOND = `${WORD}-gone.txt`;
/** Shows how flows are drawn and named, which a key does not guard. */
const DRAWN = [
  'listChatflows',
  'listChatflowNames',
  'getChatflow',
  'listChatflowsOfKey',
  'getFlowConfig',
  'listApiKeys',
  'listModels',
  'getChatflowStreaming',
  'getChatflowUploads',
  'getPublicChatflow',
  'getPublicChatbotConfig',
];

let owned: OwnedIds;
let own: Record<string, string>;
let other: Record<string, string>;
let otherKey: string;
/** What is kept of the flow, as its key shows it. */
let shown: readonly string[];

const flowOf = (store: Record<string, unknown> = {}) =>
  makeFlow({ basepath: suite.fake.basepath, store, records: { cleanup: 'incremental' } });

async function filledFlow(): Promise<string> {
  const { id } = await suite.api.createFlow(flowOf());
  const files = [FILE, SECOND].map((name) => ({ name, content: `The ${WORD} stands in the pond.` }));
  await suite.api.upsert(id, files);
  return id;
}

const withOwn = async (path: string) => {
  const answer = await suite.api.call('GET', path, { headers: own });
  expect(answer.status, path).toBe(200);
  return JSON.stringify(answer.body);
};

beforeAll(async () => {
  const { api } = suite;
  const [mine, theirs] = [await newKey(api), await newKey(api)];
  [own, other, otherKey] = [bearer(mine.apiKey), bearer(theirs.apiKey), theirs.apiKey];
  const [chatflow, binned] = [await filledFlow(), await filledFlow()];
  const [run] = z.array(RunSchema).parse((await api.get(`/runs?chatflowId=${chatflow}`)).body);
  const version = await api.json('POST', `/chatflows/${chatflow}/versions`, { name: 'Before', reason: 'request' });
  const feedback = await api.json('POST', '/feedback', {
    messageId: await api.makeMessage(chatflow),
    rating: 'THUMBS_UP',
    content: WORD,
  });
  await api.json('POST', '/leads', { chatflowid: chatflow, name: WORD });
  const questions = [{ question: `Where is the ${WORD}?`, sources: [FILE] }];
  await api.json('POST', '/test-questions', { ownerId: chatflow, questions });
  const { sources } = ContentSourcesSchema.parse((await api.get(`/contents/${chatflow}/sources`)).body);
  const gone = sources.find(({ name }) => name === SECOND)?.id ?? '';
  const removed = await api.call('DELETE', `/contents/${chatflow}/sources/${gone}`);
  for (const id of [chatflow, binned]) await api.json('PUT', `/chatflows/${id}`, { apikeyid: mine.id });
  expect((await api.call('POST', `/bin/chatflows/${binned}`, { headers: own })).status).toBe(200);
  const IdSchema = z.object({ id: z.coerce.string() });
  const feedbackId = IdSchema.parse(feedback.body).id;
  const runId = run?.id ?? '';
  owned = {
    ids: [chatflow, binned, runId, feedbackId],
    chatflow,
    run: runId,
    text: FILE,
    params: {
      versionId: FlowVersionSchema.parse(version.body).id,
      apikey: otherKey,
      pageNo: '1',
      editId: '1',
      sourceId: sources.find(({ name }) => name === FILE)?.id ?? '',
      removedId: IdSchema.parse(removed.body).id,
    },
  };
  shown = [`/chatflows/${chatflow}`, `/chatflows/${chatflow}/versions`, `/contents/${chatflow}/chunks`, '/bin'].concat(
    [`/contents/${chatflow}/removed`, `/contents/${chatflow}/edits`, `/upsert-history/${chatflow}`, `/runs/${runId}`],
    [
      `/test-questions?ownerId=${chatflow}`,
      `/feedback/${chatflow}`,
      `/chatmessage/${chatflow}`,
      `/leads/${chatflow}`,
      `/runs?chatflowId=${chatflow}`,
      '/bin/sources',
    ],
  );
});

describe('what belongs to a chatflow that is bound to a key', () => {
  test.each([
    ['no key', () => ({})],
    ['another key', () => other],
  ])('is shown, changed and deleted by no operation without that key: %s', async (_name, headersOf) => {
    const before = await Promise.all(shown.map(withOwn));
    expect(before.join()).toContain(WORD);
    const faults: string[] = [];
    for (const { operationId, method, path, body, isNamed } of walkOperations(owned)) {
      const answer = await (body === undefined
        ? suite.api.call(method, path, { headers: headersOf() })
        : suite.api.json(method, path, body, headersOf()));
      const text = JSON.stringify(answer.body).replaceAll(owned.text, (name) => (path.includes(name) ? '' : name));
      const isDrawn = DRAWN.includes(operationId);
      // A list of what an unknown id has is empty.
      const isRefused = [401, 403, 404].includes(answer.status) || text === '[]';
      const tells = text.includes(WORD) || (!isDrawn && !isRefused && owned.ids.some((id) => text.includes(id)));
      if (tells || (isNamed && !isDrawn && !isRefused)) faults.push(`${method} ${path}: ${answer.status} ${text}`);
    }
    expect(faults).toEqual([]);
    expect(await Promise.all(shown.map(withOwn))).toEqual(before);
  });

  test('is listed for calls with that key, and for the app itself', async () => {
    const lists = ['/runs', '/overview', '/bin', '/feedback', `/find/sources?text=${WORD}`, '/bin/sources'];
    for (const headers of [own, { 'x-tributary-token': localTokenOf(suite.server.dataDir) }]) {
      for (const path of lists) {
        const { body } = await suite.api.call('GET', path, { headers });
        expect(JSON.stringify(body), path).toContain(path === '/bin' ? owned.ids[1] : owned.chatflow);
        expect(JSON.stringify((await suite.api.get(path)).body), path).not.toContain(WORD);
      }
      const { body } = await suite.api.call('GET', `/runs/count?chatflowId=${owned.chatflow}`, { headers });
      expect(body).toEqual({ count: 1 });
    }
    expect((await suite.api.get(`/runs/count?chatflowId=${owned.chatflow}`)).body).toEqual({ count: 0 });
  });

  test.each(['/backups/tributary.db/restore', '/storage/clean-up'])(
    'is touched by what touches all only with its key: POST %s',
    async (path) => {
      const refused = { status: 401, body: { code: 'UNAUTHORIZED' } };
      expect(await suite.api.json('POST', path, { part: 'uploads' })).toMatchObject(refused);
      expect((await suite.api.json('POST', path, { part: 'uploads' }, own)).status).not.toBe(401);
    },
  );
});

describe("a bound chatflow's own collection", () => {
  const REFUSED = { status: 403, body: { code: 'COLLECTION_PRIVATE' } };

  test('is not for another flow that names it', async () => {
    const { id } = await suite.api.createFlow(flowOf({ collection: owned.chatflow }));
    const { api } = suite;
    const answers = [
      await api.json('POST', `/vector/query/${id}`, { query: WORD }),
      await api.upload(id, [{ name: 'a.txt', content: 'Mine.' }]),
      await api.get(`/contents/${id}`),
      await api.get(`/contents/${id}/map`),
      await api.get(`/contents/${id}/search?words=${WORD}`),
      await api.get(`/archives/${id}`),
    ];
    for (const answer of answers) expect(answer).toMatchObject(REFUSED);
    expect(JSON.stringify((await api.get(`/find/sources?text=${WORD}`)).body)).not.toContain(WORD);
    const overview = z
      .array(z.object({ ownerId: z.string(), chunks: z.int() }))
      .parse((await api.get('/overview')).body);
    expect(overview.find(({ ownerId }) => ownerId === id)).toMatchObject({ chunks: 0 });
  });

  test('is not for another flow that names it in memory', async () => {
    const { memoryVectorStore: storeNode } = nodeDefinitions;
    const collection = owned.chatflow;
    const { id } = await suite.api.createFlow(
      makeFlow({ basepath: suite.fake.basepath, storeNode, store: { collection } }),
    );
    const { api } = suite;
    expect(await api.json('POST', `/vector/query/${id}`, { query: WORD })).toMatchObject(REFUSED);
    expect(await api.upload(id, [{ name: 'a.txt', content: 'Mine.' }])).toMatchObject(REFUSED);
    expect(await api.get(`/contents/${id}/chunks`)).toMatchObject(REFUSED);
  });

  test('is not for a flow that names it for one call, nor for a document store', async () => {
    const { api } = suite;
    const apiConfig = makeApiConfig({ 'Text File': ['files'], hnsw_0: ['collection'] });
    const { id } = await api.createFlow(flowOf(), apiConfig);
    const overrideConfig = JSON.stringify({ collection: owned.chatflow });
    expect(await api.upload(id, [{ name: 'a.txt', content: 'Mine.' }], { overrideConfig })).toMatchObject(REFUSED);
    const store = {
      loader: { name: 'plainText', config: { text: 'Mine.' } },
      embedding: { name: 'openAIEmbeddings', config: { basepath: suite.fake.basepath } },
      vectorStore: { name: 'hnsw', config: { collection: owned.chatflow } },
    };
    const made = await api.json('POST', '/document-store/store', { name: 'Thief' });
    const { id: storeId } = z.object({ id: z.string() }).parse(made.body);
    expect(await api.json('POST', `/document-store/upsert/${storeId}`, store)).toMatchObject(REFUSED);
  });

  test('stays when a flow that names it is deleted', async () => {
    const { id } = await suite.api.createFlow(flowOf({ collection: owned.chatflow }));
    expect((await suite.api.call('DELETE', `/chatflows/${id}`)).status).toBe(200);
    expect(await withOwn(`/contents/${owned.chatflow}/chunks`)).toContain(WORD);
  });

  test('is its own still', async () => {
    const body = { query: WORD, mode: 'keyword' };
    const answer = await suite.api.json('POST', `/vector/query/${owned.chatflow}`, body, own);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain(WORD);
  });
});
