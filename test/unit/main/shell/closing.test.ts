import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerProcess } from '../../../../electron/main/server/server-process.ts';
import { Closing } from '../../../../electron/main/shell/closing.ts';

/** How long what comes true by itself may take on a machine that has other work. */
const BUSY_MACHINE = { timeout: 20_000 };

const electron = vi.hoisted(() => ({ windows: [] as unknown[], app: {} as EventEmitter & { quit: () => void } }));

vi.mock('electron', () => ({
  app: new Proxy({}, { get: (_, name) => Reflect.get(electron.app, name) }),
  BrowserWindow: { getAllWindows: () => electron.windows },
  dialog: {},
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
  readonly send = (channel: string) => void this.asked.push(channel);
}

class FakeWindow extends EventEmitter {
  readonly page = new FakePage();
  isGone = false;
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

const idle = { runningUpserts: 0 } as ServerProcess;

describe('Closing', () => {
  let app: FakeApp;
  let window: FakeWindow;
  let closing: Closing;

  beforeEach(() => {
    app = new FakeApp();
    window = new FakeWindow();
    electron.app = app;
    electron.windows = [window];
    closing = new Closing(idle, {
      choice: 'ask',
      isWatching: false,
      choose: () => undefined,
      showServer: () => undefined,
    });
    closing.watch(window as unknown as BrowserWindow, 'darwin');
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
    electron.windows = [];
    app.quit();
    await vi.advanceTimersByTimeAsync(0);
    expect(app.quits).toBe(1);
  });
});
