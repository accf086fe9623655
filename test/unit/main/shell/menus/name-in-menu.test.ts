import { expect, test } from 'vitest';
import { nameLabel, shortName } from '../../../../../electron/main/shell/menus/name-in-menu.ts';

test.each([
  ['R&D', 'R&D', 'R&&D'],
  [' Bees\tand\n honey ', 'Bees and honey', 'Bees and honey'],
  ['蜂'.repeat(60), '蜂'.repeat(60), '蜂'.repeat(60)],
  ['🐝'.repeat(61), `${'🐝'.repeat(59)}…`, `${'🐝'.repeat(59)}…`],
])('the name %j is shown as %j, and written as the label %j', (name, shown, label) => {
  expect(shortName(name)).toBe(shown);
  expect(nameLabel(name)).toBe(label);
});
