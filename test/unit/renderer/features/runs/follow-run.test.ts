import { describe, expect, test } from 'vitest';
import { followRun, type RunSource } from '../../../../../renderer/features/runs/follow-run.ts';
import type { Run, RunEvent } from '../../../../../shared/api/runs.ts';

const run: Run = {
  id: '11111111-1111-4111-8111-111111111111',
  chatflowId: '22222222-2222-4222-8222-222222222222',
  status: 'RUNNING',
  createdDate: '2026-01-01T00:00:00.000Z',
  finishedDate: null,
  nodes: [],
  result: null,
  error: null,
};
const finished: Run = { ...run, status: 'FINISHED' };
const node: RunEvent = { type: 'node', node: { nodeId: 'a', label: 'Ä', status: 'running' } };

function sse(id: number, event: RunEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A stream of the text in pieces of `size` bytes, so that events and letters are cut anywhere. */
function streamOf(text: string, size = 7): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

class Gone extends Error {}

/** A source that plays one step a connection; `openedAfter` says which event ids were asked for. */
function sourceOf(streams: (string | Error)[], states: (Run | Error)[] = []) {
  const openedAfter: (string | undefined)[] = [];
  const source: RunSource = {
    async openEvents(_runId, lastEventId) {
      openedAfter.push(lastEventId);
      const next = streams.shift() ?? new Error('offline');
      if (next instanceof Error) throw next;
      return streamOf(next);
    },
    async getRun() {
      const next = states.shift() ?? new Error('offline');
      if (next instanceof Error) throw next;
      return next;
    },
    isFinalFailure: (error) => error instanceof Gone,
  };
  return { source, openedAfter };
}

async function follow(source: RunSource, signal = new AbortController().signal) {
  const events: RunEvent[] = [];
  const connections: boolean[] = [];
  const waits: number[] = [];
  const end = await followRun({
    runId: run.id,
    source,
    signal,
    onEvent: (event) => events.push(event),
    onConnection: (connected) => connections.push(connected),
    wait: async (ms) => {
      waits.push(ms);
    },
  });
  return { end, events, connections, waits };
}

describe('followRun', () => {
  test('reads events cut anywhere, up to the final state', async () => {
    const { source } = sourceOf([
      `: hello\n\n${sse(1, { type: 'run', run })}${sse(2, node)}${sse(3, { type: 'run', run: finished })}`,
    ]);
    const { end, events, waits } = await follow(source);
    expect(end).toEqual(finished);
    expect(events).toEqual([{ type: 'run', run }, node, { type: 'run', run: finished }]);
    expect(waits).toEqual([]);
  });

  test('opens a broken stream again behind the last event', async () => {
    const { source, openedAfter } = sourceOf(
      [sse(1, { type: 'run', run }) + sse(2, node), sse(3, { type: 'run', run: finished })],
      [run],
    );
    const { end } = await follow(source);
    expect(end).toEqual(finished);
    expect(openedAfter).toEqual([undefined, '2']);
  });

  test('takes the plain state when there is no stream', async () => {
    const { source } = sourceOf([new Error('no stream')], [finished]);
    const { events } = await follow(source);
    expect(events).toEqual([{ type: 'run', run: finished }]);
  });

  test('waits longer while nothing answers, and says that the connection is lost and back', async () => {
    const offline = Array.from({ length: 6 }, () => new Error('offline'));
    const { source } = sourceOf([...offline, sse(1, { type: 'run', run: finished })]);
    const { waits, connections } = await follow(source);
    expect(waits).toEqual([600, 1200, 2400, 4800, 5000, 5000]);
    expect(connections).toEqual([...offline.map(() => false), true]);
  });

  test('ends when the server does not know the run', async () => {
    await expect(follow(sourceOf([new Gone()]).source)).rejects.toBeInstanceOf(Gone);
    await expect(follow(sourceOf([new Error('offline')], []).source, AbortSignal.abort('closed'))).rejects.toBe(
      'closed',
    );
  });

  test('stops when aborted between two tries', async () => {
    const stop = new AbortController();
    const { source } = sourceOf([]);
    const done = followRun({
      runId: run.id,
      source,
      signal: stop.signal,
      onEvent: () => undefined,
      onConnection: () => stop.abort('closed'),
    });
    await expect(done).rejects.toBe('closed');
  });
});
