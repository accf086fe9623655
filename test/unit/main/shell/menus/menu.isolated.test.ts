import { EventEmitter } from 'node:events';
import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppMenu, editOutsidePage } from '../../../../../electron/main/shell/menus/menu.ts';
import { stubPlatform } from '../../../../helpers/builders/stub-platform.ts';

const electron = vi.hoisted(() => ({
  shown: { items: [] as { submenu: { items: { id?: string; enabled?: boolean }[] } }[] },
  sendAction: vi.fn(),
}));
vi.mock('electron', () => ({
  app: {},
  Menu: {
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
      items: template.map(({ submenu }) => ({ submenu: { items: submenu } })),
    }),
    setApplicationMenu: (menu: typeof electron.shown) => {
      electron.shown = menu;
    },
    getApplicationMenu: () => electron.shown,
    sendActionToFirstResponder: electron.sendAction,
  },
}));

class FakeWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { isFocused: () => this.isTypedInto });
  isTypedInto = true;
  isGone = false;
  readonly isDestroyed = () => this.isGone;
  readonly isFocused = () => true;
}

const actions = { runCommand: vi.fn(), showDataFolder: vi.fn(), goTo: vi.fn(), zoom: vi.fn() };

/** The ids of items that are on, of those that are asked about. */
function on(...asked: readonly string[]): readonly string[] {
  const items = electron.shown.items.flatMap(({ submenu }) => submenu.items);
  return asked.filter((id) => items.some((item) => item.id === id && item.enabled === true));
}

function openMenu(platform: NodeJS.Platform) {
  stubPlatform(platform);
  const window = new FakeWindow();
  const followed = window as unknown as BrowserWindow;
  const menu = new AppMenu(actions, [], { program: '', args: [] });
  menu.follow(followed);
  menu.build();
  return { menu, window, followed };
}

beforeEach(() => {
  vi.clearAllMocks();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('On a Mac', () => {
  test('the keys to edit text are those of whatever has the focus', () => {
    const { menu, window, followed } = openMenu('darwin');
    menu.offer(['paste']);
    expect(on('cut', 'paste', 'duplicate')).toEqual(['paste']);
    expect(editOutsidePage('paste', followed)).toBe(false);
    window.isTypedInto = false;
    window.webContents.emit('blur');
    expect(on('cut', 'paste', 'duplicate')).toEqual(['cut', 'paste']);
    menu.build();
    expect(on('cut', 'paste', 'duplicate')).toEqual(['cut', 'paste']);
    expect(editOutsidePage('select-all', followed)).toBe(true);
    expect(electron.sendAction.mock.calls).toEqual([['selectAll:']]);
    expect(editOutsidePage('save', followed)).toBe(false);
    window.isTypedInto = true;
    window.webContents.emit('focus');
    expect(on('cut', 'paste')).toEqual(['paste']);
  });

  test('the menu has without a window what opens one', () => {
    const { menu, window } = openMenu('darwin');
    menu.offer(['save', 'fit', 'settings']);
    window.isGone = true;
    window.emit('closed');
    expect(on('save', 'fit', 'settings', 'new-flow', 'runs')).toEqual(['settings', 'new-flow', 'runs']);
  });
});

test('elsewhere the page has its keys itself', () => {
  const { menu, window, followed } = openMenu('linux');
  window.isTypedInto = false;
  window.webContents.emit('blur');
  menu.offer(['paste']);
  expect(on('cut', 'paste')).toEqual(['paste']);
  expect(editOutsidePage('paste', followed)).toBe(false);
});
