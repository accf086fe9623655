import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBySystem } from '../../../../electron/main/shell/open-by-system.ts';
import type { OpenRequest } from '../../../../shared/ipc/opened.ts';
import { stubPlatform } from '../../../helpers/builders/stub-platform.ts';

const electron = vi.hoisted(() => ({ app: {} as EventEmitter & { setAsDefaultProtocolClient(scheme: string): void } }));
vi.mock('electron', () => ({ app: new Proxy({}, { get: (_, name) => Reflect.get(electron.app, name) }) }));

describe('What the system opens', () => {
  let opened: OpenRequest[];
  let registered: string[];

  /** Sends what the system tells; the app has to say that it takes it. */
  function tell(event: 'open-url' | 'open-file', what: string): void {
    const preventDefault = vi.fn();
    electron.app.emit(event, { preventDefault }, what);
    expect(preventDefault).toHaveBeenCalled();
  }
  function listen(platform: NodeJS.Platform): void {
    stubPlatform(platform);
    openBySystem((request) => void opened.push(request));
  }

  beforeEach(() => {
    vi.useFakeTimers();
    opened = [];
    registered = [];
    electron.app = Object.assign(new EventEmitter(), {
      isPackaged: true,
      setAsDefaultProtocolClient: (scheme: string) => void registered.push(scheme),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('a link leads to its page, and what is none to the window', () => {
    listen('darwin');
    tell('open-url', 'tributary://flow/a1');
    tell('open-url', 'tributary://elsewhere');
    expect(opened).toEqual([{ page: '#/flows/a1', paths: [] }, { paths: [] }]);
  });

  test('files that are opened together come together, the next ones by themselves', () => {
    listen('darwin');
    tell('open-file', '/a.pdf');
    tell('open-file', '/b.pdf');
    expect(opened).toEqual([]);
    vi.advanceTimersByTime(100);
    tell('open-file', '/c.pdf');
    vi.advanceTimersByTime(100);
    expect(opened).toEqual([{ paths: ['/a.pdf', '/b.pdf'] }, { paths: ['/c.pdf'] }]);
  });

  test.each([
    ['win32', ['tributary']],
    ['darwin', []],
    ['linux', []],
  ] as const)('on %s the app itself registers the links: %j', (platform, schemes) => {
    listen(platform);
    expect(registered).toEqual(schemes);
  });
});
