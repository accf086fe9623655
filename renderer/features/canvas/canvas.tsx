import { t } from '../../../shared/texts/t.ts';
import './canvas.css';
import {
  Background,
  type EdgeTypes,
  type NodeTypes,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  SelectionMode,
  useStore,
  type Viewport,
} from '@xyflow/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { GRID } from '../../editor/flow-content.ts';
import type { Size } from '../../editor/free-place.ts';
import { notePointer } from '../../stores/canvas-pointer.ts';
import { currentContent } from '../../stores/flow/flow-store.ts';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { boxAround } from './drawn/fit-box.ts';
import { FlowMap } from './drawn/flow-map.tsx';
import { sceneOf } from './drawn/flow-scene.ts';
import { LOW_DETAIL_ZOOM, LowDetailContext } from './drawn/low-detail.ts';
import { PaintedLayer } from './drawn/painted-layer.tsx';
import { forgetRetained } from './drawn/retained-store.ts';
import { useBoxSelection } from './drawn/use-box-selection.ts';
import { useCanvasFocus } from './drawn/use-canvas-focus.ts';
import { useHover } from './drawn/use-hover.ts';
import { useMoving } from './drawn/use-moving.ts';
import { ConnectMenu } from './edges/connect-menu.tsx';
import { ConnectionLine } from './edges/connection-line.tsx';
import { EdgeMenu } from './edges/edge-menu.tsx';
import { EdgeView } from './edges/edge-view.tsx';
import { useConnecting } from './edges/use-connecting.ts';
import { GuideLines } from './guides/guide-lines.tsx';
import { useDragHelp } from './guides/use-drag-help.ts';
import { NodeCard } from './nodes/node-card.tsx';
import { StickyNote } from './nodes/sticky-note.tsx';
import { onCanvasContextMenu } from './on-canvas-context-menu.ts';
import { UndoNote } from './undo-note.tsx';
import { useCanvasChanges } from './use-canvas-changes.ts';
import { fittedView, MIN_ZOOM, useCanvasView } from './use-canvas-view.ts';
import { useElements } from './use-elements.ts';
import { useNodeDrop } from './use-node-drop.ts';
import type { CanvasEdge, CanvasNode } from './view-elements.ts';

const nodeTypes: NodeTypes = { customNode: NodeCard, stickyNote: StickyNote };
const edgeTypes: EdgeTypes = { buttonedge: EdgeView };

/** Words for screen readers in place of React Flow's own. */
const ariaLabels = {
  'node.a11yDescription.default': t(
    'Press Enter to select the node, then arrow keys to move it, C to connect it, Delete to remove it, Shift+F10 for its menu.',
  ),
  'edge.a11yDescription.default': t(
    'Press Enter to select the wire, then I to add a node on it, Delete to remove it, Shift+F10 for its menu.',
  ),
};

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
  selectionMode: SelectionMode.Partial,
  multiSelectionKeyCode: ['Meta', 'Control', 'Shift'],
  // Removing is a command, with a place in the history.
  deleteKeyCode: null,
  elevateEdgesOnSelect: true,
  ariaLabelConfig: ariaLabels,
} satisfies ReactFlowProps<CanvasNode, CanvasEdge>;

/** The view that a flow is opened with; an empty flow is not fitted: its first node would jump from where it was dropped. */
function firstView({ width, height }: Size): Viewport {
  const { graph, layout } = currentContent();
  const bounds = boxAround(sceneOf(graph, layout, new Map()).boxes.values());
  return bounds === undefined ? { x: 0, y: 0, zoom: 1 } : fittedView(bounds, { width, height });
}

/** The same elements each time, so that they are not drawn again with the canvas. */
const floating = (
  <>
    <CanvasToolbar />
    <GuideLines />
    <UndoNote />
  </>
);
const menus = (
  <>
    <ConnectMenu />
    <EdgeMenu />
  </>
);

interface CanvasInsideProps extends CanvasProps {
  readonly region: RefObject<HTMLElement | null>;
  readonly view: Viewport;
}

function CanvasInside({ region, view, children }: CanvasInsideProps) {
  const { measured, ...changes } = useCanvasChanges();
  const { nodes, edges, scene, drawn } = useElements(measured);
  const connecting = useConnecting();
  const dropping = useNodeDrop(scene);
  const isFar = useStore((state) => state.transform[2] < LOW_DETAIL_ZOOM);
  useCanvasView(region, scene, measured);
  useBoxSelection(scene);
  useCanvasFocus(region, scene, drawn);
  const moving = useDragHelp(scene, useMoving());
  const onPointerMove = useHover(scene, drawn);
  return (
    <LowDetailContext value={isFar || drawn.painted.nodes}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        {...behaviour}
        tabIndex={-1}
        {...changes}
        {...connecting}
        {...dropping}
        edgesReconnectable={!isFar}
        defaultViewport={view}
        {...moving}
        {...(onPointerMove === undefined ? {} : { onPointerMove })}
      >
        <Background gap={isFar ? 5 * GRID : GRID} size={isFar ? 5 : 2} />
        <PaintedLayer scene={scene} drawn={drawn} />
        <FlowMap scene={scene} />
        {floating}
        {children}
      </ReactFlow>
      {menus}
    </LowDetailContext>
  );
}

export interface CanvasProps {
  /** What floats over the nodes: it has React Flow's state. */
  readonly children?: ReactNode;
}

/** The flow that is open in the store, drawn and edited. */
export function Canvas({ children }: CanvasProps) {
  const region = useRef<HTMLElement>(null);
  const [view, setView] = useState<Viewport>();
  useLayoutEffect(() => {
    const { width = 0, height = 0 } = region.current?.getBoundingClientRect() ?? {};
    setView(firstView({ width, height }));
    return forgetRetained;
  }, []);
  return (
    <section
      ref={region}
      aria-label={t('Canvas')}
      className="relative h-full overflow-hidden"
      onContextMenu={onCanvasContextMenu}
      onPointerMove={({ clientX, clientY }) => notePointer({ x: clientX, y: clientY })}
      onPointerLeave={() => notePointer(undefined)}
    >
      {view === undefined ? null : (
        <ReactFlowProvider>
          <CanvasInside region={region} view={view}>
            {children}
          </CanvasInside>
        </ReactFlowProvider>
      )}
    </section>
  );
}
