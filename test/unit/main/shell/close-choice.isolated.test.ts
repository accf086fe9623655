import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { expect, test, vi } from 'vitest';
import { askAboutClosing, whatCloses } from '../../../../electron/main/shell/closing.ts';

const electron = vi.hoisted(() => ({ ticks: false }));

vi.mock('electron', () => ({
  dialog: {
    // A person presses the first button, and leaves the box as it is or ticks it.
    showMessageBox: async (_window: unknown, { checkboxChecked }: MessageBoxOptions) => ({
      response: 0,
      checkboxChecked: electron.ticks || checkboxChecked,
    }),
  },
}));

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

test.each([false, true])(
  'the answer holds for every time only where the person says so (ticked: %s)',
  async (ticks) => {
    electron.ticks = ticks;
    expect(await askAboutClosing({} as BrowserWindow)).toEqual({ answer: 'keep', isForGood: ticks });
  },
);
