import { describe, expect, test } from 'vitest';
import { describeChunks, describeFiles, describeLeft } from '../../../../../renderer/features/runs/run-progress.tsx';
import type { RunProgress } from '../../../../../shared/api/run-files.ts';

const files = {
  total: 1000,
  waiting: 980,
  reading: 2,
  embedding: 3,
  stored: 10,
  unchanged: 4,
  failed: 1,
  cancelled: 0,
};
const progress: RunProgress = {
  files,
  hasAllFiles: true,
  chunks: 1200,
  chunksDone: 340,
  hasAllChunks: true,
  elapsedMs: 9000,
};

describe('how far a run is', () => {
  test('counts the files that are done of all', () => {
    expect(describeFiles(progress)).toBe('15 of 1,000 files');
    expect(describeFiles({ ...progress, hasAllFiles: false })).toBe('15 of 1,000 files found so far');
    expect(describeFiles({ ...progress, files: { ...files, total: 0 } })).toBeUndefined();
  });

  test('counts the chunks that are stored of all known', () => {
    expect(describeChunks(progress)).toBe('340 of 1,200 chunks');
    expect(describeChunks({ ...progress, hasAllChunks: false })).toBe('340 of 1,200 chunks found so far');
    expect(describeChunks({ ...progress, chunks: 0 })).toBeUndefined();
  });

  test.each([
    [3000, 'a few seconds left'],
    [41_000, 'about 50 s left'],
    [150_000, 'about 3 min left'],
    [3 * 3_600_000, 'about 3 h left'],
  ])('%i ms', (leftMs, words) => {
    expect(describeLeft(leftMs)).toBe(words);
  });
});
