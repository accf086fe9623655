import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindowConstructorOptions } from 'electron';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { root } from '../../../../build/lib/paths.mjs';
import { WindowMemory } from '../../../../electron/main/memory/window-memory.ts';
import { canvasColour, openWindow, showWindow } from '../../../../electron/main/page/app-window.ts';
import { stubPlatform } from '../../../helpers/builders/stub-platform.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const electron = vi.hoisted(() => ({
  app: { isPackaged: true },
  nativeTheme: { shouldUseDarkColors: false, shouldUseHighContrastColors: false },
  display: { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } },
  given: undefined as BrowserWindowConstructorOptions | undefined,
  called: [] as string[],
}));

/** Knows what it was asked for, and shows what it does. */
class FakeWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { setWindowOpenHandler: () => undefined });
  isSeen = false;
  isLarge = false;
  constructor(options?: BrowserWindowConstructorOptions) {
    super();
    electron.given = options;
  }
  readonly isVisible = () => this.isSeen;
  readonly isMaximized = () => this.isLarge;
  readonly loadURL = async () => undefined;
  readonly show = () => {
    this.isSeen = true;
    electron.called.push('show');
    this.emit('show');
  };
  readonly maximize = () => {
    this.isSeen = true;
    this.isLarge = true;
    electron.called.push('maximize');
  };
  readonly setFullScreen = () => void electron.called.push('full screen');
}

vi.mock('electron', () => ({
  app: electron.app,
  nativeTheme: electron.nativeTheme,
  screen: { getPrimaryDisplay: () => electron.display, getAllDisplays: () => [electron.display] },
  BrowserWindow: class {
    constructor(options: BrowserWindowConstructorOptions) {
      // biome-ignore lint/correctness/noConstructorReturn: stands for the class of Electron.
      return new FakeWindow(options);
    }
  },
  shell: {},
}));

const folder = makeTemporaryFolder();
let memory: WindowMemory;

function open(isHidden = false): FakeWindow {
  return openWindow({ memory, page: undefined, isHidden }) as unknown as FakeWindow;
}

beforeEach(() => {
  Object.assign(electron.app, { isPackaged: true });
  Object.assign(electron.nativeTheme, { shouldUseDarkColors: false, shouldUseHighContrastColors: false });
  electron.called.length = 0;
  memory = new WindowMemory(join(folder.path, 'window.json'), () => undefined);
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => folder.remove());

test('a window keeps its page in a sandbox, and fetches no dictionaries for it', () => {
  open();
  expect(electron.given?.webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
  });
});

describe('A window that was maximised', () => {
  test.each([
    ['maximised', { isMaximized: true }, ['maximize', 'show']],
    ['in full screen', { isFullScreen: true }, ['show', 'full screen']],
    ['neither', {}, ['show']],
  ])('is seen as it was, %s, from the first moment', (_, content, called) => {
    memory.remember(content);
    open().emit('ready-to-show');
    expect(electron.called).toEqual(called);
  });

  test('is maximised when it is first asked for, if it starts hidden', () => {
    memory.remember({ isMaximized: true });
    const window = open(true);
    window.emit('ready-to-show');
    expect(electron.called).toEqual([]);
    showWindow(window as never, memory);
    showWindow(window as never, memory);
    expect(electron.called).toEqual(['maximize', 'show', 'show']);
  });
});

describe('The colour of a new window', () => {
  const tokens = readFileSync(join(root, 'renderer', 'styles', 'tokens.css'), 'utf8');
  const [normal, contrast] = [...tokens.matchAll(/--canvas: light-dark\((#\w+), (#\w+)\)/g)];

  test('is the canvas of the page, in each theme', () => {
    expect([canvasColour(false, false), canvasColour(true, false)]).toEqual(normal?.slice(1));
    expect([canvasColour(false, true), canvasColour(true, true)]).toEqual(contrast?.slice(1));
  });

  test.each([
    ['contrast', false, true],
    ['system', true, true],
    ['light', false, false],
  ] as const)(
    'with the theme %s, and high contrast of the system: %s, has high contrast: %s',
    (theme, shouldUseHighContrastColors, hasMore) => {
      Object.assign(electron.nativeTheme, { shouldUseHighContrastColors });
      memory.remember({ look: { theme, language: 'en' } });
      open();
      expect(electron.given?.backgroundColor).toBe(canvasColour(false, hasMore));
    },
  );
});

test.each([
  ['linux', true, true],
  ['linux', false, true],
  ['win32', false, true],
  // Of the program: it has one in each size.
  ['win32', true, false],
] as const)('on %s, packaged %s, a window is given the icon of the app: %s', (platform, isPackaged, isGiven) => {
  stubPlatform(platform);
  Object.assign(electron.app, { isPackaged });
  open();
  expect(electron.given?.icon !== undefined).toBe(isGiven);
});
