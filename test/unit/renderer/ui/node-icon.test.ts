import { expect, test } from 'vitest';
import { NODE_ICONS } from '../../../../renderer/ui/node-icon.tsx';
import { categoryOf } from '../../../../shared/nodes/kinds.ts';
import { allNodeDefinitions } from '../../../../shared/nodes/registry.ts';

test('every node has its icon', () => {
  const missing = allNodeDefinitions.filter((definition) => NODE_ICONS[definition.icon] === undefined);
  expect(missing.map((definition) => definition.icon)).toEqual([]);
});

test('no two nodes of a category look alike', () => {
  const looks = allNodeDefinitions.map((definition) => `${categoryOf(definition)}: ${definition.icon}`);
  expect(looks.filter((look, index) => looks.indexOf(look) !== index)).toEqual([]);
});
