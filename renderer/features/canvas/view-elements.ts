import { type Edge, type Node, type NodeHandle, Position } from '@xyflow/react';
import { type FlowGraph, type FlowNode, type GraphNode, isNote } from '../../../shared/flow/flow-document.ts';
import { isDisabled } from '../../../shared/flow/node-marks.ts';
import { noteTitle } from '../../../shared/flow/notes.ts';
import type { DataType } from '../../../shared/nodes/data-types.ts';
import { t } from '../../../shared/texts/t.ts';
import type { HandlePlace } from '../../editor/card-shape.ts';
import { edgeKey, type Point } from '../../editor/flow-content.ts';
import type { Size } from '../../editor/free-place.ts';
import { indexOf } from '../../editor/graph-index.ts';
import type { FlowScene } from './drawn/flow-scene.ts';

export type CanvasNode = Node<FlowNode['data'], 'customNode' | 'stickyNote'>;
export interface EdgeData extends Record<string, unknown> {
  readonly type: DataType | undefined;
  /** What its ends are called. */
  readonly from: string;
  readonly to: string;
  /** Whether nothing goes along it, because the node at one of its ends is disabled. */
  readonly isIdle: boolean;
}
export type CanvasEdge = Edge<EdgeData, 'buttonedge'>;

/** What the canvas knows of a node beside what it is. */
interface NodeView {
  readonly position: Point;
  readonly isSelected: boolean;
  readonly size: Size;
  /** Its card is not drawn, only edges that begin or end there. */
  readonly isHidden: boolean;
  /** Of a card that is not measured now; undefined: as measured. */
  readonly handles: readonly HandlePlace[] | undefined;
}

/** The same of all nodes. */
interface NodeViews {
  readonly scene: Pick<FlowScene, 'boxes' | 'handles'>;
  /** Where nodes that are being dragged are. */
  readonly dragged: ReadonlyMap<string, Point> | undefined;
  readonly drawnIds: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
}

interface CachedView extends NodeView {
  readonly view: CanvasNode;
}

/** The list of before where the other one has the same in it. */
function sameList<T>(before: T[], list: T[]): T[] {
  return before.length === list.length && list.every((item, at) => item === before[at]) ? before : list;
}

const nowhere = { x: 0, y: 0, width: 0, height: 0 };

function isSameView(cached: CachedView, view: NodeView): boolean {
  return (
    cached.position.x === view.position.x &&
    cached.position.y === view.position.y &&
    cached.size.width === view.size.width &&
    cached.size.height === view.size.height &&
    cached.isSelected === view.isSelected &&
    cached.isHidden === view.isHidden &&
    // A card that is drawn measures its handles itself.
    (view.handles === undefined || cached.handles === view.handles)
  );
}

function toNodeHandle({ id, side, x, y }: HandlePlace): NodeHandle {
  const isInput = side === 'input';
  return {
    id,
    type: isInput ? 'target' : 'source',
    position: isInput ? Position.Left : Position.Right,
    x: isInput ? x : x - 1,
    y: y - 1,
    width: 1,
    height: 2,
  };
}

function spokenName(node: GraphNode): string {
  if (isNote(node)) {
    const title = noteTitle(node);
    return title === undefined ? t('Note: empty') : t('Note: {title}', { title });
  }
  const name = node.data.label === '' ? node.data.name : node.data.label;
  return isDisabled(node) ? t('{name}, disabled', { name }) : name;
}

function createView(node: GraphNode, { position, isSelected, size, isHidden, handles }: NodeView): CanvasNode {
  const isPaper = isNote(node);
  return {
    id: node.id,
    type: isPaper ? 'stickyNote' : 'customNode',
    // Notes lie below what they are about.
    ...(isPaper ? { zIndex: -1 } : {}),
    position: { x: position.x, y: position.y },
    data: node.data,
    selected: isSelected,
    hidden: isHidden,
    ariaRole: 'group',
    ariaLabel: spokenName(node),
    domAttributes: { 'aria-roledescription': isPaper ? t('note') : t('node') },
    measured: { width: size.width, height: size.height },
    ...(handles === undefined ? {} : { handles: handles.map(toNodeHandle) }),
  };
}

