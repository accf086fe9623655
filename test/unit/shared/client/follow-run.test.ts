import { describe, expect, test } from 'vitest';
import type { Run, RunEvent } from '../../../../shared/api/runs.ts';
import { type ApiClient, createApiClient } from '../../../../shared/client/api-client.ts';
import { type FollowOptions, followRun } from '../../../../shared/client/follow-run.ts';

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

const notFound = {
  statusCode: 404,
  success: false,
  message: 'There is no such run: look again.',
  stack: {},
  code: 'RUN_NOT_FOUND',
};

/** A server that plays one step a request; `openedAfter` says which event ids were asked for. */
function serverOf(streams: (string | Error)[], states: (Run | Error)[] = []) {
  const openedAfter: (string | null)[] = [];
  const api = createApiClient('', async (url, { headers, signal }) => {
    signal?.throwIfAborted();
    const isStream = url.endsWith('/events');
    if (isStream) openedAfter.push(new Headers(headers).get('last-event-id'));
    const next = (isStream ? streams : states).shift() ?? new Error('offline');
    if (next instanceof Error) throw next;
    if (next === '') return Response.json(notFound, { status: 404 });
    return typeof next === 'string' ? new Response(streamOf(next)) : Response.json(next);
  });
  return { api, openedAfter };
}

async function follow(api: ApiClient, { signal = new AbortController().signal, ...more }: Partial<FollowOptions> = {}) {
  const events: RunEvent[] = [];
  const connections: boolean[] = [];
  const waits: number[] = [];
  const end = await followRun(api, {
    runId: run.id,
    signal,
    onEvent: (event) => events.push(event),
    onConnection: (connected) => connections.push(connected),
    wait: async (ms) => {
      waits.push(ms);
    },
    ...more,
  });
  return { end, events, connections, waits };
}

describe('followRun', () => {
  test('reads events cut anywhere, up to the final state', async () => {
    const { api } = serverOf([
      `: hello\n\n${sse(1, { type: 'run', run })}${sse(2, node)}${sse(3, { type: 'run', run: finished })}`,
    ]);
    const { end, events, waits } = await follow(api);
    expect(end).toEqual(finished);
    expect(events).toEqual([{ type: 'run', run }, node, { type: 'run', run: finished }]);
    expect(waits).toEqual([]);
  });

  test('opens a broken stream again behind the last event', async () => {
    const { api, openedAfter } = serverOf(
      [sse(1, { type: 'run', run }) + sse(2, node), sse(3, { type: 'run', run: finished })],
      [run],
    );
    const { end } = await follow(api);
    expect(end).toEqual(finished);
    expect(openedAfter).toEqual([null, '2']);
  });

  test('takes the plain state when there is no stream', async () => {
    const { api } = serverOf([new Error('no stream')], [finished]);
    const { events } = await follow(api);
    expect(events).toEqual([{ type: 'run', run: finished }]);
  });

  test('waits longer without an answer, and reports the lost and the restored connection', async () => {
    const offline = Array.from({ length: 6 }, () => new Error('offline'));
    const { api } = serverOf([...offline, sse(1, { type: 'run', run: finished })]);
    const { waits, connections } = await follow(api);
    expect(waits).toEqual([600, 1200, 2400, 4800, 5000, 5000]);
    expect(connections).toEqual([...offline.map(() => false), true]);
  });

  test('ends when the server does not know the run', async () => {
    await expect(follow(serverOf(['']).api)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });

  test('ends when it is aborted', async () => {
    const signal = AbortSignal.abort('closed');
    await expect(follow(serverOf([new Error('offline')]).api, { signal })).rejects.toBe('closed');
  });

  test('gives up after so many tries without an answer', async () => {
    const { api, openedAfter } = serverOf([sse(1, { type: 'run', run })]);
    await expect(follow(api, { mostTries: 2 })).rejects.toMatchObject({ code: 'NETWORK' });
    expect(openedAfter).toEqual([null, '1', '1']);
  });

  test('stops when aborted between two tries', async () => {
    const stop = new AbortController();
    const { api } = serverOf([]);
    const done = followRun(api, {
      runId: run.id,
      signal: stop.signal,
      onEvent: () => undefined,
      onConnection: () => stop.abort('closed'),
    });
    await expect(done).rejects.toBe('closed');
  });
});
