import type { FlowEdge, FlowGraph, GraphNode } from '../../shared/flow/flow-document.ts';
import { targetsOf } from '../../shared/flow/targets.ts';
import { edgeKey } from './flow-content.ts';
import { canonicalHandle, handlesOf, type NodeHandles, type UsedHandles } from './node-handles.ts';

/** What is looked up in a graph, found once for each state of it. */
export interface GraphIndex {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  /** By their keys; of doubled ones the first. */
  readonly edges: ReadonlyMap<string, FlowEdge>;
  /** The edges, with their keys as ids, and the ids of the handles that the canvas draws; the same objects as in the graph before where nothing of them changed. */
  readonly canonicalEdges: readonly FlowEdge[];
  /** The vector stores that a run can fill, in the order of the nodes. */
  readonly vectorStores: readonly GraphNode[];
  /** Handles of a node, also those that edges make; the same object as in the graph before while nothing of it changed. */
  readonly handles: (nodeId: string) => NodeHandles;
}

const none: NodeHandles = { inputs: [], outputs: [] };

const indexes = new WeakMap<FlowGraph, GraphIndex>();
const knownHandles = new WeakMap<GraphNode, { readonly used: UsedHandles; readonly handles: NodeHandles }>();

/** By edges, with the names of the nodes at their ends. */
const knownEdges = new WeakMap<
  FlowEdge,
  { readonly from: string | undefined; readonly to: string | undefined; readonly canonical: FlowEdge }
>();

function areSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.isSubsetOf(b);
}

function handlesWith(node: GraphNode, used: UsedHandles): NodeHandles {
  const known = knownHandles.get(node);
  if (known !== undefined && areSame(known.used.inputs, used.inputs) && areSame(known.used.outputs, used.outputs)) {
    return known.handles;
  }
  const handles = handlesOf(node, used);
  knownHandles.set(node, { used, handles });
  return handles;
}

/** The same object for an edge while the nodes at its ends are of the same kind. */
function toCanonical(edge: FlowEdge, nodes: ReadonlyMap<string, GraphNode>): FlowEdge {
  const [source, target] = [nodes.get(edge.source), nodes.get(edge.target)];
  const [from, to] = [source?.data.name, target?.data.name];
  const known = knownEdges.get(edge);
  if (known !== undefined && known.from === from && known.to === to) return known.canonical;
  const canonical = {
    ...edge,
    id: edgeKey(edge),
    ...(source === undefined ? {} : { sourceHandle: canonicalHandle(source, edge.sourceHandle ?? '', 'output') }),
    ...(target === undefined ? {} : { targetHandle: canonicalHandle(target, edge.targetHandle ?? '', 'input') }),
  };
  knownEdges.set(edge, { from, to, canonical });
  return canonical;
}

/** Handles with edges, by node, from canonical edges. */
function usedByNode(nodes: ReadonlyMap<string, GraphNode>, edges: readonly FlowEdge[]) {
  const used = new Map<string, { readonly inputs: Set<string>; readonly outputs: Set<string> }>();
  for (const id of nodes.keys()) used.set(id, { inputs: new Set(), outputs: new Set() });
  for (const edge of edges) {
    const [source, target] = [used.get(edge.source), used.get(edge.target)];
    // An edge to nothing is not drawn.
    if (source === undefined || target === undefined) continue;
    source.outputs.add(edge.sourceHandle ?? '');
    target.inputs.add(edge.targetHandle ?? '');
  }
  return used;
}

function firstByKey<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const value of values) if (!found.has(keyOf(value))) found.set(keyOf(value), value);
  return found;
}

function createIndex(graph: FlowGraph): GraphIndex {
  const nodes = firstByKey(graph.nodes, ({ id }) => id);
  const canonicalEdges = graph.edges.map((edge) => toCanonical(edge, nodes));
  const used = usedByNode(nodes, canonicalEdges);
  const handles = new Map<string, NodeHandles>();
  return {
    nodes,
    edges: firstByKey(graph.edges, edgeKey),
    canonicalEdges,
    vectorStores: targetsOf(graph, 'run'),
    handles(nodeId) {
      const known = handles.get(nodeId);
      if (known !== undefined) return known;
      const node = nodes.get(nodeId);
      const ofNode = used.get(nodeId);
      const found = node === undefined || ofNode === undefined ? none : handlesWith(node, ofNode);
      handles.set(nodeId, found);
      return found;
    },
  };
}

/** The index of a graph, made at the first call. */
export function indexOf(graph: FlowGraph): GraphIndex {
  const known = indexes.get(graph);
  if (known !== undefined) return known;
  const index = createIndex(graph);
  indexes.set(graph, index);
  return index;
}
