import { useReactFlow } from '@xyflow/react';
import { type DragEvent, useMemo } from 'react';
import type { FlowGraph } from '../../../shared/flow/flow-document.ts';
import { isNoteName } from '../../../shared/flow/notes.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { joinEdge, newJoiner } from '../../editor/edge-fits.ts';
import { GRID, NODE_WIDTH } from '../../editor/flow-content.ts';
import { addNode } from '../../editor/flow-edits.ts';
import { draggedNode, NODE_DRAG_TYPE } from '../../editor/node-drag.ts';
import { addNoteAt } from '../../stores/flow/add-node-in-view.ts';
import { currentContent, currentGraph, editFlow, select } from '../../stores/flow/flow-store.ts';
import { rememberAdded } from '../../stores/recent-nodes.ts';
import type { FlowScene } from './drawn/flow-scene.ts';
import { showDrop, takeDrop } from './edges/edge-drop-store.ts';
import { createDropFinder, type DropFinder } from './edges/find-drop.ts';

interface Finder {
  readonly graph: FlowGraph;
  readonly definition: NodeDefinition;
  readonly find: DropFinder;
}

/** Takes a node from the palette in, its card's header under the pointer; on an edge that it fits, it joins that. */
export function useNodeDrop(scene: FlowScene) {
  const flow = useReactFlow();
  return useMemo(() => {
    let finder: Finder | undefined;
    function finderFor(definition: NodeDefinition): Finder {
      const graph = currentGraph();
      if (finder?.graph === graph && finder.definition === definition) return finder;
      return { graph, definition, find: createDropFinder(graph, scene, newJoiner(graph, definition)) };
    }
    function onDragOver(event: DragEvent): void {
      if (!event.dataTransfer.types.includes(NODE_DRAG_TYPE)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      const definition = draggedNode(event.dataTransfer.types);
      if (definition === undefined) return;
      finder = finderFor(definition);
      const at = { x: event.clientX, y: event.clientY };
      showDrop(finder.find([flow.screenToFlowPosition(at, { snapToGrid: false })], flow.getZoom()));
    }
    /** It comes for each element that is left, not always with the one that is entered. */
    function onDragLeave({ currentTarget, clientX, clientY }: DragEvent): void {
      if (currentTarget.contains(document.elementFromPoint(clientX, clientY))) return;
      finder = undefined;
      showDrop(undefined);
    }
    function onDrop(event: DragEvent): void {
      finder = undefined;
      const fit = takeDrop();
      const name = event.dataTransfer.getData(NODE_DRAG_TYPE);
      const definition = findNodeDefinition(name);
      if (definition === undefined && !isNoteName(name)) return;
      event.preventDefault();
      const point = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
      const wanted = { x: point.x - NODE_WIDTH / 2, y: point.y - GRID };
      if (definition === undefined) {
        addNoteAt(wanted);
        return;
      }
      const added = addNode(currentContent(), definition, wanted);
      editFlow(() => (fit === undefined ? added.content : joinEdge(added.content, fit)));
      rememberAdded(definition);
      select([added.nodeId]);
    }
    return { onDragOver, onDragLeave, onDrop };
  }, [flow, scene]);
}
