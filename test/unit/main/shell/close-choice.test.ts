import { expect, test, vi } from 'vitest';
import { whatCloses } from '../../../../electron/main/shell/close-choice.ts';

vi.mock('electron', () => ({ dialog: {} }));

test.each([
  ['linux', 'ask', false, 'quit'],
  ['linux', 'ask', true, 'ask'],
  ['win32', 'keep', false, 'keep'],
  ['win32', 'keep', true, 'keep'],
  ['linux', 'quit', true, 'quit'],
  // On a Mac an app goes on without its windows; its page has to stay where it follows something.
  ['darwin', 'ask', false, 'close'],
  ['darwin', 'quit', true, 'keep'],
  ['darwin', 'keep', false, 'close'],
] as const)('on %s with the choice "%s" (work: %s) closing the window means: %s', (platform, choice, hasWork, what) => {
  expect(whatCloses({ platform, choice, hasWork })).toBe(what);
});
