import { type FlowGraph, type GraphNode, isNote } from '../../shared/flow/flow-document.ts';
import { fitsType, inputHandleId, outputHandleId } from '../../shared/flow/handles.ts';
import { type Refusal, validateConnection } from '../../shared/flow/validate-connection.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { inputsOf } from '../../shared/nodes/param-inputs.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../shared/nodes/registry.ts';
import { edgeKey, type FlowContent, type Point } from './flow-content.ts';
import { addNode, connect, type EdgeEnds } from './flow-edits.ts';
import { indexOf } from './graph-index.ts';
import type { HandleSide, NodeHandle } from './node-handles.ts';

/** One end of an edge that is being drawn. */
export interface HandleRef {
  readonly nodeId: string;
  readonly handleId: string;
  readonly side: HandleSide;
}

/** The ends of an edge between two handles, whichever of them it was drawn from. */
function endsBetween(from: HandleRef, nodeId: string, handleId: string): EdgeEnds {
  return from.side === 'output'
    ? { source: from.nodeId, sourceHandle: from.handleId, target: nodeId, targetHandle: handleId }
    : { source: nodeId, sourceHandle: handleId, target: from.nodeId, targetHandle: from.handleId };
}

/** Why an edge may not be added, or undefined. An edge that is being moved does not count against itself. */
export function refusalOf(graph: FlowGraph, ends: EdgeEnds, movingKey?: string): Refusal {
  const { canonicalEdges } = indexOf(graph);
  const edges = movingKey === undefined ? canonicalEdges : canonicalEdges.filter((edge) => edgeKey(edge) !== movingKey);
  return validateConnection({ nodes: graph.nodes, edges }, ends);
}

function handlesAcross(graph: FlowGraph, from: HandleRef): { readonly node: GraphNode; readonly handle: NodeHandle }[] {
  const index = indexOf(graph);
  return graph.nodes
    .filter((node) => !isNote(node))
    .flatMap((node) => {
      const { inputs, outputs } = index.handles(node.id);
      return (from.side === 'output' ? inputs : outputs).map((handle) => ({ node, handle }));
    });
}

/** For each handle that an edge from `from` could end at, by its id: why it may not, or undefined when it may. */
export function refusalsFrom(graph: FlowGraph, from: HandleRef, movingKey?: string): ReadonlyMap<string, Refusal> {
  return new Map(
    handlesAcross(graph, from).map(({ node, handle }) => [
      handle.id,
      refusalOf(graph, endsBetween(from, node.id, handle.id), movingKey),
    ]),
  );
}

/** Something that the list of connections offers. */
export type ConnectOption =
  | {
      readonly kind: 'present';
      readonly key: string;
      readonly node: GraphNode;
      readonly handle: NodeHandle;
      readonly ends: EdgeEnds;
    }
  | {
      readonly kind: 'new';
      readonly key: string;
      readonly definition: NodeDefinition;
      readonly from: HandleRef;
      /** Name of the new node's handle. */
      readonly handleName: string;
    };

function newNodeOptions(graph: FlowGraph, from: HandleRef, handle: NodeHandle): ConnectOption[] {
  const { type } = handle;
  if (type === undefined) return [];
  const node = indexOf(graph).nodes.get(from.nodeId);
  if (node !== undefined && from.side === 'input' && isFull(node, handle)) return [];
  return allNodeDefinitions.flatMap((definition): ConnectOption[] => {
    const name =
      from.side === 'output'
        ? inputsOf(definition).find((input) => input.type === type)?.name
        : definition.outputs.find((output) => fitsType(output.baseClasses, type))?.name;
    if (name === undefined) return [];
    return [{ kind: 'new', key: `new:${from.handleId}:${definition.name}`, definition, from, handleName: name }];
  });
}

/** Whether an input has the one edge that it can have. */
export function isFull(node: GraphNode, handle: NodeHandle): boolean {
  const definition = findNodeDefinition(node.data.name);
  const input = definition && inputsOf(definition).find((candidate) => candidate.name === handle.name);
  return input?.list !== true && handle.isConnected;
}

/** What a node (or one handle of it) can be connected to: nodes on the canvas first, then new ones. */
export function connectOptions(graph: FlowGraph, nodeId: string, handleId?: string): readonly ConnectOption[] {
  const { inputs, outputs } = indexOf(graph).handles(nodeId);
  const handles = [...outputs, ...inputs].filter((handle) => handleId === undefined || handle.id === handleId);
  const taken = new Set(graph.edges.map(edgeKey));
  const present = handles.flatMap((handle): ConnectOption[] => {
    const from: HandleRef = { nodeId, handleId: handle.id, side: handle.side };
    return handlesAcross(graph, from).flatMap(({ node: other, handle: otherHandle }): ConnectOption[] => {
      const ends = endsBetween(from, other.id, otherHandle.id);
      const key = edgeKey({ ...ends });
      if (taken.has(key) || refusalOf(graph, ends) !== undefined) return [];
      return [{ kind: 'present', key, node: other, handle: otherHandle, ends }];
    });
  });
  const added = handles.flatMap((handle) =>
    newNodeOptions(graph, { nodeId, handleId: handle.id, side: handle.side }, handle),
  );
  return [...present, ...added];
}

/** Adds a node of an option at a place, with its edge; says the node's id. */
export function addConnected(
  content: FlowContent,
  option: Extract<ConnectOption, { kind: 'new' }>,
  place: Point,
): { readonly content: FlowContent; readonly nodeId: string } {
  const { definition, from, handleName } = option;
  const added = addNode(content, definition, place);
  const input = inputsOf(definition).find((candidate) => candidate.name === handleName);
  const output = definition.outputs.find((candidate) => candidate.name === handleName);
  if (from.side === 'output' && input !== undefined) {
    const ends = endsBetween(from, added.nodeId, inputHandleId(added.nodeId, input));
    return { content: connect(added.content, ends), nodeId: added.nodeId };
  }
  if (from.side === 'input' && output !== undefined) {
    const ends = endsBetween(from, added.nodeId, outputHandleId(added.nodeId, output));
    return { content: connect(added.content, ends), nodeId: added.nodeId };
  }
  return added;
}
