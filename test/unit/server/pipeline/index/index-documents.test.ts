import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { indexBatches, noCounts } from '../../../../../electron/server/pipeline/index/index-documents.ts';
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
