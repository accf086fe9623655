import { t } from '../../../shared/texts/t.ts';
import './canvas.css';
import {
  Background,
  type EdgeTypes,
  type NodeTypes,
  Panel,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
  useStore,
  type Viewport,
} from '@xyflow/react';
import {
  type DragEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FlowGraph } from '../../../shared/flow/flow-document.ts';
import { isNoteName } from '../../../shared/flow/notes.ts';
import type { NodeDefinition } from '../../../shared/nodes/define-node.ts';
import { findNodeDefinition } from '../../../shared/nodes/registry.ts';
import { joinEdge, newJoiner } from '../../editor/edge-fits.ts';
import { GRID, NODE_WIDTH } from '../../editor/flow-content.ts';
import { addNode } from '../../editor/flow-edits.ts';
import type { Size } from '../../editor/free-place.ts';
import { draggedNode, NODE_DRAG_TYPE } from '../../editor/node-drag.ts';
import { openMenuAt } from '../../stores/canvas-menu.ts';
import { notePointer } from '../../stores/canvas-pointer.ts';
import { addNoteAt } from '../../stores/flow/add-node-in-view.ts';
import { currentContent, currentGraph, editFlow, select } from '../../stores/flow/flow-store.ts';
import { useUndoNotice } from '../../stores/flow/undo-edits.ts';
import { rememberAdded } from '../../stores/recent-nodes.ts';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { boxAround } from './drawn/fit-box.ts';
import { FlowMap } from './drawn/flow-map.tsx';
import { type FlowScene, sceneOf } from './drawn/flow-scene.ts';
import { LOW_DETAIL_ZOOM, LowDetailContext } from './drawn/low-detail.ts';
import { PaintedLayer } from './drawn/painted-layer.tsx';
import { forgetRetained } from './drawn/retained-store.ts';
import { useBoxSelection } from './drawn/use-box-selection.ts';
import { useCanvasFocus } from './drawn/use-canvas-focus.ts';
import { useHover } from './drawn/use-hover.ts';
import { useMoving } from './drawn/use-moving.ts';
import { ConnectMenu } from './edges/connect-menu.tsx';
import { ConnectionLine } from './edges/connection-line.tsx';
import { showDrop, takeDrop } from './edges/edge-drop-store.ts';
import { EdgeMenu } from './edges/edge-menu.tsx';
import { EdgeView } from './edges/edge-view.tsx';
import { createDropFinder, type DropFinder } from './edges/find-drop.ts';
import { useConnecting } from './edges/use-connecting.ts';
import { GuideLines } from './guides/guide-lines.tsx';
import { useDragHelp } from './guides/use-drag-help.ts';
import { NodeCard } from './nodes/node-card.tsx';
import { StickyNote } from './nodes/sticky-note.tsx';
import { useCanvasChanges } from './use-canvas-changes.ts';
import { fittedView, MIN_ZOOM, useCanvasView } from './use-canvas-view.ts';
import { useElements } from './use-elements.ts';
import type { CanvasEdge, CanvasNode } from './view-elements.ts';

interface Finder {
  readonly graph: FlowGraph;
  readonly definition: NodeDefinition;
  readonly find: DropFinder;
}

/** Takes a node from the palette in, its card's header under the pointer; on an edge that it fits, it joins that. */
function useNodeDrop(scene: FlowScene) {
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

/** How long it is shown, in ms. It is read out at once, and the button's tooltip says the same. */
const SHOWN_MS = 4000;

/** Says what undo or redo did last. */
function UndoNote() {
  const { words, count } = useUndoNotice();
  const [gone, setGone] = useState(count);
  useEffect(() => {
    const timer = setTimeout(() => setGone(count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <Panel position="bottom-center" className="pointer-events-none">
      <div role="status" aria-label={t('Undo and redo')}>
        {gone === count ? null : (
          <p
            key={count}
            className="max-w-96 truncate rounded-control border border-border bg-raised px-2.5 py-1 text-secondary shadow-card"
          >
            {words}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Parts of the canvas that keep the browser's own menu, or have none. */
const OTHER_PARTS = 'input, textarea, .react-flow__panel, .react-flow__node-toolbar';

/** Opens the menu of what is under the pointer. */
function onCanvasContextMenu(event: MouseEvent): void {
  const { target, clientX, clientY } = event;
  if (!(target instanceof Element) || target.closest('.react-flow') === null || target.closest(OTHER_PARTS) !== null)
    return;
  event.preventDefault();
  openMenuAt(target, { x: clientX, y: clientY });
}

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