/**
 * Makes what React Flow draws from the nodes of a graph. A node that did not change or move gives the same object as before, so that
 * only what changed is drawn again, and where nothing did, the same list. Saved sizes are left out: cards size themselves.
 */
export function createNodeViews(): (nodes: readonly GraphNode[], views: NodeViews) => CanvasNode[] {
  const cache = new WeakMap<GraphNode, CachedView>();
  let drawnBefore: ReadonlySet<string> = new Set();
  let last: CanvasNode[] = [];
  function viewOf(node: GraphNode, view: NodeView): CanvasNode {
    const cached = cache.get(node);
    if (cached !== undefined && isSameView(cached, view)) return cached.view;
    const created = createView(node, view);
    cache.set(node, { ...view, view: created });
    return created;
  }
  return (nodes, { scene, dragged, drawnIds, selected }) => {
    const views = nodes.map((node) => {
      const { id } = node;
      const box = scene.boxes.get(id) ?? nowhere;
      const isHidden = !drawnIds.has(id);
      return viewOf(node, {
        position: dragged?.get(id) ?? box,
        isSelected: selected.has(id),
        size: box,
        isHidden,
        handles: isHidden || !drawnBefore.has(id) ? scene.handles(id) : undefined,
      });
    });
    drawnBefore = drawnIds;
    last = sameList(last, views);
    return last;
  };
}

function isSameEdge(a: CanvasEdge, b: CanvasEdge): boolean {
  return (
    a.selected === b.selected &&
    a.ariaLabel === b.ariaLabel &&
    a.data?.type === b.data?.type &&
    a.data?.isIdle === b.data?.isIdle &&
    a.source === b.source &&
    a.target === b.target &&
    a.sourceHandle === b.sourceHandle &&
    a.targetHandle === b.targetHandle
  );
}

/**
 * Makes what React Flow draws from the edges of a graph, or from those with the given keys. Edges to nodes that are not there, and doubled
 * ones, are not drawn.
 */
export function toCanvasEdges(
  graph: FlowGraph,
  selected: ReadonlySet<string>,
  wanted?: ReadonlySet<string>,
): CanvasEdge[] {
  const { nodes, handles, canonicalEdges } = indexOf(graph);
  const drawn = new Map<string, CanvasEdge>();
  for (const edge of canonicalEdges) {
    const id = edgeKey(edge);
    if (drawn.has(id) || (wanted !== undefined && !wanted.has(id))) continue;
    const source = nodes.get(edge.source);
    const target = nodes.get(edge.target);
    if (source === undefined || target === undefined) continue;
    const output = handles(source.id).outputs.find((handle) => handle.id === edge.sourceHandle);
    drawn.set(id, {
      id,
      type: 'buttonedge',
      source: edge.source,
      target: edge.target,
      sourceHandle: edge.sourceHandle ?? null,
      targetHandle: edge.targetHandle ?? null,
      selected: selected.has(id),
      ariaLabel: t('Wire from {from} to {to}', { from: source.data.label, to: target.data.label }),
      data: {
        type: output?.type,
        from: source.data.label,
        to: target.data.label,
        isIdle: isDisabled(source) || isDisabled(target),
      },
    });
  }
  return [...drawn.values()];
}

/** {@link toCanvasEdges}, of which an edge that is drawn as before gives the same object, and the list too where all are. */
export function createEdgeViews(): typeof toCanvasEdges {
  let last: CanvasEdge[] = [];
  return (graph, selected, wanted) => {
    const before = new Map(last.map((edge) => [edge.id, edge]));
    const views = toCanvasEdges(graph, selected, wanted).map((edge) => {
      const cached = before.get(edge.id);
      return cached !== undefined && isSameEdge(cached, edge) ? cached : edge;
    });
    last = sameList(last, views);
    return last;
  };
}
