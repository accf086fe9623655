import { expect, test } from 'vitest';
import { applyRunEvent, emptyRunView } from '../../../../../renderer/features/runs/apply-run-event.ts';
import type { Run } from '../../../../../shared/api/runs.ts';

const counts = { numAdded: 1, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
const run: Run = {
  id: '11111111-1111-4111-8111-111111111111',
  chatflowId: '22222222-2222-4222-8222-222222222222',
  status: 'RUNNING',
  createdDate: '2026-01-01T00:00:00.000Z',
  finishedDate: null,
  nodes: [
    { nodeId: 'a', label: 'A', status: 'running' },
    { nodeId: 'b', label: 'B', status: 'queued' },
  ],
  result: null,
  error: null,
};
const started = applyRunEvent(emptyRunView, { type: 'run', run });

test('a node event changes that node only and keeps the order', () => {
  const next = applyRunEvent(started, { type: 'node', node: { nodeId: 'a', label: 'A', status: 'done', elapsedMs: 4 } });
  expect(next.run?.nodes.map((node) => [node.nodeId, node.status])).toEqual([['a', 'done'], ['b', 'queued']]);
  expect(next.run?.nodes[1]).toBe(run.nodes[1]);
});

test('a node that was not listed is put at the end', () => {
  const next = applyRunEvent(started, { type: 'node', node: { nodeId: 'c', label: 'C', status: 'queued' } });
  expect(next.run?.nodes.map((node) => node.nodeId)).toEqual(['a', 'b', 'c']);
});

test('counts are kept beside the run until the run brings its result', () => {
  const counted = applyRunEvent(started, { type: 'counts', counts });
  expect(counted.counts).toEqual(counts);
  const again = applyRunEvent(counted, { type: 'run', run });
  expect(again.counts).toEqual(counts);
  const result = { ...counts, numAdded: 7 };
  expect(applyRunEvent(again, { type: 'run', run: { ...run, status: 'FINISHED', result } }).counts).toEqual(result);
});

test('events before the first run and after the last one change nothing', () => {
  expect(applyRunEvent(emptyRunView, { type: 'counts', counts })).toBe(emptyRunView);
  const ended = applyRunEvent(started, { type: 'run', run: { ...run, status: 'CANCELLED' } });
  expect(applyRunEvent(ended, { type: 'node', node: { nodeId: 'a', label: 'A', status: 'running' } })).toBe(ended);
});
