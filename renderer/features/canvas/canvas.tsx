import './canvas.css';
import {
  Background,
  type EdgeTypes,
  MiniMap,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
} from '@xyflow/react';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { GRID, NODE_WIDTH } from '../../store/flow-content.ts';
import { addNode } from '../../store/flow-edits.ts';
import { currentContent, editFlow, rememberViewport, select, useFlowStore } from '../../store/flow-store.ts';
import { NODE_DRAG_TYPE } from '../../store/node-drag.ts';
import { wireColour } from '../../ui/wires.tsx';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { ConnectMenu } from './connect-menu.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { EmptyCanvas } from './empty-canvas.tsx';
import { NodeCard } from './node-card.tsx';
import { StickyNote } from './sticky-note.tsx';
import { useCanvasChanges } from './use-canvas-changes.ts';
import { FIT_VIEW, useCanvasView } from './use-canvas-view.ts';
import { useConnecting } from './use-connecting.ts';
import { type CanvasNode, createNodeViews, toCanvasEdges } from './view-elements.ts';
import { WireEdge } from './wire-edge.tsx';

const nodeTypes: NodeTypes = { customNode: NodeCard, stickyNote: StickyNote };
const edgeTypes: EdgeTypes = { buttonedge: WireEdge };

/** Words for screen readers in place of React Flow's own. */
const ariaLabels = {
  'node.a11yDescription.default':
    'Press Enter to select the node, then arrow keys to move it, C to connect it, Delete to remove it.',
  'edge.a11yDescription.default': 'Press Enter to select the wire, then Delete to remove it.',
};

function miniMapColour(node: CanvasNode): string {
  return wireColour(findNodeDefinition(node.data.name)?.outputs[0]?.type);
}

function onDragOver(event: DragEvent): void {
  if (!event.dataTransfer.types.includes(NODE_DRAG_TYPE)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
}

/** Takes a node from the palette in, its card's header under the pointer. */
function useDrop() {
  const { screenToFlowPosition } = useReactFlow();
  return (event: DragEvent) => {
    const definition = findNodeDefinition(event.dataTransfer.getData(NODE_DRAG_TYPE));
    if (definition === undefined) return;
    event.preventDefault();
    const point = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const added = addNode(currentContent(), definition, { x: point.x - NODE_WIDTH / 2, y: point.y - GRID });
    editFlow(() => added.content);
    select([added.nodeId]);
  };
}

function useElements(sizes: Parameters<ReturnType<typeof createNodeViews>>[2]) {
  const storedNodes = useFlowStore((state) => state.history.present.nodes);
  const storedEdges = useFlowStore((state) => state.history.present.edges);
  const selectedNodeIds = useFlowStore((state) => state.selectedNodeIds);
  const selectedEdgeKeys = useFlowStore((state) => state.selectedEdgeKeys);
  const [toViews] = useState(createNodeViews);
  const nodes = useMemo(
    () => toViews(storedNodes, selectedNodeIds, sizes),
    [toViews, storedNodes, selectedNodeIds, sizes],
  );
  const edges = useMemo(
    () => toCanvasEdges(storedNodes, storedEdges, selectedEdgeKeys),
    [storedNodes, storedEdges, selectedEdgeKeys],
  );
  return { nodes, edges };
}

function CanvasInside() {
  const { sizes, onNodesChange, onEdgesChange, onDragStop } = useCanvasChanges();
  const { nodes, edges } = useElements(sizes);
  const connecting = useConnecting();
  const onDrop = useDrop();
  const region = useRef<HTMLElement>(null);
  useCanvasView(region);
  // An empty flow is not fitted: its first node would jump from where it was dropped.
  const [beganWithNodes] = useState(nodes.length > 0);
  return (
    <section ref={region} aria-label="Canvas" className="relative h-full">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeDragStop={onDragStop}
        onSelectionDragStop={onDragStop}
        {...connecting}
        connectionLineComponent={ConnectionLine}
        connectionRadius={24}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onMoveEnd={(_, viewport) => rememberViewport(viewport)}
        snapToGrid
        snapGrid={[GRID, GRID]}
        minZoom={0.2}
        maxZoom={2}
        fitView={beganWithNodes}
        fitViewOptions={FIT_VIEW}
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
        deleteKeyCode={null}
        elevateEdgesOnSelect
        ariaLabelConfig={ariaLabels}
      >
        <Background gap={GRID} size={2} />
        <MiniMap
          pannable
          zoomable
          position="bottom-right"
          style={{ width: 132, height: 88 }}
          nodeColor={miniMapColour}
          nodeBorderRadius={10}
          ariaLabel="Map of the flow"
        />
        <CanvasToolbar />
      </ReactFlow>
      <EmptyCanvas />
      <ConnectMenu />
    </section>
  );
}

/** The flow that is open in the store, drawn and edited. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <CanvasInside />
    </ReactFlowProvider>
  );
}
