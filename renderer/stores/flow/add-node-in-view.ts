import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { NODE_WIDTH, type Point, placeNodes } from '../../editor/flow-content.ts';
import { addNode } from '../../editor/flow-edits.ts';
import { boxOf } from '../../editor/free-place.ts';
import { addNote } from '../../editor/note-edits.ts';
import { useCanvasViewStore } from '../canvas-view-store.ts';
import { editNote } from '../note-store.ts';
import { rememberAdded } from '../recent-nodes.ts';
import { currentContent, editFlow, select } from './flow-store.ts';

/** About half of a card's height, in canvas pixels. */
const HALF_CARD_HEIGHT = 50;

/** Moves the view just so far that a node is seen, beside the panels that lie over the canvas. */
export function revealNode(nodeId: string): void {
  const content = currentContent();
  const [node] = placeNodes(
    content,
    content.graph.nodes.filter(({ id }) => id === nodeId),
  );
  if (node !== undefined) useCanvasViewStore.getState().view?.reveal(boxOf(node));
}

/** Selects a node that was just added, and brings it into sight. */
export function showAdded(nodeId: string): void {
  select([nodeId]);
  revealNode(nodeId);
}

/** Adds a node in the middle of what is seen or near it, and selects it. */
export function addNodeInView(definition: NodeDefinition): void {
  const centre = useCanvasViewStore.getState().view?.centre() ?? { x: 0, y: 0 };
  const added = addNode(currentContent(), definition, { x: centre.x - NODE_WIDTH / 2, y: centre.y - HALF_CARD_HEIGHT });
  editFlow(() => added.content);
  rememberAdded(definition);
  showAdded(added.nodeId);
}

/** Adds a note in the middle of what is seen or near it, and opens it for writing. */
export function addNoteInView(): void {
  const centre = useCanvasViewStore.getState().view?.centre() ?? { x: 0, y: 0 };
  addNoteAt({ x: centre.x - NODE_WIDTH / 2, y: centre.y - HALF_CARD_HEIGHT });
}

/** Adds a note at a place of the canvas or near it, and opens it for writing. */
export function addNoteAt(wanted: Point): void {
  const added = addNote(currentContent(), wanted);
  editFlow(() => added.content);
  showAdded(added.nodeId);
  editNote(added.nodeId);
}
