import type { Edge, Node } from '@xyflow/react';
import { type FlowEdge, type FlowNode, isNote } from '../../../shared/flow/flow-document.ts';
import type { DataType } from '../../../shared/nodes/kinds.ts';
import { edgeKey } from '../../editor/flow-content.ts';
import { canonicalHandle, handlesOf } from '../../editor/node-handles.ts';

export type CanvasNode = Node<FlowNode['data'], 'customNode' | 'stickyNote'>;
export type CanvasEdge = Edge<{ readonly type: DataType | undefined; readonly label: string }, 'buttonedge'>;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the canvas knows of a node beside its document. */
interface NodeView {
  readonly isSelected: boolean;
  /** Undefined until it was drawn once. */
  readonly measured: Size | undefined;
}

interface Kept extends NodeView {
  readonly view: CanvasNode;
}

/**
 * Makes what React Flow draws from the nodes of a document. A node that did not change gives the same object as before, so that
 * only what changed is drawn again. Saved sizes are left out: cards size themselves.
 */
export function createNodeViews(): (
  nodes: readonly FlowNode[],
  selected: ReadonlySet<string>,
  sizes: ReadonlyMap<string, Size>,
) => CanvasNode[] {
  const cache = new WeakMap<FlowNode, Kept>();
  function viewOf(node: FlowNode, { isSelected, measured }: NodeView): CanvasNode {
    const kept = cache.get(node);
    if (kept?.isSelected === isSelected && kept.measured === measured) return kept.view;
    const view: CanvasNode = {
      id: node.id,
      type: isNote(node) ? 'stickyNote' : 'customNode',
      position: node.position,
      data: node.data,
      selected: isSelected,
      ariaRole: 'group',
      ariaLabel: node.data.label === '' ? node.data.name : node.data.label,
      domAttributes: { 'aria-roledescription': 'node' },
      ...(measured === undefined ? {} : { measured }),
    };
    cache.set(node, { view, isSelected, measured });
    return view;
  }
  return (nodes, selected, sizes) =>
    nodes.map((node) => viewOf(node, { isSelected: selected.has(node.id), measured: sizes.get(node.id) }));
}

function typeFrom(source: FlowNode, handleId: string): DataType | undefined {
  const { outputs } = handlesOf(source, { inputs: [], outputs: [handleId] });
  return outputs.find((handle) => handle.id === handleId)?.type;
}

/** Makes what React Flow draws from the edges of a document. Edges to nodes that are not there, and doubled ones, are not drawn. */
export function toCanvasEdges(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  selected: ReadonlySet<string>,
): CanvasEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const drawn = new Map<string, CanvasEdge>();
  for (const edge of edges) {
    const source = byId.get(edge.source);
    const target = byId.get(edge.target);
    const id = edgeKey(edge);
    if (source === undefined || target === undefined || drawn.has(id)) continue;
    const sourceHandle = canonicalHandle(source, edge.sourceHandle ?? '', 'output');
    drawn.set(id, {
      id,
      type: 'buttonedge',
      source: edge.source,
      target: edge.target,
      sourceHandle,
      targetHandle: canonicalHandle(target, edge.targetHandle ?? '', 'input'),
      selected: selected.has(id),
      ariaLabel: `Wire from ${source.data.label} to ${target.data.label}`,
      data: {
        type: typeFrom(source, sourceHandle),
        label: `wire from ${source.data.label} to ${target.data.label}`,
      },
    });
  }
  return [...drawn.values()];
}
