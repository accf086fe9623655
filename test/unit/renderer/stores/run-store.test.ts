import { describe, expect, test } from 'vitest';
import { type ActiveRun, reduceRun } from '../../../../renderer/stores/run-store.ts';
import type { Run } from '../../../../shared/api/runs.ts';

const id = '6a2c3f0e-58a1-4a63-9a43-0f8d9d3f9a11';
const run: Run = {
  id,
  chatflowId: 'c',
  status: 'RUNNING',
  createdDate: '2026-01-02T03:04:05.000Z',
  finishedDate: null,
  nodes: [{ nodeId: 'a', label: 'A', status: 'queued' }],
  result: null,
  error: null,
};
const counts = { numAdded: 3, numDeleted: 0, numUpdated: 0, numSkipped: 0 };

describe('a run from its events', () => {
  test('a whole run, then a node, then counts', () => {
    let active: ActiveRun | undefined = reduceRun(undefined, id, { type: 'run', run });
    active = reduceRun(active, id, { type: 'node', node: { nodeId: 'a', label: 'A', status: 'running', done: 1 } });
    active = reduceRun(active, id, { type: 'counts', counts });
    expect(active).toMatchObject({
      runId: id,
      status: 'RUNNING',
      nodes: { a: { status: 'running', done: 1 } },
      counts,
    });
  });

  test('counts so far stay until the end gives the last ones', () => {
    const active = reduceRun(reduceRun(undefined, id, { type: 'run', run }), id, { type: 'counts', counts });
    expect(reduceRun(active, id, { type: 'run', run })?.counts).toEqual(counts);
    const result = { ...counts, numAdded: 5 };
    expect(reduceRun(active, id, { type: 'run', run: { ...run, status: 'FINISHED', result } })?.counts).toEqual(result);
  });

  test('late events of another run are passed over', () => {
    const active = reduceRun(undefined, id, { type: 'run', run });
    expect(reduceRun(active, 'other', { type: 'counts', counts })).toBe(active);
    expect(reduceRun(undefined, id, { type: 'counts', counts })).toBeUndefined();
  });
});
