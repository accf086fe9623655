import { describe, expect, test } from 'vitest';
import { menuGroups } from '../../../../renderer/app/canvas-menus/menu-layout.ts';

describe('the menus of the canvas', () => {
  test.each(['node', 'nodes', 'edge', 'canvas'] as const)('that of the %s has each command once', (about) => {
    const commands = menuGroups(about, () => true).flat();
    expect(commands.length).toBeGreaterThan(0);
    expect(new Set(commands).size).toBe(commands.length);
  });

  test('what cannot be done is left out, and so is a group of which nothing is left', () => {
    expect(menuGroups('node', (id) => id === 'copy' || id === 'delete-selection')).toEqual([
      ['copy'],
      ['delete-selection'],
    ]);
    expect(menuGroups('canvas', () => false)).toEqual([]);
  });
});
