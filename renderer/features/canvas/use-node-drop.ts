import { useReactFlow } from '@xyflow/react';
import type { DragEvent } from 'react';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { GRID, NODE_WIDTH } from '../../editor/flow-content.ts';
import { addNode } from '../../editor/flow-edits.ts';
import { NODE_DRAG_TYPE } from '../../editor/node-drag.ts';
import { currentContent, editFlow, select } from '../../stores/flow/flow-store.ts';
import { rememberAdded } from '../../stores/recent-nodes.ts';

function onDragOver(event: DragEvent): void {
  if (!event.dataTransfer.types.includes(NODE_DRAG_TYPE)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
}

/** Takes a node from the palette in, its card's header under the pointer. */
export function useNodeDrop() {
  const { screenToFlowPosition } = useReactFlow();
  function onDrop(event: DragEvent): void {
    const definition = findNodeDefinition(event.dataTransfer.getData(NODE_DRAG_TYPE));
    if (definition === undefined) return;
    event.preventDefault();
    const point = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const added = addNode(currentContent(), definition, { x: point.x - NODE_WIDTH / 2, y: point.y - GRID });
    editFlow(() => added.content);
    rememberAdded(definition);
    select([added.nodeId]);
  }
  return { onDragOver, onDrop };
}
