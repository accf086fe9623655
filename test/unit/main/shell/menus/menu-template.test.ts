import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { jumpList } from '../../../../../electron/main/shell/menus/jump-list.ts';
import { menuLayout, menuTemplate, toAccelerator } from '../../../../../electron/main/shell/menus/menu-template.ts';
import { COMMANDS } from '../../../../../shared/commands/command-table.ts';
import german from '../../../../../shared/texts/de.json' with { type: 'json' };
import { speak } from '../../../../../shared/texts/t.ts';
import chinese from '../../../../../shared/texts/zh.json' with { type: 'json' };

const actions = { runCommand: vi.fn(), showDataFolder: vi.fn(), goTo: vi.fn(), zoom: vi.fn() };
const state = { flows: [], offered: undefined, platform: 'linux' } as const;

function itemsOf(template: readonly MenuItemConstructorOptions[], menu: string): readonly MenuItemConstructorOptions[] {
  const submenu = template.find(({ label }) => label?.replace('&', '') === menu)?.submenu;
  return Array.isArray(submenu) ? submenu : [];
}
function choose(items: readonly MenuItemConstructorOptions[], label: string): void {
  Reflect.apply(items.find((item) => item.label === label)?.click ?? String, undefined, []);
}

describe('The native menu', () => {
  afterEach(() => speak('en', {}));

  test('has everything on until the page tells, and then what can be done', () => {
    expect(itemsOf(menuTemplate(state, actions), 'Edit').every(({ enabled }) => enabled !== false)).toBe(true);
    const offered = new Set(['paste'] as const);
    const on = itemsOf(menuTemplate({ ...state, offered }, actions), 'Edit').filter(({ enabled }) => enabled === true);
    expect(on.map(({ id }) => id)).toEqual(['paste']);
  });

  test('opens the flows that were open last, and is off without any', () => {
    const recentOf = (flows: readonly { id: string; name: string }[]) =>
      itemsOf(menuTemplate({ ...state, flows }, actions), 'File').find(({ label }) => label === 'Recent flows');
    expect(recentOf([])?.enabled).toBe(false);
    const recent = recentOf([{ id: 'a1', name: 'Bees' }]);
    expect(recent?.enabled).toBe(true);
    choose(itemsOf([recent ?? {}], 'Recent flows'), 'Bees');
    expect(actions.goTo).toHaveBeenCalledWith('#/flows/a1');
  });

  test('has help, and says what the app is', () => {
    const help = itemsOf(menuTemplate(state, actions), 'Help');
    expect(help.flatMap(({ label }) => label ?? [])).toEqual([
      'Keyboard shortcuts',
      'HTTP API',
      'Show the log',
      'Show the data folder',
      'About Tributary',
    ]);
    choose(help, 'Show the log');
    expect(actions.goTo).toHaveBeenCalledWith('#/settings/logs');
    choose(help, 'About Tributary');
    expect(actions.goTo).toHaveBeenCalledWith('#/settings/about');
  });

  test('speaks the language of the page, its commands too', () => {
    speak('de', { '&File': '&Datei', 'Save now': 'Jetzt speichern' });
    const file = itemsOf(menuTemplate(state, actions), 'Datei');
    expect(file.find(({ id }) => id === 'save')?.label).toBe('Jetzt speichern');
  });

  test.each([
    ['en', {}],
    ['de', german],
    ['zh', chinese],
  ] as const)('opens each of its menus by a letter of its own, in %s', (language, texts) => {
    speak(language, texts);
    const letters = menuTemplate(state, actions).map(({ label = '' }) => /&(\p{L})/u.exec(label)?.[1]?.toUpperCase());
    expect(letters.every((letter) => letter !== undefined)).toBe(true);
    expect(new Set(letters).size).toBe(letters.length);
  });

  test('shows a name as it is', () => {
    const file = itemsOf(menuTemplate({ ...state, flows: [{ id: 'a1', name: 'R&D' }] }, actions), 'File');
    expect(itemsOf(file, 'Recent flows').map(({ label }) => label)).toEqual(['R&&D']);
  });

  test('has the keys of the window beside its commands', () => {
    const file = itemsOf(menuTemplate(state, actions), 'File');
    const keys = ['new-flow', 'import-flow', 'export-flow', 'settings'].map(
      (command) => file.find(({ id }) => id === command)?.accelerator,
    );
    expect(keys).toEqual(['CmdOrCtrl+N', 'CmdOrCtrl+O', 'CmdOrCtrl+Shift+S', 'CmdOrCtrl+,']);
  });

  test('has a menu of the app on a Mac, with the settings', () => {
    const template = menuTemplate({ ...state, platform: 'darwin' }, actions);
    expect(itemsOf(template, 'Tributary').map(({ role }) => role)).toContain('quit');
    expect(itemsOf(template, 'File').map(({ role }) => role)).not.toContain('quit');
    expect(itemsOf(template, 'Tributary').map(({ id }) => id)).toContain('settings');
    expect(itemsOf(template, 'File').map(({ id }) => id)).not.toContain('settings');
  });
});

test('the jump list starts the app again with a link to each flow', () => {
  const program = 'C:\\Tributary\\Tributary.exe';
  const start = { program, args: ['--data-dir', 'C:\\My data'] };
  expect(jumpList([], start)).toEqual([]);
  const [list] = jumpList([{ id: 'a1', name: 'R&D' }], start);
  expect(list?.items).toEqual([
    {
      type: 'task',
      program,
      args: '"--data-dir" "C:\\My data" tributary://flow/a1',
      title: 'R&D',
      iconPath: program,
      iconIndex: 0,
    },
  ]);
});

describe('the native menu', () => {
  test('has every command of the table once', () => {
    const named = Object.values(menuLayout)
      .flat()
      .filter((id) => id !== '-');
    expect(named.toSorted()).toEqual(COMMANDS.map(({ id }) => id).toSorted());
  });

  test.each([
    ['mod+shift+z', false, 'CmdOrCtrl+Shift+Z'],
    ['mod+enter', true, 'CmdOrCtrl+Enter'],
    ['delete', false, 'Delete'],
    ['+', false, 'Plus'],
    ['f2', false, 'F2'],
    // A Mac's menu would take the key from a text field.
    ['c', true, undefined],
    [undefined, false, undefined],
  ])('shows the keys %s (on a Mac: %s) as %s', (combo, isMac, shown) =>
    expect(toAccelerator(combo, isMac)).toBe(shown),
  );
});
