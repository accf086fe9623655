import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerProcess } from '../../../../electron/main/server/server-process.ts';
import { Closing, type Keeping } from '../../../../electron/main/shell/closing.ts';

/** How long what comes true by itself may take on a machine that has other work. */
const BUSY_MACHINE = { timeout: 20_000 };

const electron = vi.hoisted(() => ({
  windows: [] as unknown[],
  app: {} as EventEmitter & { quit: () => void },
  /** The buttons that the user will press. */
  answers: [] as number[],
}));

vi.mock('electron', () => ({
  app: new Proxy({}, { get: (_, name) => Reflect.get(electron.app, name) }),
  BrowserWindow: { getAllWindows: () => electron.windows },
  dialog: {
    showMessageBox: async () => {
      const response = electron.answers.shift();
      if (response === undefined) throw new Error('Nobody answers this question.');
      return { response, checkboxChecked: false };
    },
  },
  ipcMain: {},
}));

class FakeEvent {
  isPrevented = false;
  preventDefault() {
    this.isPrevented = true;
  }
}

/** An app that counts how often it has really quit. */
class FakeApp extends EventEmitter {
  quits = 0;
  readonly quit = () => {
    const event = new FakeEvent();
    this.emit('before-quit', event);
    if (!event.isPrevented) this.quits += 1;
  };
}

class FakePage extends EventEmitter {
  readonly asked: string[] = [];
  readonly isDestroyed = () => false;
  readonly isCrashed = () => false;
  readonly send = (channel: string) => {
    this.asked.push(channel);
    this.emit(channel);
  };
}

class FakeWindow extends EventEmitter {
  readonly page = new FakePage();
  isGone = false;
  isSeen = true;
  readonly isVisible = () => this.isSeen;
  readonly isFullScreen = () => false;
  readonly hide = () => {
    this.isSeen = false;
  };
  readonly isDestroyed = () => this.isGone;
  get webContents() {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    return this.page;
  }
  readonly destroy = () => {
    if (this.isGone) throw new TypeError('Object has been destroyed');
    this.isGone = true;
  };
  readonly close = () => {
    const event = new FakeEvent();
    this.emit('close', event);
    if (!event.isPrevented) this.isGone = true;
  };
}

/** A server with upserts that end when they are told to. */
class FakeServer {
  readonly #ended = Promise.withResolvers<void>();
  runningUpserts: number;
  constructor(running: number) {
    this.runningUpserts = running;
  }
  stops = 0;
  readonly stop = async () => {
    this.stops += 1;
  };
  readonly end = () => {
    this.runningUpserts = 0;
    this.#ended.resolve();
  };
  readonly untilIdle = (signal: AbortSignal) =>
    Promise.race([
      this.#ended.promise,
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    ]);
}

describe('Closing', () => {
  let app: FakeApp;
  let window: FakeWindow;
  let closing: Closing;
  let states: string[];
  let leaving: boolean[];

  function begin(server: FakeServer, platform: NodeJS.Platform): void {
    app = new FakeApp();
    window = new FakeWindow();
    electron.app = app;
    electron.windows = [window];
    states = [];
    leaving = [];
    const keeping: Keeping = {
      choice: 'ask',
      isWatching: false,
      choose: () => undefined,
      showServer: ({ state }) => states.push(state),
    };
    closing = new Closing(server as unknown as ServerProcess, keeping, {
      setLeaving: (isLeaving) => leaving.push(isLeaving),
    });
    closing.watch(window as unknown as BrowserWindow, platform);
  }

  beforeEach(() => {
    begin(new FakeServer(0), 'darwin');
    electron.answers = [];
    return () => vi.useRealTimers();
  });

  test('a window and the app that close at once wait for one save of the page', async () => {
    window.close();
    app.quit();
    await vi.waitFor(() => expect(window.page.asked).toEqual(['before-close']), BUSY_MACHINE);
    closing.pageSaved(window.page as never);
    await vi.waitFor(() => expect(app.quits).toBe(1), BUSY_MACHINE);
    expect(window.isGone).toBe(true);
  });

  test('the app quits although a page that is closed twice never answers', async () => {
    vi.useFakeTimers();
    window.close();
    window.close();
    app.quit();
    await vi.advanceTimersByTimeAsync(6000);
    expect(window.isGone).toBe(true);
    expect(app.quits).toBe(1);
  });

  test('the app can be asked to quit again after that failed', async () => {
    vi.useFakeTimers();
    vi.spyOn(process.stderr, 'write').mockReturnValueOnce(true);
    electron.windows = [
      {
        get webContents() {
          throw new TypeError('Object has been destroyed');
        },
      },
    ];
    app.quit();
    await vi.advanceTimersByTimeAsync(0);
    expect(leaving).toEqual([true, false]);
    electron.windows = [];
    app.quit();
    await vi.advanceTimersByTimeAsync(0);
    expect(app.quits).toBe(1);
    expect(leaving.at(-1)).toBe(true);
  });

  describe('during an upsert', () => {
    const [WAIT, STOP, STAY] = [0, 1, 2];
    const [KEEP, QUIT, CANCEL] = [0, 1, 2];
    let server: FakeServer;

    beforeEach(() => {
      vi.useFakeTimers();
      server = new FakeServer(1);
      begin(server, 'linux');
      window.page.once('before-close', () => closing.pageSaved(window.page as never));
    });

    /** What has come of it when nothing moves any more. */
    async function outcome() {
      await vi.advanceTimersByTimeAsync(0);
      expect(electron.answers).toEqual([]);
      return { quits: app.quits, isSeen: window.isSeen, states };
    }

    test.each([
      ['wait', [WAIT], { quits: 0, isSeen: true, states: ['finishing'] }],
      ['stop', [STOP], { quits: 1, isSeen: true, states: [] }],
      ['stay open', [STAY], { quits: 0, isSeen: true, states: [] }],
      ['wait, and then stop', [WAIT, STOP], { quits: 1, isSeen: true, states: ['finishing'] }],
      ['wait, and then stay open', [WAIT, STAY], { quits: 0, isSeen: true, states: ['finishing', 'running'] }],
    ])('quitting asks what to do: %s', async (_, answers, expected) => {
      for (const answer of answers) {
        electron.answers.push(answer);
        app.quit();
        await outcome();
      }
      expect(await outcome()).toEqual(expected);
      server.end();
      const isWaiting = answers.at(-1) === WAIT;
      expect(await outcome()).toEqual({ ...expected, quits: isWaiting ? 1 : expected.quits });
    });

    test('the end of the session lets the page save, stops the server, and asks nothing', async () => {
      window.emit('query-session-end');
      expect(window.page.asked).toEqual(['before-close']);
      expect(server.stops).toBe(0);
      window.page.once('before-close', () => closing.pageSaved(window.page as never));
      window.emit('session-end');
      expect(server.stops).toBe(1);
      expect(await outcome()).toMatchObject({ quits: 1 });
    });

    test.each([
      ['keep running', [KEEP], { quits: 0, isSeen: false, states: [] }],
      ['quit, and stop the upsert', [QUIT, STOP], { quits: 1, isSeen: true, states: [] }],
      ['quit, and stay open', [QUIT, STAY], { quits: 0, isSeen: true, states: [] }],
      ['cancel', [CANCEL], { quits: 0, isSeen: true, states: [] }],
    ])('closing the window asks whether the app goes on: %s', async (_, answers, expected) => {
      electron.answers.push(...answers);
      window.close();
      expect(await outcome()).toEqual(expected);
    });
  });
});
