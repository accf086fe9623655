import { describe, expect, test } from 'vitest';
import { SearchResultSchema } from '../../shared/api/search.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { bearer, newKey } from '../helpers/builders/api-keys.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { LINE_SPLITTER, setUpDocumentStoreSuite, TEXT_LOADER } from '../helpers/servers/document-store-suite.ts';
import { localTokenOf } from '../helpers/servers/local-token.ts';

const suite = setUpDocumentStoreSuite();

/** Fills the collections, so that what one of them says is rare. */
const OTHERS = Array.from({ length: 12 }, (_, at) => `Row ${at}: potatoes, beans and plot number ${at}.`);

/** Longer than all that {@link OTHERS} say. */
const ABOUT_BEES =
  'The wild bees that live in the belfry are of the dark kind. They came eleven years ago, when the louvres were mended, and the sexton has let them be.';
const LONG = Array.from(
  { length: 40 },
  (_, at) => `Year ${at}. ${'The bells of the church were rung for the harvest. '.repeat(14)}`,
);

async function filledFlow(
  text: string,
  store: Record<string, unknown> = {},
  others: readonly string[] = OTHERS,
): Promise<string> {
  const { id } = await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, store }));
  const files = [text, ...others].map((content, at) => ({ name: `${at}.txt`, content }));
  await suite.api.upsert(id, files);
  return id;
}

async function filledStore(text: string): Promise<string> {
  const id = await suite.newStore();
  await suite.stores.upload(`/upsert/${id}`, [{ name: 'a.txt', content: [text, ...OTHERS].join('\n') }], {
    loader: JSON.stringify(TEXT_LOADER),
    splitter: JSON.stringify(LINE_SPLITTER),
  });
  return id;
}

async function search(body: object, headers: Record<string, string> = {}) {
  const answer = await suite.api.json('POST', '/search', body, headers);
  expect(answer).toMatchObject({ status: 200 });
  return SearchResultSchema.parse(answer.body);
}

describe('relevance', () => {
  test.each(['keyword', 'vector', 'hybrid'] as const)('is in every answer, from 0 to 1: %s', async (mode) => {
    const flow = await filledFlow('The swarm of wild bees moved into the belfry.');
    const { docs } = await suite.api.query(flow, { query: 'Where did the swarm of wild bees move?', mode, topK: 20 });
    const relevances = docs.map(({ relevance }) => relevance);
    expect(relevances.length).toBeGreaterThan(0);
    for (const relevance of relevances) expect(relevance >= 0 && relevance <= 1).toBe(true);
    expect(docs.find(({ pageContent }) => pageContent.includes('bees'))?.relevance).toBeGreaterThan(0.5);
    expect(docs[0]).not.toHaveProperty('similarity');
  });

  test('is the same for a passage among few short ones, among many long ones, and beside one that has the same words', async () => {
    const query = 'Which wild bees live in the belfry?';
    const relevanceIn = async (others: readonly string[]) => {
      const flow = await filledFlow(ABOUT_BEES, {}, others);
      const { docs } = await suite.api.query(flow, { query, mode: 'keyword', topK: 50 });
      return docs.find(({ pageContent }) => pageContent === ABOUT_BEES)?.relevance ?? 0;
    };
    const among = [
      OTHERS.slice(0, 3),
      LONG,
      ['Wild bees live in a belfry, they say.', ...LONG],
      ['Which? Wild bees in the belfry.'],
    ];
    const relevances = [];
    for (const others of among) relevances.push(await relevanceIn(others));
    expect(new Set(relevances)).toEqual(new Set(relevances.slice(0, 1)));
    expect(relevances[0]).toBeGreaterThan(0.5);
  });

  test('is high for what has the rare words of the question, and low for what has none', async () => {
    const flow = await filledFlow('The swarm of wild bees moved into the belfry.');
    const ask = async (query: string) => (await suite.api.query(flow, { query, mode: 'keyword' })).docs[0]?.relevance;
    expect(await ask('wild bees belfry')).toBeGreaterThan(0.5);
    expect((await ask('Who mended the clock of the plot?')) ?? 0).toBeLessThan(0.1);
    const storeId = await filledStore('The swarm of wild bees moved into the belfry.');
    const [hit] = (await suite.stores.query(storeId, { query: 'wild bees belfry' })).docs;
    expect(hit?.relevance).toBeGreaterThan(0.5);
  });
});

