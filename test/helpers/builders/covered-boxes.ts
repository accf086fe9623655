import { type FlowContent, placeNodes } from '../../../renderer/editor/flow-content.ts';
import { type Box, boxOf } from '../../../renderer/editor/free-place.ts';

/** The cards of a flow, as large as their definitions say. */
export function boxesOf(content: FlowContent): readonly Box[] {
  return placeNodes(content, content.graph.nodes).map(boxOf);
}

/** The cards that cover another one. */
export function coveredBoxes(content: FlowContent): readonly Box[] {
  const boxes = boxesOf(content);
  return boxes.filter((a, index) =>
    boxes
      .slice(index + 1)
      .some((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height),
  );
}
