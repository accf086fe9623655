import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Autosave, type AutosaveEvent } from '../../../../../renderer/stores/saving/autosave.ts';
import type { FlowFields } from '../../../../../renderer/stores/saving/drafts.ts';
import { ApiError } from '../../../../../shared/client/api-error.ts';

const fieldsOf = (name: string): FlowFields => ({ name, flowData: '{}', apiConfig: null });

/** A server that can be made to fail, or to take its time, and a browser that keeps one draft. */
function fakeServer() {
  const saved: string[] = [];
  const sentBefore: string[][] = [];
  const state: { fault: unknown; gate: Promise<void>; isFull: boolean } = {
    fault: undefined,
    gate: Promise.resolve(),
    isFull: false,
  };
  const drafts: { name: string | undefined; sent: readonly string[] }[] = [];
  return {
    saved,
    sentBefore,
    state,
    drafts,
    target: {
      put: async (fields: FlowFields, sent: readonly FlowFields[]) => {
        sentBefore.push(sent.map(({ name }) => name));
        await state.gate;
        if (state.fault !== undefined) throw state.fault;
        saved.push(fields.name);
      },
      keep: async (fields: FlowFields, sent: readonly FlowFields[]) => {
        if (state.isFull) throw new Error('no room');
        drafts.push({ name: fields.name, sent: sent.map(({ name }) => name) });
      },
      drop: async () => void drafts.push({ name: undefined, sent: [] }),
      isFinal: (error: unknown) => error instanceof RangeError,
    },
  };
}

describe('autosave', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('many changes are one save, a moment after the last, of the last state', async () => {
    const server = fakeServer();
    const events: AutosaveEvent['type'][] = [];
    const autosave = new Autosave(server.target, (event) => events.push(event.type));
    let name = '';
    for (const letter of 'abc') {
      name += letter;
      autosave.changed(() => fieldsOf(name));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(server.saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.saved).toEqual(['abc']);
    expect(events).toEqual(['unsaved', 'saving', 'saved']);
    expect(autosave.pending()).toBeUndefined();
  });

  test('a failure keeps the change and tries again until it works', async () => {
    const server = fakeServer();
    const events: AutosaveEvent['type'][] = [];
    const autosave = new Autosave(server.target, (event) => events.push(event.type));
    server.state.fault = new Error('down');
    autosave.changed(() => fieldsOf('a'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(autosave.pending()).toEqual(fieldsOf('a'));
    server.state.fault = undefined;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.saved).toEqual(['a']);
    expect(events.at(-1)).toBe('saved');
    expect(events.filter((type) => type === 'failed').length).toBeGreaterThan(1);
  });

  test('a change during a save is saved after it, never at the same time', async () => {
    const server = fakeServer();
    const autosave = new Autosave(server.target, () => undefined);
    const gate = Promise.withResolvers<void>();
    server.state.gate = gate.promise;
    autosave.changed(() => fieldsOf('first'));
    await vi.advanceTimersByTimeAsync(1000);
    autosave.changed(() => fieldsOf('second'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.saved).toEqual([]);
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.saved).toEqual(['first', 'second']);
  });

  test('flush saves at once and says whether it worked', async () => {
    const server = fakeServer();
    const autosave = new Autosave(server.target, () => undefined);
    expect(await autosave.flush()).toBe(true);
    autosave.changed(() => fieldsOf('a'));
    expect(await autosave.flush()).toBe(true);
    expect(server.saved).toEqual(['a']);
    server.state.fault = new Error('down');
    autosave.changed(() => fieldsOf('b'));
    expect(await autosave.flush()).toBe(false);
  });

  test('a change is kept as a draft before it is saved, and the draft goes when the server has it', async () => {
    const server = fakeServer();
    const autosave = new Autosave(server.target, () => undefined);
    autosave.changed(() => fieldsOf('a'));
    await vi.advanceTimersByTimeAsync(300);
    expect(server.saved).toEqual([]);
    expect(server.drafts.map(({ name }) => name)).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.drafts.map(({ name }) => name)).toEqual(['a', undefined]);
  });

  test('while nobody answers it tries every second', async () => {
    const server = fakeServer();
    const autosave = new Autosave(server.target, () => undefined);
    server.state.fault = new ApiError('away', { status: 0, code: 'NETWORK' });
    autosave.changed(() => fieldsOf('a'));
    await vi.advanceTimersByTimeAsync(60_000);
    server.state.fault = undefined;
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.saved).toEqual(['a']);
  });

  test('what was sent without an answer is known to the next try and to the draft', async () => {
    const server = fakeServer();
    const autosave = new Autosave(server.target, () => undefined);
    server.state.fault = new Error('cut off');
    autosave.changed(() => fieldsOf('first'));
    await autosave.flush();
    autosave.changed(() => fieldsOf('second'));
    await vi.advanceTimersByTimeAsync(300);
    expect(server.drafts.at(-1)).toEqual({ name: 'second', sent: ['first'] });
    server.state.fault = undefined;
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.sentBefore).toEqual([[], ['first']]);
  });

  test('every save without an answer is remembered, until one worked or all is discarded', async () => {
    const server = fakeServer();
    const autosave = new Autosave(server.target, () => undefined);
    server.state.fault = new Error('cut off');
    for (const name of ['first', 'second', 'second', 'third']) {
      autosave.changed(() => fieldsOf(name));
      await autosave.flush();
    }
    expect(server.sentBefore.at(-1)).toEqual(['first', 'second']);
    await autosave.discard();
    autosave.changed(() => fieldsOf('fourth'));
    await autosave.flush();
    server.state.fault = undefined;
    await autosave.flush();
    autosave.changed(() => fieldsOf('fifth'));
    await autosave.flush();
    expect(server.sentBefore.slice(-3)).toEqual([[], ['fourth'], []]);
  });

  test('a final failure is not tried again before somebody has decided', async () => {
    const server = fakeServer();
    const autosave = new Autosave(server.target, () => undefined);
    server.state.fault = new RangeError('changed meanwhile');
    autosave.changed(() => fieldsOf('a'));
    await vi.advanceTimersByTimeAsync(2000);
    server.state.fault = undefined;
    autosave.changed(() => fieldsOf('b'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(server.saved).toEqual([]);
    expect(server.drafts.at(-1)?.name).toBe('b');
    expect(await autosave.resume()).toBe(true);
    expect(server.saved).toEqual(['b']);
  });

  test('a failure says whether the changes are kept in the browser', async () => {
    const server = fakeServer();
    const kept: boolean[] = [];
    const autosave = new Autosave(server.target, (event) => event.type === 'failed' && kept.push(event.isKept));
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.state.fault = new Error('down');
    autosave.changed(() => fieldsOf('a'));
    await autosave.flush();
    server.state.isFull = true;
    await autosave.flush();
    expect(kept).toEqual([true, false]);
  });

  test('bringing the changes into safety ends with a draft when the server hangs', async () => {
    const server = fakeServer();
    const autosave = new Autosave(server.target, () => undefined);
    server.state.gate = Promise.withResolvers<void>().promise;
    autosave.changed(() => fieldsOf('a'));
    const secured = autosave.secure();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await secured).toBe(true);
    expect(server.drafts.at(-1)).toEqual({ name: 'a', sent: [] });
  });
});
