import { createNode, nextNodeId } from '../../shared/flow/create-node.ts';
import { type FlowEdge, type FlowGraph, type GraphNode, isNote } from '../../shared/flow/flow-document.ts';
import { fitsType, parseHandle } from '../../shared/flow/handles.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { inputsOf } from '../../shared/nodes/param-inputs.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../shared/nodes/registry.ts';
import { edgeKey, type FlowContent } from './flow-content.ts';
import { connect, type EdgeEnds, reconnect, removeEdges } from './flow-edits.ts';
import { indexOf } from './graph-index.ts';
import { handlesOf, type NodeHandle, type NodeHandles } from './node-handles.ts';

/** A node that may join an edge: one of the canvas, or a new one as it will be. */
export interface Joiner {
  readonly nodeId: string;
  readonly handles: NodeHandles;
}

/**
 * How a node joins an edge: `between` its ends; `source` or `target`: as one more node that feeds that end of it, which is what fits most edges
 * here (a splitter joins the loader, a record manager the store); `instead`: in the place of the node where the edge begins.
 */
export interface EdgeFit {
  readonly kind: 'between' | 'source' | 'target' | 'instead';
  readonly nodeId: string;
  readonly edgeKey: string;
  readonly connections: readonly EdgeEnds[];
}

const noHandles = { inputs: new Set<string>(), outputs: new Set<string>() };

/** A new node of a kind, as it would be added to a graph. */
export function newJoiner(graph: FlowGraph, definition: NodeDefinition): Joiner {
  const nodeId = nextNodeId(definition.name, new Set(graph.nodes.map(({ id }) => id)));
  const { position: _, ...node } = createNode(definition, nodeId, { x: 0, y: 0 });
  return { nodeId, handles: handlesOf(node, noHandles) };
}

function takes(input: NodeHandle, classes: readonly string[]): boolean {
  return input.type !== undefined && fitsType(classes, input.type);
}

function classesOf(nodeId: string, handleId: string): readonly string[] {
  return parseHandle(handleId, nodeId, 'output')?.types ?? [];
}

function isList(node: GraphNode | undefined, handle: NodeHandle): boolean {
  const definition = findNodeDefinition(node?.data.name ?? '');
  const inputs = definition && inputsOf(definition);
  return inputs?.find(({ name }) => name === handle.name)?.list === true;
}

/** The edge between an output of the joiner and an input of a node, if one fits. */
function feed(joiner: Joiner, target: string, input: NodeHandle): EdgeEnds | undefined {
  const output = joiner.handles.outputs.find(({ id }) => takes(input, classesOf(joiner.nodeId, id)));
  if (output === undefined) return undefined;
  return { source: joiner.nodeId, sourceHandle: output.id, target, targetHandle: input.id };
}

function between(edge: FlowEdge, end: NodeHandle, joiner: Joiner): readonly EdgeEnds[] | undefined {
  const sourceHandle = edge.sourceHandle ?? '';
  const input = joiner.handles.inputs.find((candidate) => takes(candidate, classesOf(edge.source, sourceHandle)));
  const out = feed(joiner, edge.target, end);
  if (input === undefined || out === undefined) return undefined;
  return [{ source: edge.source, sourceHandle, target: joiner.nodeId, targetHandle: input.id }, out];
}

/** Ways that a node may join an edge, the best first. A node at one of its ends joins nowhere. */
export function edgeFits(graph: FlowGraph, key: string, joiner: Joiner): readonly EdgeFit[] {
  const index = indexOf(graph);
  const edge = index.canonicalEdges.find((candidate) => edgeKey(candidate) === key);
  if (edge === undefined || joiner.nodeId === edge.source || joiner.nodeId === edge.target) return [];
  const { inputs } = index.handles(edge.target);
  const end = inputs.find(({ id }) => id === edge.targetHandle);
  if (end === undefined) return [];
  const way = (kind: EdgeFit['kind'], connections: readonly EdgeEnds[] | undefined): EdgeFit[] =>
    connections === undefined ? [] : [{ kind, nodeId: joiner.nodeId, edgeKey: key, connections }];
  const open = (nodeId: string) =>
    index
      .handles(nodeId)
      .inputs.filter((input) => !input.isConnected || isList(index.nodes.get(nodeId), input))
      .toSorted((a, b) => Number(b === end) - Number(a === end));
  const into = (nodeId: string) => {
    const found = open(nodeId).flatMap((input) => feed(joiner, nodeId, input) ?? [])[0];
    return found === undefined ? undefined : [found];
  };
  const instead = feed(joiner, edge.target, end);
  return [
    ...way('between', between(edge, end, joiner)),
    ...way('target', into(edge.target)),
    ...way('source', into(edge.source)),
    ...way('instead', instead === undefined ? undefined : [instead]),
  ];
}

/** How a node that is dropped on an edge joins it; nothing that was connected loses its edge by that. */
export function dropFit(graph: FlowGraph, key: string, joiner: Joiner): EdgeFit | undefined {
  return edgeFits(graph, key, joiner).find(({ kind }) => kind !== 'instead');
}

/** The flow with a node, which is in it already, joined to an edge. */
export function joinEdge(content: FlowContent, fit: EdgeFit): FlowContent {
  const [first] = fit.connections;
  if (fit.kind === 'instead') return first === undefined ? content : reconnect(content, fit.edgeKey, first);
  const before = fit.kind === 'between' ? removeEdges(content, new Set([fit.edgeKey])) : content;
  return fit.connections.reduce(connect, before);
}

/** Something that can be put on an edge. */
export type EdgeOption =
  | { readonly kind: 'present'; readonly fit: EdgeFit; readonly node: GraphNode }
  | { readonly kind: 'new'; readonly fit: EdgeFit; readonly definition: NodeDefinition };

/** The nodes of the canvas without any edge, notes aside. */
function looseNodes(graph: FlowGraph): readonly GraphNode[] {
  const used = new Set(graph.edges.flatMap(({ source, target }) => [source, target]));
  return graph.nodes.filter((node) => !isNote(node) && !used.has(node.id));
}

/** What can be put on an edge: nodes of the canvas that have no edge, and new ones. */
export function edgeOptions(graph: FlowGraph, key: string): readonly EdgeOption[] {
  const index = indexOf(graph);
  const present = looseNodes(graph).flatMap((node) =>
    edgeFits(graph, key, { nodeId: node.id, handles: index.handles(node.id) })
      .slice(0, 1)
      .map((fit): EdgeOption => ({ kind: 'present', fit, node })),
  );
  const added = allNodeDefinitions.flatMap((definition) =>
    edgeFits(graph, key, newJoiner(graph, definition)).map((fit): EdgeOption => ({ kind: 'new', fit, definition })),
  );
  return [...present, ...added];
}
