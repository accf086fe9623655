import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BatchPart, HASH_BYTES, HASHES_PER_CHUNK } from '../../../../../electron/server/core/chunk.ts';
import type { EmbeddingModel } from '../../../../../electron/server/core/embedding-model.ts';
import type { ClassifiedBatch, KnownChunk } from '../../../../../electron/server/pipeline/index/classify-batch.ts';
import {
  type BatchProgress,
  cutClassified,
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

const KINDS = ['added', 'updated', 'moved', 'unchanged', 'renewed', 'repeated'] as const;
type Kind = (typeof KINDS)[number];

interface Row {
  readonly kind: Kind;
  /** Whether a file begins with it. */
  readonly isFirst: boolean;
}

function partsOf(rows: readonly Row[]): readonly BatchPart[] {
  const parts: { name: string; file: number; chunks: number }[] = [];
  for (const [index, { isFirst }] of rows.entries()) {
    if (isFirst || index === 0) parts.push({ name: `${parts.length}.txt`, file: parts.length, chunks: 0 });
    const last = parts.at(-1);
    if (last !== undefined) last.chunks += 1;
  }
  return parts;
}

function classified(rows: readonly Row[]): ClassifiedBatch {
  const made = makeChunkBatch(rows.map((_row, index) => ({ content: `Row ${index}.`, source: `${index % 3}.txt` })));
  const batch = { ...made, parts: partsOf(rows), seen: ['a.txt'], failures: [] };
  const indexesOf = (wanted: Kind) => rows.flatMap(({ kind }, index) => (kind === wanted ? [index] : []));
  const known = (kind: Kind): KnownChunk[] =>
    indexesOf(kind).map((index) => ({
      index,
      record: {
        recordId: index,
        metadataHash: Buffer.alloc(HASH_BYTES),
        chunkNo: 1,
        chunkId: Buffer.alloc(16),
        lastRun: 1,
      },
    }));
  return {
    batch,
    added: indexesOf('added'),
    updated: known('updated'),
    moved: known('moved'),
    unchanged: known('unchanged'),
    renewed: known('renewed'),
    repeated: indexesOf('repeated').length,
    claimed: rows.map((_row, index) => String(index)),
  };
}

/** What becomes of each text, by its content. */
function fates({ batch, added, updated, moved, unchanged, renewed }: ClassifiedBatch): Map<string, unknown> {
  const fateOf = new Map<number, unknown>(added.map((index) => [index, 'added']));
  for (const [kind, chunks] of Object.entries({ updated, moved, unchanged, renewed })) {
    for (const { index, record } of chunks) fateOf.set(index, { kind, record });
  }
  return new Map(batch.contents.map((content, index) => [content, fateOf.get(index) ?? 'repeated']));
}

const rowArbitrary: fc.Arbitrary<Row> = fc.record({ kind: fc.constantFrom(...KINDS), isFirst: fc.boolean() });

test('the pieces of a batch are the batch, and none adds more than it may', () => {
  fc.assert(
    fc.property(fc.array(rowArbitrary, { maxLength: 40 }), fc.integer({ min: 1, max: 10 }), (rows, mostAdded) => {
      const whole = classified(rows);
      const pieces = cutClassified(whole, mostAdded);
      for (const { batch, added } of pieces) {
        expect(added.length).toBeLessThanOrEqual(mostAdded);
        expect(batch.hashes).toHaveLength(batch.contents.length * HASHES_PER_CHUNK * HASH_BYTES);
        expect(batch.parts?.reduce((sum, { chunks }) => sum + chunks, 0)).toBe(batch.contents.length);
      }
      for (const column of ['contents', 'metadata', 'sources', 'chunkNos'] as const) {
        expect(pieces.flatMap(({ batch }) => [...batch[column]])).toEqual(whole.batch[column]);
      }
      expect(Buffer.concat(pieces.map(({ batch }) => batch.hashes))).toEqual(Buffer.from(whole.batch.hashes));
      expect(new Map(pieces.flatMap((piece) => [...fates(piece)]))).toEqual(fates(whole));
      expect(pieces.reduce((sum, { repeated }) => sum + repeated, 0)).toBe(whole.repeated);
      const chunksOf = new Map<string, number>();
      for (const { name, chunks } of pieces.flatMap(({ batch }) => batch.parts ?? [])) {
        chunksOf.set(name, (chunksOf.get(name) ?? 0) + chunks);
      }
      expect([...chunksOf]).toEqual(whole.batch.parts?.map(({ name, chunks }) => [name, chunks]));
      // What is told or claimed once stays with the last piece.
      expect(pieces.at(-1)?.claimed).toEqual(whole.claimed);
      expect(pieces.at(-1)?.batch.seen).toEqual(['a.txt']);
      for (const { claimed, batch } of pieces.slice(0, -1)) expect([claimed, batch.seen]).toEqual([[], undefined]);
    }),
  );
});

test('a batch that adds little is not cut, however much of it is known', () => {
  const whole = classified(Array.from({ length: 50 }, () => ({ kind: 'unchanged', isFirst: false })));
  expect(cutClassified(whole, 10)).toEqual([whole]);
});
