import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AutosaveEvent, createAutosave } from '../../../../../renderer/store/flow/autosave.ts';
import type { ChatflowUpdate } from '../../../../../shared/api/chatflows.ts';

/** A server that can be made to fail, or to take its time. */
function fakeServer() {
  const saved: ChatflowUpdate[] = [];
  const state = { isDown: false, gate: Promise.resolve() };
  return {
    saved,
    state,
    put: async (fields: ChatflowUpdate) => {
      await state.gate;
      if (state.isDown) throw new Error('down');
      saved.push(fields);
    },
  };
}

describe('autosave', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('many changes are one save, a moment after the last, of the last state', async () => {
    const server = fakeServer();
    const events: AutosaveEvent['type'][] = [];
    const autosave = createAutosave(server.put, (event) => events.push(event.type));
    let name = '';
    for (const letter of 'abc') {
      name += letter;
      autosave.changed(() => ({ name }));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(server.saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.saved).toEqual([{ name: 'abc' }]);
    expect(events).toEqual(['unsaved', 'saving', 'saved']);
    expect(autosave.pending()).toBeUndefined();
  });

  test('a failure keeps the change and tries again until it works', async () => {
    const server = fakeServer();
    const events: AutosaveEvent['type'][] = [];
    const autosave = createAutosave(server.put, (event) => events.push(event.type));
    server.state.isDown = true;
    autosave.changed(() => ({ name: 'a' }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(autosave.pending()).toEqual({ name: 'a' });
    server.state.isDown = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.saved).toEqual([{ name: 'a' }]);
    expect(events.at(-1)).toBe('saved');
    expect(events.filter((type) => type === 'failed').length).toBeGreaterThan(1);
  });

  test('a change during a save is saved after it, never at the same time', async () => {
    const server = fakeServer();
    const autosave = createAutosave(server.put, () => undefined);
    const gate = Promise.withResolvers<void>();
    server.state.gate = gate.promise;
    autosave.changed(() => ({ name: 'first' }));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.changed(() => ({ name: 'second' }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.saved).toEqual([]);
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.saved).toEqual([{ name: 'first' }, { name: 'second' }]);
  });

  test('flush saves at once and says whether it worked', async () => {
    const server = fakeServer();
    const autosave = createAutosave(server.put, () => undefined);
    expect(await autosave.flush()).toBe(true);
    autosave.changed(() => ({ name: 'a' }));
    expect(await autosave.flush()).toBe(true);
    expect(server.saved).toEqual([{ name: 'a' }]);
    server.state.isDown = true;
    autosave.changed(() => ({ name: 'b' }));
    expect(await autosave.flush()).toBe(false);
  });
});
