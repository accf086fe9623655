import { createEdge, createNode, nextNodeId } from '../../shared/flow/create-node.ts';
import { CREDENTIAL_INPUT } from '../../shared/flow/credential-reference.ts';
import type { FlowEdge, FlowNode } from '../../shared/flow/flow-document.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { edgeKey, type FlowContent, type Point } from './flow-content.ts';
import { findFreePlace } from './free-place.ts';
import { moveLabelOverrides } from './override-config.ts';

/** Both ends of an edge, by their full handle ids. */
export interface EdgeEnds {
  readonly source: string;
  readonly sourceHandle: string;
  readonly target: string;
  readonly targetHandle: string;
}

function mapNode(content: FlowContent, id: string, change: (node: FlowNode) => FlowNode): FlowContent {
  return { ...content, nodes: content.nodes.map((node) => (node.id === id ? change(node) : node)) };
}

/** Adds a node at the wanted place, or near it where it covers no other; says its id. */
export function addNode(
  content: FlowContent,
  definition: NodeDefinition,
  wanted: Point,
): { readonly content: FlowContent; readonly nodeId: string } {
  const nodeId = nextNodeId(definition.name, new Set(content.nodes.map((node) => node.id)));
  const node = createNode(definition, nodeId, wanted);
  const placed = { ...node, position: { ...findFreePlace(content.nodes, node) } };
  return { content: { ...content, nodes: [...content.nodes, placed] }, nodeId };
}

/** Removes nodes with their edges. */
export function removeNodes(content: FlowContent, ids: ReadonlySet<string>): FlowContent {
  if (ids.size === 0) return content;
  return {
    ...content,
    nodes: content.nodes.filter((node) => !ids.has(node.id)),
    edges: content.edges.filter((edge) => !ids.has(edge.source) && !ids.has(edge.target)),
  };
}

export function removeEdges(content: FlowContent, keys: ReadonlySet<string>): FlowContent {
  if (keys.size === 0) return content;
  return { ...content, edges: content.edges.filter((edge) => !keys.has(edgeKey(edge))) };
}

export function moveNodes(content: FlowContent, places: ReadonlyMap<string, Point>): FlowContent {
  let moved = false;
  const nodes = content.nodes.map((node) => {
    const place = places.get(node.id);
    if (place === undefined || (place.x === node.position.x && place.y === node.position.y)) return node;
    moved = true;
    return { ...node, position: { ...node.position, x: place.x, y: place.y } };
  });
  return moved ? { ...content, nodes } : content;
}

/** Adds an edge; one that is there already is not doubled. */
export function connect(content: FlowContent, ends: EdgeEnds): FlowContent {
  const edge = createEdge(ends.source, ends.sourceHandle, ends.target, ends.targetHandle);
  if (content.edges.some((present) => edgeKey(present) === edgeKey(edge))) return content;
  return { ...content, edges: [...content.edges, edge] };
}

/** Moves one end of an edge; what else the edge carried stays. */
export function reconnect(content: FlowContent, key: string, ends: EdgeEnds): FlowContent {
  const edge = createEdge(ends.source, ends.sourceHandle, ends.target, ends.targetHandle);
  const others = content.edges.filter((present) => edgeKey(present) !== key);
  if (others.some((present) => edgeKey(present) === edgeKey(edge))) return { ...content, edges: others };
  return {
    ...content,
    edges: content.edges.map((present): FlowEdge => (edgeKey(present) === key ? { ...present, ...edge } : present)),
  };
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

/** Renames a node; override switches that were kept under its old label follow it. */
export function renameNode(content: FlowContent, nodeId: string, label: string): FlowContent {
  const node = content.nodes.find((candidate) => candidate.id === nodeId);
  if (node === undefined || node.data.label === label) return content;
  const isLabelShared = content.nodes.some((other) => other.id !== nodeId && other.data.label === node.data.label);
  const apiConfig = isLabelShared ? content.apiConfig : moveLabelOverrides(content.apiConfig, node.data.label, nodeId);
  return mapNode({ ...content, apiConfig }, nodeId, (found) => ({ ...found, data: { ...found.data, label } }));
}
