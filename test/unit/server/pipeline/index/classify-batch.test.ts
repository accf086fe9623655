import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { KnownRecord } from '../../../../../electron/server/core/record-manager.ts';
import {
  claimBatch,
  classifyBatch,
  replacedRecord,
} from '../../../../../electron/server/pipeline/index/classify-batch.ts';
import { createChunkColumns } from '../../../../../electron/server/pipeline/load/chunk-columns.ts';

/** A chunk in a batch of its own: row and team are its metadata, and the row is its position. */
function batchOf({ row = 1, team = 'red', chunkNo = 1, marked = true }) {
  const columns = createChunkColumns(1);
  const metadata = JSON.stringify({ row, team });
  const facts = marked ? JSON.stringify({ team }) : metadata;
  columns.add({ content: 'Words.', metadata, facts, source: 'a.csv', chunkNo });
  return columns.take({ unit: 'bytes', done: 0, total: 0 });
}

type Made = Parameters<typeof batchOf>[0];

/** What becomes of a chunk. @param known the hash that the record of an earlier run has */
function changeOf(now: Made, known: Buffer): string | undefined {
  const record: KnownRecord = { recordId: 1, metadataHash: known, chunkNo: 1, chunkId: Buffer.alloc(16), lastRun: 1 };
  const { updated, moved, unchanged, renewed } = classifyBatch(claimBatch(batchOf(now), new Set()), [record], 2);
  return Object.entries({ updated, moved, unchanged, renewed }).find(([, chunks]) => chunks.length > 0)?.[0];
}

/** The hash that the present version writes. */
function hashOf(made: Made): Buffer {
  const record = { recordId: 1, metadataHash: Buffer.alloc(16), chunkNo: 1, chunkId: Buffer.alloc(16), lastRun: 1 };
  return replacedRecord(batchOf(made), { index: 0, record }).metadataHash;
}

/** The hash that earlier versions have written. */
function oldHashOf({ row = 1, team = 'red' }: Made): Buffer {
  return hash('sha256', JSON.stringify({ row, team }), 'buffer').subarray(0, 16);
}

describe('a known chunk', () => {
  test.each<[string, Made]>([
    ['unchanged', {}],
    ['moved', { row: 2 }],
    ['moved', { chunkNo: 2 }],
    ['updated', { team: 'blue' }],
    ['updated', { row: 2, team: 'blue' }],
  ])('is %s: %j', (change, now) => {
    expect(changeOf(now, hashOf({}))).toBe(change);
  });

  test.each<[string, Made]>([
    ['renewed', {}],
    ['moved', { chunkNo: 2 }],
    ['updated', { row: 2 }],
    ['updated', { team: 'blue' }],
  ])('of an earlier version is %s: %j', (change, now) => {
    expect(changeOf(now, oldHashOf({}))).toBe(change);
  });

  test('is renewed when only what counts as position has changed', () => {
    expect(changeOf({}, hashOf({ marked: false }))).toBe('renewed');
  });

  test('is updated when its record has forgotten the hash', () => {
    expect(changeOf({}, Buffer.alloc(16))).toBe('updated');
  });
});
