import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { allNodeDefinitions } from '../../shared/nodes/registry.ts';

/** Type of the drag data that the palette gives and the canvas takes: a node's name. */
export const NODE_DRAG_TYPE = 'application/x-tributary-node';

/** A second type, which names the node: until the drop a page can read only the types, which browsers write in small letters. */
export function namedDragType(definition: NodeDefinition): string {
  return `${NODE_DRAG_TYPE}.${definition.name.toLowerCase()}`;
}

/** The node that is being dragged, by the types of its drag data. */
export function draggedNode(types: readonly string[]): NodeDefinition | undefined {
  return allNodeDefinitions.find((definition) => types.includes(namedDragType(definition)));
}
