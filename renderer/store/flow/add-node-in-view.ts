import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { useCanvasViewStore } from '../canvas-view-store.ts';
import { currentContent, editFlow, select } from '../flow-store.ts';
import { NODE_WIDTH } from './flow-content.ts';
import { addNode } from './flow-edits.ts';

/** About half of a card's height, in canvas pixels. */
const HALF_CARD_HEIGHT = 50;

/** Adds a node in the middle of what is seen, and selects it. */
export function addNodeInView(definition: NodeDefinition): void {
  const centre = useCanvasViewStore.getState().view?.centre() ?? { x: 0, y: 0 };
  const added = addNode(currentContent(), definition, { x: centre.x - NODE_WIDTH / 2, y: centre.y - HALF_CARD_HEIGHT });
  editFlow(() => added.content);
  select([added.nodeId]);
}
