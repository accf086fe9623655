import { describe, expect, test, vi } from 'vitest';
import {
  type ContentMap,
  ContentMapSchema,
  MapAnswerSchema,
  MapChunksSchema,
  type ReadyMap,
} from '../../shared/api/content-map.ts';
import { ContentChunksSchema, ContentSourcesSchema } from '../../shared/api/contents.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { fields, paragraphs, setUpDocumentStoreSuite, UNKNOWN } from '../helpers/servers/document-store-suite.ts';

const suite = setUpDocumentStoreSuite();
const SPLITTER = { chunkSize: 100, chunkOverlap: 0 };

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${suite.server.url}/api/v1/contents/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}

async function ok(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await call(method, path, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

const ask = async (id: string, query = ''): Promise<ContentMap> =>
  ContentMapSchema.parse(await ok('GET', `${id}/map?${query}`));

/** The map as soon as it is drawn. */
async function drawn(id: string, query = ''): Promise<ReadyMap> {
  const first = await ask(id, query);
  if (first.state === 'READY') return first;
  return vi.waitFor(
    async () => {
      const map = await ask(id);
      if (map.state === 'READY') return map;
      throw new Error(`${map.step} ${map.fraction}`);
    },
    { timeout: 20_000, interval: 50 },
  );
}

async function emptyFlow(): Promise<string> {
  return (await suite.api.createFlow(makeFlow({ basepath: suite.fake.basepath, splitter: SPLITTER }))).id;
}

async function filledFlow(count = 20): Promise<string> {
  const id = await emptyFlow();
  await suite.api.upsert(id, [
    { name: 'b.txt', content: paragraphs(count, 'Beta') },
    { name: 'a.txt', content: paragraphs(count, 'Alpha') },
  ]);
  return id;
}

async function filledStore(count = 20): Promise<string> {
  const id = await suite.newStore();
  await suite.stores.upsert(id, [{ name: 'a.txt', content: paragraphs(count, 'Alpha') }], fields);
  await suite.stores.upsert(id, [{ name: 'b.txt', content: paragraphs(count, 'Beta') }], fields);
  return id;
}

describe.each([
  { kind: 'chatflow', fill: filledFlow },
  { kind: 'documentStore', fill: filledStore },
])('the map of a $kind', ({ fill }) => {
  test('has a point for each chunk, with its text and its chunk in the contents', async () => {
    const id = await fill();
    const map = await drawn(id);
    expect(map).toMatchObject({ chunks: 40, isCurrent: true, isPartial: false, method: 'UMAP' });
    expect(map.sources).toEqual([
      { name: 'a.txt', chunks: 20 },
      { name: 'b.txt', chunks: 20 },
    ]);
    const { ids, x, y, sources } = map.points;
    expect([new Set(ids).size, x.length, y.length, sources.length]).toEqual([40, 40, 40, 40]);
    expect(Math.max(...x.map(Math.abs), ...y.map(Math.abs))).toBe(1);
    const read = MapChunksSchema.parse(await ok('GET', `${id}/map/chunks?ids=${[ids[25], UNKNOWN, ids[3]].join(',')}`));
    expect(read.chunks.map(({ id: chunk }) => chunk)).toEqual([ids[25], ids[3]]);
    const [first] = read.chunks;
    expect(first).toMatchObject({ source: 'b.txt' });
    const { chunks } = ContentChunksSchema.parse(await ok('GET', `${id}/chunks?limit=200`));
    expect(chunks.find((chunk) => chunk.id === first?.contentsId)?.pageContent).toBe(first?.pageContent);
  });

  test('places a question at what answers it', async () => {
    const id = await fill();
    const { points } = await drawn(id);
    const answer = MapAnswerSchema.parse(
      await ok('POST', `${id}/map/question`, { question: paragraphs(1, 'Beta'), topK: 3 }),
    );
    const [best] = answer.chunks;
    expect(answer.chunks).toHaveLength(3);
    expect(best?.pageContent).toBe(paragraphs(1, 'Beta'));
    const at = points.ids.indexOf(best?.id ?? '');
    expect([best?.x, best?.y]).toEqual([points.x[at], points.y[at]]);
    expect(Math.hypot((best?.x ?? 9) - answer.x, (best?.y ?? 9) - answer.y)).toBeLessThan(0.01);
    expect(best?.contentsId).not.toBeNull();
  });
});

describe('a map', () => {
  test('is kept, says when the collection has changed, and is drawn again on demand', async () => {
    const id = await filledFlow();
    const first = await drawn(id);
    expect(await ask(id)).toEqual(first);
    await suite.api.upsert(id, [{ name: 'c.txt', content: paragraphs(3, 'Gamma') }]);
    expect(await ask(id)).toEqual({ ...first, isCurrent: false });
    const again = await drawn(id, 'fresh=true');
    expect(again).toMatchObject({ isCurrent: true, chunks: 43 });
  });

  test('is drawn once for all who ask, and the same each time', async () => {
    const id = await filledFlow();
    const asked = await Promise.all([ask(id), ask(id, 'fresh=true'), ask(id)]);
    expect(asked.every(({ state }) => state === 'DRAWING')).toBe(true);
    const { points } = await drawn(id);
    const { sources } = ContentSourcesSchema.parse(await ok('GET', `${id}/sources`));
    expect(sources).toHaveLength(2);
    const copy = await filledFlow();
    const { x, y } = (await drawn(copy)).points;
    expect([x, y]).toEqual([points.x, points.y]);
  });

  test('of nothing, of one chunk and of a few is drawn too', async () => {
    const id = await emptyFlow();
    expect(await drawn(id)).toMatchObject({ chunks: 0, sources: [], points: { ids: [] } });
    await suite.api.upsert(id, [{ name: 'a.txt', content: 'Alpha.' }]);
    expect(await drawn(id, 'fresh=true')).toMatchObject({ chunks: 1, method: 'PCA', points: { x: [0], y: [0] } });
    await suite.api.upsert(id, [{ name: 'b.txt', content: paragraphs(4) }]);
    expect(await drawn(id, 'fresh=true')).toMatchObject({ chunks: 5, method: 'PCA' });
  });

  test('stands when the model does not answer; the question says why not', async () => {
    const fake = await startFakeOpenAI({ dimensions: 32 });
    const { id } = await suite.api.createFlow(makeFlow({ basepath: fake.basepath, splitter: SPLITTER }));
    await suite.api.upsert(id, [{ name: 'a.txt', content: paragraphs(12, 'Alpha') }]);
    expect(await call('POST', `${id}/map/question`, { question: 'Early?' })).toMatchObject({ status: 400 });
    await fake.close();
    expect(await drawn(id)).toMatchObject({ chunks: 12 });
    const failed = await call('POST', `${id}/map/question`, { question: 'Where?' });
    expect(failed).toMatchObject({ status: 502, body: { code: 'SERVICE_FAILED' } });
    expect(await call('GET', `${UNKNOWN}/map`)).toMatchObject({ status: 404, body: { code: 'CHATFLOW_NOT_FOUND' } });
  });
});
