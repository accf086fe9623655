import { describe, expect, test } from 'vitest';
import { menuLayout, toAccelerator } from '../../../../../electron/main/shell/menus/menu-layout.ts';
import { COMMANDS } from '../../../../../shared/commands/command-table.ts';

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
