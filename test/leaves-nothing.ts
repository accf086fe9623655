import { afterAll, beforeAll, expect, vi } from 'vitest';

/** What the files that share a process have in common, besides modules. */
function sharedState(): ReadonlyMap<string, unknown> {
  const state = new Map<string, unknown>([
    ['the current folder', process.cwd()],
    ['fake timers', vi.isFakeTimers()],
  ]);
  for (const [name, value] of Object.entries(process.env)) state.set(`${name} of the environment`, value);
  for (const name of process.eventNames()) state.set(`listeners to ${String(name)}`, process.listenerCount(name));
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    state.set(`the global ${name}`, value);
  }
  return state;
}

// A file that leaves something behind fails itself, and not the one after it.
let before: ReturnType<typeof sharedState>;
beforeAll(() => {
  before = sharedState();
});
afterAll(() => {
  const after = sharedState();
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].filter((name) => !Object.is(before.get(name), after.get(name)));
  expect(changed, 'What the file leaves changed for the next file of its process').toEqual([]);
});
