import { expect, onTestFinished, test } from 'vitest';
import {
  type CollectionQuery,
  findHits,
  type QuerySources,
  rankCollection,
} from '../../../../../electron/server/stores/local/query-collection.ts';
import { createHitReader } from '../../../../../electron/server/stores/local/read-chunks.ts';
import { ExactScan } from '../../../../../electron/server/stores/local/search/exact-scan.ts';
import type { RankedChunk } from '../../../../../electron/server/stores/local/search/top-k.ts';
import { idSetOf } from '../../../../helpers/builders/id-set.ts';
import { createVectorCollection } from '../../../../helpers/builders/vector-collection.ts';

const never = new AbortController().signal;

/** Without a graph; the question by meaning finds one chunk. */
function makeSources(words: readonly RankedChunk[] = [{ id: 1, score: 1 }]) {
  const asked: string[] = [];
  const sources: QuerySources = {
    async ask({ kind }) {
      asked.push(kind);
      return { chunks: kind === 'keyword' ? words : [{ id: 2, score: 1 }], unread: 0 };
    },
    searchGraph: async () => undefined,
  };
  return { asked, sources };
}

function hybrid(vector: Promise<Float32Array>, count = 2): CollectionQuery {
  const query = { text: 'bees', vector, topK: 2, mode: 'hybrid', hybridWeight: 1, filter: undefined } as const;
  return { collectionId: 1, count, model: { id: 'm', dimensions: 2 }, query, signal: never };
}

test('words are searched while the vector of the question is computed', async () => {
  const { asked, sources } = makeSources();
  const vector = Promise.withResolvers<Float32Array>();
  const ranked = rankCollection(sources, hybrid(vector.promise));
  await expect.poll(() => asked).toEqual(['keyword']);
  vector.resolve(Float32Array.of(1, 0));
  expect((await ranked).map(({ id }) => id).sort()).toEqual([1, 2]);
  expect(asked).toEqual(['keyword', 'scan']);
});

test('what a filter leaves out is told to the search by words', async () => {
  const unfit = idSetOf([7, 9]);
  const told: unknown[] = [];
  const sources: QuerySources = {
    async ask(question) {
      if (question.kind === 'keyword') told.push(question.unfit);
      return question.kind === 'unfit' ? { unfit } : { chunks: [{ id: 1, score: 1 }] };
    },
    searchGraph: async () => undefined,
  };
  const call = hybrid(Promise.resolve(Float32Array.of(1, 0)));
  await rankCollection(sources, { ...call, query: { ...call.query, filter: { kind: 'note' } } });
  await rankCollection(sources, call);
  expect(told).toEqual([unfit, undefined]);
});

test.each([
  ['leaves out what has only words that most passages have', 1.5, [1, 2]],
  ['keeps it where nothing else is found', 2e-6, [1, 3, 2]],
])('fusion %s', async (_, best, expected) => {
  const { sources } = makeSources([
    { id: 1, score: best },
    { id: 3, score: 1e-6 },
  ]);
  const call = hybrid(Promise.resolve(Float32Array.of(1, 0)));
  const ranked = await rankCollection(sources, { ...call, query: { ...call.query, hybridWeight: 0.5 } });
  expect(ranked.map(({ id }) => id)).toEqual(expected);
});

test.each([
  ['a collection', 2],
  ['an empty collection', 0],
])('a vector that could not be computed ends a question to %s with the reason', async (_, count) => {
  const { sources } = makeSources();
  const failed = Promise.reject(new Error('no model'));
  await expect(rankCollection(sources, hybrid(failed, count))).rejects.toThrow('no model');
});

test('the next best take the places of chunks that are deleted before they are read', async () => {
  const { add, store, reader, writes, collectionId, remove } = createVectorCollection({ id: 'm', dimensions: 2 });
  onTestFinished(remove);
  const uuids = add(Array.from({ length: 12 }, (_, no) => ({ content: `${no}`, vector: Float32Array.of(1, no / 9) })));
  const scan = new ExactScan(reader, { matrixBytes: 0 });
  let deletions = [uuids.slice(0, 4), uuids.slice(5, 6)];
  const sources: QuerySources = {
    async ask(question, signal) {
      if (question.kind !== 'scan') return {};
      const chunks = await scan.scan({ ...question, filter: undefined, signal });
      const [gone = [], ...later] = deletions;
      deletions = later;
      writes.deleteByIds(collectionId, gone);
      return { chunks };
    },
    searchGraph: async () => undefined,
  };
  const query = { text: '', topK: 5, mode: 'vector', hybridWeight: 1, filter: undefined } as const;
  const vector = Float32Array.of(1, 0);
  const call = {
    collectionId,
    count: 12,
    model: { id: 'm', dimensions: 2 },
    query: { ...query, vector },
    signal: never,
  };
  const found = async (topK: number) =>
    (await findHits(sources, { ...call, query: { ...call.query, topK } }, createHitReader(store.db))).map(
      ({ pageContent }) => pageContent,
    );
  expect(await found(5)).toEqual(['4', '6', '7', '8', '9']);
  // Of fewer chunks than asked all.
  expect(await found(50)).toHaveLength(7);
});
