import { afterAll, beforeAll, expect, vi } from 'vitest';

/** What the page's code asks for in a browser. Libraries put other new names there when they are first loaded. */
const GLOBALS_OF_A_PAGE = ['window', 'document', 'localStorage', 'sessionStorage', 'location', 'matchMedia'];

/** Each copy of pdf.js puts itself there when it is first loaded; none reads them. */
const GLOBALS_OF_PDF_JS = /pdfjs/;

let known: readonly string[];
let before: ReadonlyMap<string, unknown>;

/** What the files that share a process have in common, besides modules. */
function sharedState(): ReadonlyMap<string, unknown> {
  const state = new Map<string, unknown>([
    ['the current folder', process.cwd()],
    ['fake timers', vi.isFakeTimers()],
  ]);
  for (const [name, value] of Object.entries(process.env)) state.set(`${name} of the environment`, value);
  for (const name of process.eventNames()) state.set(`listeners to ${String(name)}`, process.listenerCount(name));
  for (const name of known) {
    state.set(`the global ${name}`, Object.getOwnPropertyDescriptor(globalThis, name)?.value);
  }
  return state;
}

// A file that leaves something behind fails itself, and not the one after it.
beforeAll(() => {
  const present = Object.getOwnPropertyNames(globalThis).filter((name) => !GLOBALS_OF_PDF_JS.test(name));
  known = [...present, ...GLOBALS_OF_A_PAGE];
  before = sharedState();
});
afterAll(() => {
  const after = sharedState();
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].filter((name) => !Object.is(before.get(name), after.get(name)));
  expect(changed, 'What the file leaves changed for the next file of its process').toEqual([]);
});
