import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../../../electron/server/core/embedding-model.ts';
import {
  type BatchProgress,
  indexBatches,
  noCounts,
} from '../../../../../electron/server/pipeline/index/index-documents.ts';
import { withIndex } from '../../../../../electron/server/pipeline/with-index.ts';
import { makeChunkBatch } from '../../../../helpers/builders/chunk-batch.ts';
import { createTestIndex, planSink, type TestIndex, type TestSink } from '../../../../helpers/builders/test-index.ts';

const { signal } = new AbortController();
const BATCHES = 12;

let index: TestIndex;
beforeEach(() => {
  index = createTestIndex();
});
afterEach(() => index.close());

async function* batches() {
  for (let no = 0; no < BATCHES; no += 1) {
    yield makeChunkBatch(Array.from({ length: 20 }, (_, row) => ({ content: `Row ${no * 20 + row}.` })));
  }
}

/** @returns in which turn of the event loop each batch was written */
async function run(sink: TestSink, runSeq: number): Promise<number[]> {
  const use = { plan: planSink(sink), ownerId: 'owner', runSeq, signal, onWait: () => undefined };
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const count = async () => {
    for (; !isOver; turn += 1) await nextTurn();
  };
  const counting = count();
  await withIndex(use, index.deps, async ({ writer }) => {
    const target = { writer, model: index.model, embeddings: index.deps.embeddings };
    await indexBatches(batches(), target, noCounts(), { signal, onBatch: () => turns.push(turn) });
  });
  isOver = true;
  await counting;
  return turns;
}

test.each([
  { store: 'memoryVectorStore' },
  { store: 'memoryVectorStore', cleanup: 'incremental' },
  { store: 'hnsw' },
  { store: 'hnsw', cleanup: 'incremental' },
] as const)('the event loop turns between two batches whose vectors are all there: %o', async (sink) => {
  await run(sink, 1);
  const turns = await run(sink, 2);
  expect(turns).toHaveLength(BATCHES);
  expect(new Set(turns).size).toBe(BATCHES);
});

test('a model that takes its time has its batches committed in pieces, and what is known in one', async () => {
  const use = {
    plan: planSink({ store: 'hnsw', cleanup: 'incremental' }),
    ownerId: 'owner',
    signal,
    onWait: () => undefined,
  };
  const runs = [1, 2].map((runSeq) => async () => {
    const added: number[] = [];
    const counts = noCounts();
    await withIndex({ ...use, runSeq }, index.deps, async ({ writer }) => {
      const target = { writer, model: { ...index.model, commitSize: 8 }, embeddings: index.deps.embeddings };
      const onBatch = ({ addedIndexes }: BatchProgress) => added.push(addedIndexes.length);
      await indexBatches(batches(), target, counts, { signal, onBatch });
    });
    return { added, counts };
  });
  const [first, second] = [await runs[0]?.(), await runs[1]?.()];
  expect(first?.added).toEqual(Array.from({ length: BATCHES }, () => [8, 8, 4]).flat());
  expect(first?.counts).toEqual({ ...noCounts(), numAdded: BATCHES * 20 });
  expect(second?.added).toEqual(Array.from({ length: BATCHES }, () => 0));
  expect(second?.counts).toEqual({ ...noCounts(), numSkipped: BATCHES * 20 });
});

test('what was committed before a text that can not be embedded stays, and nothing works on behind the error', async () => {
  const use = { plan: planSink({ store: 'hnsw' }), ownerId: 'owner', runSeq: 1, signal, onWait: () => undefined };
  const counts = noCounts();
  let working = 0;
  const model: EmbeddingModel = {
    ...index.model,
    commitSize: 8,
    async embedDocuments(texts, stop) {
      if (texts.includes('Row 30.')) throw new Error('This text is too much.');
      working += 1;
      for (let turn = 0; turn < Number(texts[0]?.match(/\d+/)); turn += 1) await nextTurn();
      working -= 1;
      return index.model.embedDocuments(texts, stop);
    },
  };
  const run = withIndex(use, index.deps, ({ writer }) =>
    indexBatches(batches(), { writer, model, embeddings: index.deps.embeddings }, counts, {
      signal,
      onBatch: () => undefined,
    }),
  );
  await expect(run).rejects.toThrow('This text is too much.');
  // The batch before, and the first piece of its own.
  expect(counts.numAdded).toBe(28);
  expect(working).toBe(0);
});
