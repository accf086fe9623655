import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SavedChatflow } from '../../../../../renderer/api/chatflows.ts';
import { startFlowSession, takeTheirs } from '../../../../../renderer/stores/flow/flow-session.ts';
import { renameFlow, useFlowStore } from '../../../../../renderer/stores/flow/flow-store.ts';
import type { FlowFields } from '../../../../../renderer/stores/saving/drafts.ts';
import { ApiError } from '../../../../../shared/client/api-error.ts';

function flowOf(id: string, name: string, etag = '1'): SavedChatflow {
  return {
    id,
    name,
    flowData: '{"nodes":[],"edges":[]}',
    apiConfig: null,
    deployed: null,
    isPublic: null,
    apikeyid: null,
    chatbotConfig: null,
    analytic: null,
    speechToText: null,
    textToSpeech: null,
    followUpPrompts: null,
    category: null,
    type: 'CHATFLOW',
    createdDate: '2025-01-15T10:30:00.000Z',
    updatedDate: '2025-01-15T10:30:00.000Z',
    etag,
  };
}

/** A server that can be away. */
function fakeServer() {
  const state = { isAway: false, saved: [] as string[], drawings: [] as string[] };
  return {
    state,
    calls: {
      put: async (id: string, fields: FlowFields) => {
        if (state.isAway) throw new ApiError('away', { status: 0, code: 'NETWORK' });
        state.saved.push(fields.name);
        state.drawings.push(fields.flowData);
        return flowOf(id, fields.name, '2');
      },
      read: async (id: string) => flowOf(id, 'Read'),
    },
  };
}

/** A browser that keeps drafts by their keys, as far as writing goes. */
function fakeDrafts() {
  const kept = new Map<string, unknown>();
  const later = <T extends object>(event: string, target: T): T => {
    queueMicrotask(() => (target as Record<string, (() => void) | undefined>)[event]?.());
    return target;
  };
  const objectStore = () => ({
    put: (value: unknown, key: readonly string[]) => void kept.set(key.join(), value),
    delete: (key: readonly string[]) => void kept.delete(key.join()),
  });
  const database: { onclose?: () => void; transaction: () => object } = {
    transaction: () => later('oncomplete', { objectStore, commit: () => undefined }),
  };
  vi.stubGlobal('indexedDB', {
    open(name: string) {
      if (name !== 'tributary') throw new Error('no storage');
      return later('onsuccess', { result: database });
    },
  });
  return { kept, close: () => database.onclose?.() };
}

beforeEach(() => {
  // Those of other files of this process.
  toast.dismiss();
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  // A browser that keeps nothing for the page.
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new Error('no storage');
    },
  });
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frame());
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a flow that was left unsaved has one notice, which goes when it is saved', async () => {
  const server = fakeServer();
  server.state.isAway = true;
  const leave = startFlowSession({ chatflow: flowOf('left', 'Left'), draft: undefined }, server.calls);
  renameFlow('Renamed');
  leave();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(toast.getToasts()).toHaveLength(1);
  server.state.isAway = false;
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.state.saved).toEqual(['Renamed']);
  expect(toast.getToasts()).toEqual([]);
});

test('a version that was taken for one flow is not shown in another, opened meanwhile', async () => {
  const server = fakeServer();
  startFlowSession({ chatflow: flowOf('one', 'One'), draft: undefined }, server.calls)();
  const leave = startFlowSession({ chatflow: flowOf('other', 'Other'), draft: undefined }, server.calls);
  renameFlow('Mine');
  await takeTheirs(flowOf('one', 'Theirs', '2'));
  expect(useFlowStore.getState().name).toBe('Mine');
  leave();
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.state.saved).toEqual(['Mine']);
});

test('the draft that another tab left is forgotten when its changes are safe, and stays while this tab has changes of its own', async () => {
  const server = fakeServer();
  const drafts = fakeDrafts();
  const draft = {
    chatflowId: 'shared',
    tab: 'closed',
    at: 1,
    fields: { name: 'Theirs', flowData: '{"nodes":[],"edges":[]}', apiConfig: null },
    underWay: [],
    etag: '1',
  };
  drafts.kept.set('shared,closed', draft);
  try {
    server.state.isAway = true;
    const leave = startFlowSession({ chatflow: flowOf('shared', 'Shared'), draft: undefined }, server.calls);
    renameFlow('Mine');
    leave();
    await vi.advanceTimersByTimeAsync(5000);
    const leaveAgain = startFlowSession({ chatflow: flowOf('shared', 'Shared'), draft }, server.calls);
    expect(useFlowStore.getState().name).toBe('Mine');
    renameFlow('Mine again');
    await vi.advanceTimersByTimeAsync(5000);
    expect([...drafts.kept.values()]).toMatchObject([
      { fields: { name: 'Theirs' } },
      { fields: { name: 'Mine again' } },
    ]);
    server.state.isAway = false;
    await vi.advanceTimersByTimeAsync(2000);
    expect(server.state.saved).toEqual(['Mine again']);
    leaveAgain();
    expect([...drafts.kept.keys()]).toEqual(['shared,closed']);

    startFlowSession({ chatflow: flowOf('shared', 'Mine again', '2'), draft: { ...draft, etag: '2' } }, server.calls)();
    expect(useFlowStore.getState().name).toBe('Theirs');
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.state.saved).toEqual(['Mine again', 'Theirs']);
    expect([...drafts.kept.keys()]).toEqual([]);
  } finally {
    drafts.close();
  }
});
