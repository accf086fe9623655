import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CommitWatch } from '../../../../../electron/server/stores/local/commit-watch.ts';

describe('commit watch', () => {
  let calls: string[];
  let watch: CommitWatch;

  beforeEach(() => {
    vi.useFakeTimers();
    calls = [];
    watch = new CommitWatch({
      follow: (collectionId, pace) => calls.push(`follow ${collectionId} ${pace}`),
      metadataChanged: (collectionId, chunkIds) => calls.push(`metadata ${collectionId}: ${chunkIds.join()}`),
      hold: (isHeld) => calls.push(isHeld ? 'hold' : 'go on'),
    });
  });
  afterEach(() => {
    watch.stop();
    vi.useRealTimers();
  });

  test('the caches follow when it has been quiet for 200 ms, each collection once', () => {
    for (const collectionId of [1, 2, 1]) {
      watch.wrote(collectionId, 10);
      watch.committed(collectionId);
      vi.advanceTimersByTime(150);
    }
    expect(calls).toEqual(['hold']);
    vi.advanceTimersByTime(100);
    expect(calls).toEqual(['hold', 'go on', 'follow 1 full', 'follow 2 full']);
  });

  test('a run that writes nothing only pauses them', () => {
    watch.wrote(1, 0);
    watch.committed(1);
    vi.advanceTimersByTime(1000);
    expect(calls).toEqual(['hold', 'go on']);
  });

  test('a long run lets the keyword index follow gently, and fully at its end', () => {
    watch.wrote(1, 32_768);
    watch.committed(1);
    watch.wrote(1, 100);
    watch.committed(1);
    expect(calls).toEqual(['hold', 'follow 1 gentle']);
    vi.advanceTimersByTime(1000);
    expect(calls).toEqual(['hold', 'follow 1 gentle', 'go on', 'follow 1 full']);
  });

  test('changed metadata is told at the commit, at once and once', () => {
    watch.rewrote(1, [7, 8]);
    watch.rewrote(1, [9]);
    expect(calls).toEqual([]);
    watch.committed(2);
    watch.committed(1);
    watch.committed(1);
    expect(calls).toEqual(['hold', 'metadata 1: 7,8,9']);
  });
});
