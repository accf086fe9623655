import { describe, expect, test } from 'vitest';
import type { NumberedEvent } from '../../../../electron/server/core/event-stream.ts';
import type { LibraryRun, LibraryRunEvent } from '../../../../electron/server/core/library-run.ts';
import { createRunEvents } from '../../../../electron/server/pipeline/run-events.ts';

const run: LibraryRun = {
  id: '00000000-0000-4000-8000-000000000000',
  ownerId: 'flow',
  status: 'RUNNING',
  createdDate: '2026-01-01T00:00:00.000Z',
  finishedDate: null,
  nodes: [
    { nodeId: 'a', label: 'A', status: 'queued' },
    { nodeId: 'b', label: 'B', status: 'queued' },
  ],
  result: null,
  error: null,
};

function setUp() {
  let time = 0;
  const events = createRunEvents(run, () => time);
  const seen: NumberedEvent<LibraryRunEvent>[] = [];
  return {
    events,
    seen,
    pass(ms: number) {
      time += ms;
    },
  };
}

describe('createRunEvents', () => {
  test('sends each state change at once, and progress at most ten times a second', () => {
    const { events, seen, pass } = setUp();
    events.subscribe((event) => seen.push(event));
    events.updateNode('a', { status: 'running', done: 0 });
    for (let done = 1; done <= 50; done += 1) {
      pass(10);
      events.updateNode('a', { done });
    }
    events.updateNode('a', { status: 'done' });
    const states = seen.flatMap(({ event }) => (event.type === 'node' ? [event.node] : []));
    expect(states).toHaveLength(7);
    expect(states.at(-1)).toEqual({ nodeId: 'a', label: 'A', status: 'done', done: 50, elapsedMs: 500 });
  });

  test('the state is complete at any time, also between events', () => {
    const { events } = setUp();
    events.updateNode('a', { status: 'running', done: 1 });
    events.updateNode('a', { done: 2 });
    expect(events.run().nodes[0]).toMatchObject({ status: 'running', done: 2 });
    events.updateNode('nobody', { done: 3 });
    expect(events.run().nodes).toHaveLength(2);
  });

  test('a late listener gets earlier events, a returning one only new events, each then how far the files are', () => {
    const { events, seen } = setUp();
    events.updateNode('a', { status: 'running' });
    events.updateCounts({ numAdded: 1, numDeleted: 0, numUpdated: 0, numSkipped: 0 });
    events.subscribe((event) => seen.push(event));
    const told = (list: readonly NumberedEvent<LibraryRunEvent>[]) =>
      list.map(({ id, event }) => `${id} ${event.type}`);
    expect(told(seen)).toEqual(['1 run', '2 node', '3 counts', '3 files']);
    const later: NumberedEvent<LibraryRunEvent>[] = [];
    events.subscribe((event) => later.push(event), 2);
    expect(told(later)).toEqual(['3 counts', '3 files']);
  });

  test('a removed listener gets no more events', () => {
    const { events, seen } = setUp();
    const leave = events.subscribe((event) => seen.push(event));
    const before = seen.length;
    leave();
    events.updateRun({ status: 'FINISHED' });
    expect(before).toBeGreaterThan(0);
    expect(seen).toHaveLength(before);
  });
});
