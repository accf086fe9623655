import { describe, expect, test } from 'vitest';
import type { NodeRun } from '../../../../shared/api/runs.ts';
import {
  countOf,
  describeProgress,
  formatBytes,
  formatElapsed,
  progressRatio,
} from '../../../../shared/text/format.ts';

const node: NodeRun = { nodeId: 'hnsw_0', label: 'HNSW', status: 'running' };

describe('numbers with units', () => {
  test.each([
    [0, '0 B'],
    [812, '812 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [4940, '4.9 kB'],
    [9960, '10 kB'],
    [999_600, '1.0 MB'],
    [31_200_000, '31 MB'],
    [2_500_000_000_000, '2,500 GB'],
  ])('%i bytes', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });

  test.each([
    [0, '0 ms'],
    [40.4, '40 ms'],
    [949, '949 ms'],
    [950, '1.0 s'],
    [1340, '1.3 s'],
    [59_960, '1 min 00 s'],
    [125_000, '2 min 05 s'],
  ])('%i ms', (ms, words) => {
    expect(formatElapsed(ms)).toBe(words);
  });

  test('one and many', () => {
    expect(countOf(1, 'file')).toBe('1 file');
    expect(countOf(0, 'file')).toBe('0 files');
    expect(countOf(2, 'match', 'matches')).toBe('2 matches');
  });
});

describe('progress of a node', () => {
  test('counts its unit, with a total when there is one', () => {
    expect(describeProgress(node)).toBeUndefined();
    expect(describeProgress({ ...node, done: 1, unit: 'chunks' })).toBe('1 chunk');
    expect(describeProgress({ ...node, done: 120, total: 400, unit: 'chunks' })).toBe('120 of 400 chunks');
    expect(describeProgress({ ...node, done: 41, total: 41, unit: 'chunks' })).toBe('41 chunks');
    expect(describeProgress({ ...node, done: 3_000_000, total: 12_000_000, unit: 'bytes' })).toBe('3.0 MB of 12 MB');
    expect(describeProgress({ ...node, done: 42, unit: 'percent' })).toBe('42 %');
  });

  test('is undefined for a node that was stopped before it began', () => {
    expect(describeProgress({ ...node, status: 'cancelled', done: 0, unit: 'chunks' })).toBeUndefined();
    expect(describeProgress({ ...node, status: 'failed', done: 0, unit: 'bytes' })).toBeUndefined();
    expect(describeProgress({ ...node, status: 'done', done: 0, unit: 'chunks' })).toBe('0 chunks');
  });

  test('is undefined before the first piece', () => {
    expect(describeProgress({ ...node, done: 0 })).toBeUndefined();
    expect(describeProgress({ ...node, done: 0, unit: 'documents' })).toBeUndefined();
    expect(describeProgress({ ...node, done: 0, total: 12, unit: 'documents' })).toBe('0 of 12 documents');
  });

  test('is a share only when the end is known', () => {
    expect(progressRatio(node)).toBeUndefined();
    expect(progressRatio({ ...node, done: 5 })).toBeUndefined();
    expect(progressRatio({ ...node, done: 5, total: 0 })).toBeUndefined();
    expect(progressRatio({ ...node, done: 1, total: 4 })).toBe(0.25);
    expect(progressRatio({ ...node, done: 9, total: 4 })).toBe(1);
    expect(progressRatio({ ...node, done: 42, unit: 'percent' })).toBe(0.42);
    expect(progressRatio({ ...node, status: 'done' })).toBe(1);
  });
});
