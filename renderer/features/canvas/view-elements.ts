import type { Edge, Node } from '@xyflow/react';
import { type FlowGraph, type FlowNode, type GraphNode, isNote } from '../../../shared/flow/flow-document.ts';
import type { DataType } from '../../../shared/nodes/kinds.ts';
import { edgeKey, type FlowLayout, type Point } from '../../editor/flow-content.ts';
import type { Size } from '../../editor/free-place.ts';
import { indexOf } from '../../editor/graph-index.ts';

export type CanvasNode = Node<FlowNode['data'], 'customNode' | 'stickyNote'>;
export type CanvasEdge = Edge<{ readonly type: DataType | undefined; readonly label: string }, 'buttonedge'>;

/** What the canvas knows of a node beside what it is. */
interface NodeView {
  readonly position: Point;
  readonly isSelected: boolean;
  /** Undefined until it was drawn once. */
  readonly measured: Size | undefined;
}

/** The same of all nodes, by their ids. */
interface NodeViews {
  readonly layout: FlowLayout;
  readonly selected: ReadonlySet<string>;
  readonly sizes: ReadonlyMap<string, Size>;
}

interface Kept extends NodeView {
  readonly view: CanvasNode;
}

const origin: Point = { x: 0, y: 0 };

/**
 * Makes what React Flow draws from the nodes of a graph. A node that did not change or move gives the same object as before, so that
 * only what changed is drawn again. Saved sizes are left out: cards size themselves.
 */
export function createNodeViews(): (nodes: readonly GraphNode[], views: NodeViews) => CanvasNode[] {
  const cache = new WeakMap<GraphNode, Kept>();
  function viewOf(node: GraphNode, { position, isSelected, measured }: NodeView): CanvasNode {
    const kept = cache.get(node);
    if (kept?.position === position && kept.isSelected === isSelected && kept.measured === measured) return kept.view;
    const view: CanvasNode = {
      id: node.id,
      type: isNote(node) ? 'stickyNote' : 'customNode',
      position,
      data: node.data,
      selected: isSelected,
      ariaRole: 'group',
      ariaLabel: node.data.label === '' ? node.data.name : node.data.label,
      domAttributes: { 'aria-roledescription': 'node' },
      ...(measured === undefined ? {} : { measured }),
    };
    cache.set(node, { view, position, isSelected, measured });
    return view;
  }
  return (nodes, { layout, selected, sizes }) =>
    nodes.map((node) => {
      const { id } = node;
      return viewOf(node, {
        position: layout.get(id) ?? origin,
        isSelected: selected.has(id),
        measured: sizes.get(id),
      });
    });
}

/** Makes what React Flow draws from the edges of a graph. Edges to nodes that are not there, and doubled ones, are not drawn. */
export function toCanvasEdges(graph: FlowGraph, selected: ReadonlySet<string>): CanvasEdge[] {
  const { nodes, handles, canonicalEdges } = indexOf(graph);
  const drawn = new Map<string, CanvasEdge>();
  for (const edge of canonicalEdges) {
    const source = nodes.get(edge.source);
    const target = nodes.get(edge.target);
    const id = edgeKey(edge);
    if (source === undefined || target === undefined || drawn.has(id)) continue;
    const output = handles(source.id).outputs.find((handle) => handle.id === edge.sourceHandle);
    drawn.set(id, {
      id,
      type: 'buttonedge',
      source: edge.source,
      target: edge.target,
      sourceHandle: edge.sourceHandle ?? null,
      targetHandle: edge.targetHandle ?? null,
      selected: selected.has(id),
      ariaLabel: `Wire from ${source.data.label} to ${target.data.label}`,
      data: { type: output?.type, label: `wire from ${source.data.label} to ${target.data.label}` },
    });
  }
  return [...drawn.values()];
}
