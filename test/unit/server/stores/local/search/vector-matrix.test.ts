import { describe, expect, test } from 'vitest';
import {
  LOG_ADDED,
  LOG_DELETED,
  LOG_RENAMED,
} from '../../../../../../electron/server/stores/local/log/collection-writes.ts';
import { comparisonOf } from '../../../../../../electron/server/stores/local/search/comparison.ts';
import { matrixRowBytes, VectorMatrix } from '../../../../../../electron/server/stores/local/search/vector-matrix.ts';
import { blobOf, createRandom, randomVector } from '../../../../../helpers/builders/vector-corpus.ts';

const ALL = { after: 0 };
const every = (count: number) => ({ topK: count, limit: count });

function added(first: number, vectors: readonly Float32Array[]) {
  return vectors.map((vector, i) => ({ seq: first + i, op: LOG_ADDED, chunk_id: first + i, vector: blobOf(vector) }));
}

function deleted(seq: number, ids: readonly number[]) {
  return ids.map((id, i) => ({ seq: seq + i, op: LOG_DELETED, chunk_id: id, vector: null }));
}

describe.each(['cosine', 'ip', 'l2'] as const)('vectors rounded to a byte a number, compared by %s', (metric) => {
  test.each([3, 8, 100, 384])(
    'what is said of %i numbers is at least the true score, and close to it',
    (dimensions) => {
      const random = createRandom(dimensions);
      const vectors = Array.from({ length: 300 }, (_, i) =>
        randomVector(random, dimensions).map((value) => value * (1 + i)),
      );
      vectors.push(new Float32Array(dimensions));
      const matrix = new VectorMatrix(dimensions, metric, 0);
      matrix.apply(added(1, vectors));
      const { ready, score } = comparisonOf(metric);
      const query = ready(randomVector(random, dimensions)) ?? new Float32Array();
      const chunks = matrix.nearest(query, every(1000), ALL).chunks;
      expect(chunks).toHaveLength(301);
      for (const { id, score: most } of chunks) {
        const vector = ready(vectors[id - 1] ?? new Float32Array()) ?? new Float32Array();
        const truth = score(query, vector, 0);
        const scale = metric === 'ip' ? Math.hypot(...vector) * Math.hypot(...query) : 1;
        expect(most).toBeGreaterThanOrEqual(truth - 1e-9 * scale);
        expect(most - truth).toBeLessThan(0.02 * scale + 1e-9);
      }
    },
  );

  test.each([
    { of: 'many lengths', change: (vector: Float32Array, i: number) => vector.map((value) => value * (1 + (i % 7))) },
    {
      of: 'the long ones last',
      change: (vector: Float32Array, i: number) => vector.map((n) => (i < 4500 ? n : n * 3)),
    },
    { of: 'one largest number', change: (vector: Float32Array) => vector.with(0, 2) },
  ])('leaves out only what can not be among the best, of vectors with $of, wherever the range begins', ({ change }) => {
    const dimensions = 24;
    const random = createRandom(7);
    const vectors = Array.from({ length: 6000 }, (_, i) => change(randomVector(random, dimensions), i));
    const queries = Array.from({ length: 100 }, () => randomVector(random, dimensions));
    const { ready } = comparisonOf(metric);
    const matrix = new VectorMatrix(dimensions, metric, 0);
    const check = (after: number, vector: Float32Array): void => {
      const query = ready(vector) ?? new Float32Array();
      const all = matrix.nearest(query, every(6000), { after }).chunks;
      const { chunks, rest = Number.NaN } = matrix.nearest(query, { topK: 10, limit: 6000 }, { after });
      expect(chunks.length).toBeLessThan(600);
      expect(chunks).toEqual(all.filter(({ score }) => score >= rest));
    };
    matrix.apply(added(1, vectors));
    for (const [i, query] of queries.entries()) check(i * 50, query);
    const gone = vectors.flatMap((_, i) => (i % 3 === 0 ? [] : [i + 1]));
    matrix.apply(deleted(6001, gone));
    expect(matrix.generation).toBe(1);
    for (const query of queries) check(0, query);
  });
});

