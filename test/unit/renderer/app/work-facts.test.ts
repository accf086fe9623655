import { describe, expect, test } from 'vitest';
import { endedRunOf, endedSince, workOf } from '../../../../renderer/app/work-facts.ts';
import type { Run } from '../../../../shared/api/runs.ts';

const files = { total: 1, waiting: 0, reading: 0, embedding: 1, stored: 0, unchanged: 0, failed: 0, cancelled: 0 };

function runOf(id: string, status: Run['status'], chunksDone?: number): Run {
  const base = { id, chatflowId: 'f1', status, nodes: [], result: null, error: null };
  const dates = { createdDate: '2025-01-15T10:30:00.000Z', finishedDate: '2025-01-15T10:31:30.000Z' };
  if (chunksDone === undefined) return { ...base, ...dates };
  const progress = { files, hasAllFiles: true, chunks: 10, chunksDone, hasAllChunks: true, elapsedMs: 5 };
  return { ...base, ...dates, finishedDate: null, progress };
}

describe('What goes on', () => {
  test('is told together, when it can be told of each', () => {
    const runs = [runOf('a', 'RUNNING', 2), runOf('b', 'RUNNING', 6), runOf('c', 'FINISHED')];
    expect(workOf(runs, [])).toEqual({ running: 2, share: 0.4, watching: 'nothing', missing: 0 });
    expect(workOf([...runs, runOf('d', 'QUEUED')], [])).toEqual({
      running: 3,
      share: null,
      watching: 'nothing',
      missing: 0,
    });
    expect(workOf([], [])).toEqual({ running: 0, share: null, watching: 'nothing', missing: 0 });
  });

  test.each([
    [[true, false], 'on'],
    [[true, true], 'paused'],
  ])('is synced (paused: %j): %s', (paused, watching) => {
    const syncs = paused.map((isPaused, index) => ({ isPaused, missing: index * 4 }));
    expect(workOf([], syncs)).toMatchObject({ watching, missing: 4 });
  });

  test('ends once', () => {
    const runs = [runOf('a', 'FAILED'), runOf('b', 'FINISHED'), runOf('c', 'RUNNING', 2)];
    expect(endedSince(new Set(['a']), runs).map(({ id }) => id)).toEqual(['b']);
  });

  test('has taken a time when it has ended', () => {
    const ended = { id: 'a', name: 'Bees', outcome: 'FAILED', durationMs: 90_000 };
    expect(endedRunOf(runOf('a', 'FAILED'), 'Bees')).toEqual(ended);
    expect(endedRunOf(runOf('a', 'RUNNING'), 'Bees')).toBeUndefined();
  });
});
