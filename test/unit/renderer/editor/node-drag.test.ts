import { expect, test } from 'vitest';
import { draggedNode, NODE_DRAG_TYPE, namedDragType } from '../../../../renderer/editor/node-drag.ts';
import { allNodeDefinitions } from '../../../../shared/nodes/registry.ts';

test('each node is told from the types of its drag data, which browsers write in small letters', () => {
  for (const definition of allNodeDefinitions) {
    expect(draggedNode([NODE_DRAG_TYPE, namedDragType(definition).toLowerCase()])).toBe(definition);
  }
  expect(draggedNode(['Files', NODE_DRAG_TYPE])).toBeUndefined();
});
