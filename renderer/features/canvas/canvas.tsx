import './canvas.css';
import {
  Background,
  type EdgeTypes,
  MiniMap,
  type NodeTypes,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  SelectionMode,
  useStore,
} from '@xyflow/react';
import { type ReactNode, useRef, useState } from 'react';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { GRID } from '../../editor/flow-content.ts';
import { notePointer } from '../../stores/canvas-pointer.ts';
import { rememberViewport } from '../../stores/flow/flow-store.ts';
import { typeColour } from '../../ui/data-types.tsx';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { ConnectMenu } from './edges/connect-menu.tsx';
import { ConnectionLine } from './edges/connection-line.tsx';
import { EdgeMenu } from './edges/edge-menu.tsx';
import { EdgeView } from './edges/edge-view.tsx';
import { useConnecting } from './edges/use-connecting.ts';
import { NodeCard } from './nodes/node-card.tsx';
import { StickyNote } from './nodes/sticky-note.tsx';
import { onCanvasContextMenu } from './on-canvas-context-menu.ts';
import { UndoNote } from './undo-note.tsx';
import { useCanvasChanges } from './use-canvas-changes.ts';
import { fitOptions, MAP_FROM_HEIGHT, MIN_ZOOM, useCanvasView } from './use-canvas-view.ts';
import { useElements } from './use-elements.ts';
import { useNodeDrop } from './use-node-drop.ts';
import type { CanvasEdge, CanvasNode } from './view-elements.ts';

const nodeTypes: NodeTypes = { customNode: NodeCard, stickyNote: StickyNote };
const edgeTypes: EdgeTypes = { buttonedge: EdgeView };

/** Words for screen readers in place of React Flow's own. */
const ariaLabels = {
  'node.a11yDescription.default':
    'Press Enter to select the node, then arrow keys to move it, C to connect it, Delete to remove it.',
  'edge.a11yDescription.default': 'Press Enter to select the wire, then Delete to remove it.',
};

function miniMapColour(node: CanvasNode): string {
  return typeColour(findNodeDefinition(node.data.name)?.outputs[0]?.type);
}

/** The view's own behaviour, the same for every flow. */
const behaviour = {
  nodeTypes,
  edgeTypes,
  connectionLineComponent: ConnectionLine,
  connectionRadius: 24,
  // A press that trembles draws and moves no edge. In window pixels.
  connectionDragThreshold: 5,
  snapToGrid: true,
  snapGrid: [GRID, GRID],
  minZoom: MIN_ZOOM,
  maxZoom: 2,
  fitViewOptions: fitOptions(MAP_FROM_HEIGHT),
  selectionMode: SelectionMode.Partial,
  multiSelectionKeyCode: ['Meta', 'Control', 'Shift'],
  // Removing is a command, with a place in the history.
  deleteKeyCode: null,
  elevateEdgesOnSelect: true,
  ariaLabelConfig: ariaLabels,
} satisfies ReactFlowProps<CanvasNode, CanvasEdge>;

function FlowMap() {
  const isOfUse = useStore((state) => state.height >= MAP_FROM_HEIGHT && state.nodes.length > 0);
  if (!isOfUse) return null;
  return (
    <MiniMap
      pannable
      zoomable
      position="bottom-right"
      style={{ width: 132, height: 88 }}
      nodeColor={miniMapColour}
      nodeBorderRadius={10}
      ariaLabel="Map of the flow"
    />
  );
}

function CanvasInside({ children }: CanvasProps) {
  const { sizes, onNodesChange, onEdgesChange, onDragStop } = useCanvasChanges();
  const { nodes, edges } = useElements(sizes);
  const connecting = useConnecting();
  const dropping = useNodeDrop();
  const region = useRef<HTMLElement>(null);
  useCanvasView(region);
  // An empty flow is not fitted: its first node would jump from where it was dropped.
  const [beganWithNodes] = useState(nodes.length > 0);
  return (
    <section
      ref={region}
      aria-label="Canvas"
      className="relative h-full"
      onContextMenu={onCanvasContextMenu}
      onPointerMove={({ clientX, clientY }) => notePointer({ x: clientX, y: clientY })}
      onPointerLeave={() => notePointer(undefined)}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        {...behaviour}
        tabIndex={-1}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onNodeDragStop={onDragStop}
        onSelectionDragStop={onDragStop}
        {...connecting}
        {...dropping}
        onMoveEnd={(_, viewport) => rememberViewport(viewport)}
        fitView={beganWithNodes}
      >
        <Background gap={GRID} size={2} />
        <FlowMap />
        <CanvasToolbar />
        <UndoNote />
        {children}
      </ReactFlow>
      <ConnectMenu />
      <EdgeMenu />
    </section>
  );
}

export interface CanvasProps {
  /** What floats over the nodes: it has React Flow's state. */
  readonly children?: ReactNode;
}

/** The flow that is open in the store, drawn and edited. */
export function Canvas({ children }: CanvasProps) {
  return (
    <ReactFlowProvider>
      <CanvasInside>{children}</CanvasInside>
    </ReactFlowProvider>
  );
}
