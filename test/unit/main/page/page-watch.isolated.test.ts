import { EventEmitter } from 'node:events';
import type { BrowserWindow, MessageBoxOptions, MessageBoxReturnValue } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import { watchPage } from '../../../../electron/main/page/page-watch.ts';

interface Question {
  /** Over which it stands; undefined: by itself. */
  readonly over: unknown;
  readonly message: string;
  readonly signal: AbortSignal | undefined;
  readonly answer: (button: number) => void;
}

const electron = vi.hoisted(() => ({ windows: [] as unknown[], questions: [] as Question[], quits: 0 }));

vi.mock('electron', () => ({
  app: { quit: () => (electron.quits += 1) },
  BrowserWindow: { getAllWindows: () => electron.windows },
  dialog: {
    showMessageBox: (...args: unknown[]) => {
      const { message, signal } = args.at(-1) as MessageBoxOptions;
      const { promise, resolve } = Promise.withResolvers<Partial<MessageBoxReturnValue>>();
      const answer = (response: number) => resolve({ response });
      signal?.addEventListener('abort', () => answer(0));
      electron.questions.push({ over: args.length > 1 ? args[0] : undefined, message, signal, answer });
      return promise;
    },
  },
}));

class FakePage extends EventEmitter {
  loads = 0;
  kills = 0;
  readonly reload = () => {
    this.loads += 1;
  };
  readonly forcefullyCrashRenderer = () => {
    this.kills += 1;
  };
}

class FakeWindow extends EventEmitter {
  readonly webContents = new FakePage();
  isSeen = true;
  readonly isVisible = () => this.isSeen;
  readonly isDestroyed = () => false;
}

let window: FakeWindow;
let reasons: string[];
const crash = () => window.webContents.emit('render-process-gone', {}, { reason: 'crashed' });

beforeEach(() => {
  window = new FakeWindow();
  reasons = [];
  Object.assign(electron, { windows: [window], questions: [], quits: 0 });
  watchPage(window as unknown as BrowserWindow, (reason) => reasons.push(reason));
});

test.each([true, false])(
  'a page that goes on crashing is asked about where it is seen (window: %s)',
  async (isSeen) => {
    window.isSeen = isSeen;
    for (let i = 0; i < 3; i += 1) crash();
    expect(window.webContents.loads).toBe(2);
    expect(electron.questions).toMatchObject([
      { over: isSeen ? window : undefined, message: 'The page of Tributary keeps crashing.' },
    ]);
    electron.questions[0]?.answer(1);
    await vi.waitFor(() => expect(electron.quits).toBe(1));
    expect(reasons).toEqual(['crashed', 'crashed', 'crashed']);
  },
);

test('a page that hangs is asked about once at a time, until it answers', async () => {
  window.isSeen = false;
  window.emit('unresponsive');
  window.emit('unresponsive');
  expect(electron.questions).toMatchObject([{ over: undefined, message: 'The window does not answer.' }]);
  window.emit('responsive');
  expect(electron.questions[0]?.signal?.aborted).toBe(true);
  await vi.waitFor(() => {
    window.emit('unresponsive');
    expect(electron.questions).toHaveLength(2);
  });
  electron.questions[1]?.answer(1);
  await vi.waitFor(() => expect(window.webContents.kills).toBe(1));
});
