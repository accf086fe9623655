import { createEdge, createNode, nextNodeId } from '../../shared/flow/create-node.ts';
import { CREDENTIAL_INPUT } from '../../shared/flow/credential-reference.ts';
import type { FlowEdge, GraphNode } from '../../shared/flow/flow-document.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { addElements, edgeKey, type FlowContent, type Point, placeNodes } from './flow-content.ts';
import { findFreePlace } from './free-place.ts';
import { moveLabelOverrides } from './override-config.ts';

/** Both ends of an edge, by their full handle ids. */
export interface EdgeEnds {
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
  readonly targetHandle: string;
}

function mapNode({ graph, ...rest }: FlowContent, id: string, change: (node: GraphNode) => GraphNode): FlowContent {
  return { ...rest, graph: { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)) } };
}

function setEdges({ graph, ...rest }: FlowContent, edges: readonly FlowEdge[]): FlowContent {
  return { ...rest, graph: { ...graph, edges } };
}

/** Adds a node at the wanted place, or near it where it covers no other; says its id. */
export function addNode(
  content: FlowContent,
  definition: NodeDefinition,
  wanted: Point,
): { readonly content: FlowContent; readonly nodeId: string } {
  const nodeId = nextNodeId(definition.name, new Set(content.graph.nodes.map(({ id }) => id)));
  const node = createNode(definition, nodeId, wanted);
  const placed = { ...node, position: { ...findFreePlace(placeNodes(content, content.graph.nodes), node) } };
  return { content: addElements(content, { nodes: [placed], edges: [] }), nodeId };
}

/** Removes nodes with their edges. */
export function removeNodes(content: FlowContent, ids: ReadonlySet<string>): FlowContent {
  if (ids.size === 0) return content;
  const { graph, layout } = content;
  return {
    ...content,
    graph: {
      nodes: graph.nodes.filter((node) => !ids.has(node.id)),
      edges: graph.edges.filter((edge) => !ids.has(edge.source) && !ids.has(edge.target)),
    },
    layout: new Map([...layout].filter(([id]) => !ids.has(id))),
  };
}

export function removeEdges(content: FlowContent, keys: ReadonlySet<string>): FlowContent {
  if (keys.size === 0) return content;
  const edges = content.graph.edges.filter((edge) => !keys.has(edgeKey(edge)));
  return setEdges(content, edges);
}

/** Moves nodes; the graph stays the same object. */
export function moveNodes(content: FlowContent, places: ReadonlyMap<string, Point>): FlowContent {
  const moved = [...places].flatMap(([id, { x, y }]) => {
    const before = content.layout.get(id);
    if (before === undefined || (before.x === x && before.y === y)) return [];
    return [[id, { ...before, x, y }] as const];
  });
  return moved.length === 0 ? content : { ...content, layout: new Map([...content.layout, ...moved]) };
}

/** Adds an edge; one that is there already is not doubled. */
export function connect(content: FlowContent, ends: EdgeEnds): FlowContent {
  const edge = createEdge(ends.source, ends.sourceHandle, ends.target, ends.targetHandle);
  const { edges } = content.graph;
  if (edges.some((present) => edgeKey(present) === edgeKey(edge))) return content;
  return setEdges(content, [...edges, edge]);
}

/** Moves one end of an edge; what else the edge carried stays. */
export function reconnect(content: FlowContent, key: string, ends: EdgeEnds): FlowContent {
  const edge = createEdge(ends.source, ends.sourceHandle, ends.target, ends.targetHandle);
  const { edges } = content.graph;
  const others = edges.filter((present) => edgeKey(present) !== key);
  if (edges.some((present) => edgeKey(present) === key && edgeKey(present) === edgeKey(edge))) return content;
  if (others.some((present) => edgeKey(present) === edgeKey(edge))) return setEdges(content, others);
  return setEdges(
    content,
    edges.map((present): FlowEdge => (edgeKey(present) === key ? { ...present, ...edge } : present)),
  );
}

/** Sets a value of a node's form. */
export function setInput(content: FlowContent, nodeId: string, param: string, value: unknown): FlowContent {
  return mapNode(content, nodeId, (node) => ({
    ...node,
    data: { ...node.data, inputs: { ...node.data.inputs, [param]: value } },
  }));
}

/** Sets the id of the credential that a node takes its secrets from; "" for none. */
export function setCredential(content: FlowContent, nodeId: string, credential: string): FlowContent {
  return mapNode(content, nodeId, (node) => {
    const { [CREDENTIAL_INPUT]: _, ...inputs } = node.data.inputs;
    return { ...node, data: { ...node.data, credential, inputs } };
  });
}

/** Renames a node; override switches that are stored under its old label follow it. */
export function renameNode(content: FlowContent, nodeId: string, label: string): FlowContent {
  const { nodes } = content.graph;
  const node = nodes.find((candidate) => candidate.id === nodeId);
  if (node === undefined || node.data.label === label) return content;
  const isLabelShared = nodes.some((other) => other.id !== nodeId && other.data.label === node.data.label);
  const apiConfig = isLabelShared ? content.apiConfig : moveLabelOverrides(content.apiConfig, node.data.label, nodeId);
  return mapNode({ ...content, apiConfig }, nodeId, (found) => ({ ...found, data: { ...found.data, label } }));
}
