import { expect, test } from 'vitest';
import { NODE_ICONS } from '../../../../renderer/ui/node-icon.tsx';
import { allNodeDefinitions } from '../../../../shared/nodes/registry.ts';

test('every node has its icon', () => {
  const missing = allNodeDefinitions.filter((definition) => NODE_ICONS[definition.icon] === undefined);
  expect(missing.map((definition) => definition.icon)).toEqual([]);
});