describe('one question to several owners', () => {
  test('is answered from flows and document stores in one ranking, by relevance', async () => {
    const [right, wrong] = [await filledFlow('The heron nests in the old mill.'), await filledFlow('Plot lists.')];
    const store = await filledStore('A heron was seen at the mill pond.');
    const owners = [wrong, right, store];
    const question = { query: 'heron nests old mill', owners, mode: 'keyword' };
    const { docs, unanswered, timeTaken } = await search(question);
    expect(unanswered).toEqual([]);
    expect(timeTaken).toBeGreaterThan(0);
    expect(docs.map(({ owner, pageContent }) => [owner, pageContent])).toEqual([
      [{ id: right, kind: 'chatflow', name: 'Test flow' }, 'The heron nests in the old mill.'],
      [expect.objectContaining({ id: store, kind: 'documentStore' }), 'A heron was seen at the mill pond.'],
    ]);
    const relevances = docs.map(({ relevance }) => relevance);
    expect(relevances).toEqual(relevances.toSorted((a, b) => b - a));
    expect((await search({ ...question, topK: 1 })).docs).toHaveLength(1);
    const filtered = await search({ ...question, filter: { source: '0.txt' } });
    expect(filtered.docs.map(({ owner }) => owner.id)).toEqual([right]);
  });

  test('puts the right passage first, whatever it stands among', async () => {
    const right = await filledFlow(ABOUT_BEES, {}, OTHERS.slice(0, 3));
    const wrong = await filledFlow('Bees live here.', {}, LONG);
    const { docs } = await search({
      query: 'Which wild bees live in the belfry?',
      owners: [wrong, right],
      mode: 'keyword',
    });
    expect(docs[0]).toMatchObject({ owner: { id: right }, pageContent: ABOUT_BEES });
    expect(docs.find(({ owner }) => owner.id === wrong)?.relevance).toBeLessThan((docs[0]?.relevance ?? 0) - 0.2);
  });

  test.each(['hybrid', 'vector'])(
    'puts what has a word of the question before what has none, in the shortest passages: %s',
    async (mode) => {
      const owners: string[] = [];
      for (const content of ['`Content-Type` is an empty', 'A plugin without tests will']) {
        const { id } = await suite.api.createFlow(makeFlow());
        await suite.api.upsert(id, [{ name: 'a.txt', content }]);
        owners.push(id);
      }
      const query = 'Why do I need to repeat withTypeProvider in nested plugins?';
      const { docs } = await search({ query, owners, mode });
      expect(docs.map(({ owner }) => owner.id)).toEqual(owners.toReversed());
    },
  );

  test('goes to all that hold something, and a passage that flows share comes once', async () => {
    const collection = 'shared-kestrels';
    const first = await filledFlow('Kestrels hover over the meadow.', { collection });
    await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, store: { collection } }));
    const { docs } = await search({ query: 'kestrels hover meadow', mode: 'keyword', topK: 1000 });
    expect(
      docs.filter(({ pageContent }) => pageContent.includes('Kestrels')).map(({ owner }) => owner.id),
    ).toHaveLength(1);
    expect(docs.some(({ owner }) => owner.id === first || owner.kind === 'chatflow')).toBe(true);
  });

  test('says who could not answer, and why', async () => {
    const right = await filledFlow('Lapwings call at dusk.');
    const { memoryVectorStore } = nodeDefinitions;
    const memory = await suite.api.createFlow(
      makeFlow({ basepath: suite.fake.basepath, storeNode: memoryVectorStore }),
    );
    const empty = await suite.api.createFlow({ nodes: [], edges: [] });
    const owners = [right, memory.id, empty.id];
    const { docs, unanswered } = await search({ query: 'lapwings dusk', owners, mode: 'keyword' });
    expect(docs[0]).toMatchObject({ owner: { id: right } });
    expect(unanswered.map(({ id, code }) => [id, code]).toSorted()).toEqual(
      [
        [memory.id, 'INVALID_INPUT'],
        [empty.id, 'NO_VECTOR_STORE'],
      ].toSorted(),
    );
    expect(await suite.api.json('POST', '/search', { query: 'x', owners: ['nobody'] })).toMatchObject({
      status: 404,
      body: {
        code: 'CHATFLOW_NOT_FOUND',
        message: expect.stringContaining('neither a chatflow nor a document store of this id'),
      },
    });
    expect(await suite.api.json('POST', '/search', { query: 'x', owners: 'all' })).toMatchObject({ status: 400 });
  });

  test('takes the weight of meaning, and refuses what it does not know, by name', async () => {
    const owners = [await filledFlow('Dippers bob on the stones.')];
    const question = { query: 'dippers stones', owners, mode: 'hybrid' };
    const scoreOf = async (hybridWeight: number) => (await search({ ...question, hybridWeight })).docs[0]?.score ?? 0;
    expect(await scoreOf(5)).toBeGreaterThan(await scoreOf(0));
    expect(await suite.api.json('POST', '/search', { ...question, stopNodeId: 'hnsw_0' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: "The body can't be used: it takes no stopNodeId." },
    });
  });

  test('counts against the rate limit of each flow', async () => {
    const flow = makeFlow({ basepath: suite.fake.basepath });
    const limit = { rateLimit: { status: true, limitMax: 1, limitDuration: 600, limitMsg: 'Too often.' } };
    const apiConfig = JSON.stringify({ ...JSON.parse(makeApiConfig({})), ...limit });
    const { id } = await suite.api.createFlow(flow, apiConfig);
    const ask = () => search({ query: 'x', owners: [id] });
    expect((await ask()).unanswered).toEqual([]);
    expect((await ask()).unanswered).toMatchObject([{ id, code: 'RATE_LIMITED', message: 'Too often.' }]);
  });

  test('leaves out flows that are bound to a key which the call lacks, and refuses to ask them by name', async () => {
    const word = 'whimbrelword';
    const id = await filledFlow(`The ${word} stands in the pond.`);
    const key = await newKey(suite.api);
    const own = bearer(key.apiKey);
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: key.id });
    const body = { query: word, mode: 'keyword', topK: 1000 };
    const found = async (headers: Record<string, string>) =>
      JSON.stringify((await search(body, headers)).docs).includes(word);
    expect([await found({}), await found(own)]).toEqual([false, true]);
    expect(await found({ 'x-tributary-token': localTokenOf(suite.server.dataDir) })).toBe(true);
    expect(await suite.api.json('POST', '/search', { ...body, owners: [id] })).toMatchObject({ status: 401 });
    expect((await search({ ...body, owners: [id] }, own)).docs).toMatchObject([{ owner: { id } }]);
  });
});