describe('vector matrix', () => {
  const random = createRandom(2);
  const vectors = Array.from({ length: 5000 }, () => randomVector(random, 20));

  test('rows are closed up when most chunks are gone, and nothing else changes', () => {
    const matrix = new VectorMatrix(20, 'cosine', 0);
    matrix.apply(added(1, vectors));
    const query = randomVector(random, 20);
    const gone = vectors.flatMap((_, i) => (i % 4 === 0 ? [] : [i + 1]));
    const kept = matrix.nearest(query, every(5000), ALL).chunks.filter(({ id }) => id % 4 === 1);
    const before = matrix.bytes;
    matrix.apply(deleted(5001, gone));
    expect(matrix.used).toBe(1250);
    expect(matrix.generation).toBe(1);
    expect(matrix.bytes).toBeLessThan(before / 2);
    expect(matrix.nearest(query, every(5000), ALL).chunks).toEqual(kept);
    expect(matrix.list({ after: 4990 })).toEqual([4993, 4997]);
    matrix.apply(added(9000, vectors.slice(0, 3)));
    expect(matrix.count(ALL)).toBe(1253);
  });

  test('a chunk with another name stays', () => {
    const matrix = new VectorMatrix(20, 'cosine', 0);
    matrix.apply(added(1, vectors.slice(0, 3)));
    matrix.apply([{ seq: 4, op: LOG_RENAMED, chunk_id: 2, vector: null }]);
    expect(matrix.list(ALL)).toEqual([1, 2, 3]);
    expect(matrix.position).toBe(4);
  });

  test('only wanted rows are looked at', () => {
    const matrix = new VectorMatrix(20, 'cosine', 0);
    matrix.apply(added(1, vectors));
    const wanted = Uint8Array.from({ length: 300 }, (_, row) => (row % 3 === 0 ? 1 : 0));
    const ids = matrix.nearest(randomVector(random, 20), every(5000), { after: 10, wanted }).chunks.map(({ id }) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual(matrix.list({ after: 10, wanted }));
    expect(ids).toHaveLength(matrix.count({ after: 10, wanted }));
    expect(ids.every((id) => id > 10 && id <= 300 && id % 3 === 1)).toBe(true);
  });

  test.each([1, 2, 5, 40, 2500])(
    'of rows of which one of %i is wanted, the same come in the same order as of all',
    (step) => {
      const matrix = new VectorMatrix(20, 'cosine', 0);
      matrix.apply(added(1, vectors));
      const wanted = Uint8Array.from({ length: vectors.length }, (_, row) => Number(row % step === step - 1));
      const query = randomVector(random, 20);
      const all = matrix.nearest(query, every(5000), ALL).chunks;
      const { chunks } = matrix.nearest(query, every(5000), { after: 0, wanted });
      expect(chunks).toEqual(all.filter(({ id }) => id % step === 0));
      expect(chunks).toHaveLength(Math.floor(vectors.length / step));
    },
  );

  test('leaves out what is certainly not among the best, and says how good that may be', () => {
    const matrix = new VectorMatrix(20, 'cosine', 0);
    matrix.apply(added(1, vectors));
    const query = randomVector(random, 20);
    const all = matrix.nearest(query, every(5000), ALL);
    const { chunks, rest = Number.NaN } = matrix.nearest(query, { topK: 10, limit: 1000 }, ALL);
    expect(all.rest).toBeUndefined();
    expect(chunks.length).toBeGreaterThanOrEqual(10);
    expect(chunks.length).toBeLessThan(200);
    expect(all.chunks.slice(0, chunks.length)).toEqual(chunks);
    expect(all.chunks[chunks.length]?.score).toBeLessThan(rest);
  });

  test('takes about as much memory as is reckoned with', () => {
    const matrix = new VectorMatrix(384, 'cosine', 0);
    matrix.apply(
      added(
        1,
        Array.from({ length: 4000 }, () => randomVector(random, 384)),
      ),
    );
    expect(matrix.bytes / 4000 / matrixRowBytes(384)).toBeLessThan(1.3);
    expect(matrix.bytes / 4000 / matrixRowBytes(384)).toBeGreaterThan(0.95);
  });
});
