import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BatchPart, HASH_BYTES, HASHES_PER_CHUNK } from '../../../../../electron/server/core/chunk.ts';
import type { ClassifiedBatch, KnownChunk } from '../../../../../electron/server/pipeline/index/classify-batch.ts';
import { cutClassified } from '../../../../../electron/server/pipeline/index/cut-batch.ts';
import { makeChunkBatch } from '../../../../helpers/builders/chunk-batch.ts';

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
