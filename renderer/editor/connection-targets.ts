import { type FlowNode, isNote } from '../../shared/flow/flow-document.ts';
import { fitsType, inputHandleId, outputHandleId } from '../../shared/flow/handles.ts';
import { type Refusal, validateConnection } from '../../shared/flow/validate-connection.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../shared/nodes/registry.ts';
import { edgeKey, type FlowContent, type Point } from './flow-content.ts';
import { addNode, connect, type EdgeEnds } from './flow-edits.ts';
import { canonicalHandle, type HandleSide, handlesOf, type NodeHandle, usedHandles } from './node-handles.ts';

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
export function refusalOf(content: FlowContent, ends: EdgeEnds, movingKey?: string): Refusal {
  const edges = content.edges.filter((edge) => edgeKey(edge) !== movingKey);
  const byId = new Map(content.nodes.map((node) => [node.id, node]));
  const canonical = edges.map((edge) => {
    const target = byId.get(edge.target);
    return target === undefined
      ? edge
      : { ...edge, targetHandle: canonicalHandle(target, edge.targetHandle ?? '', 'input') };
  });
  return validateConnection({ nodes: [...content.nodes], edges: canonical }, ends);
}

function handlesAcross(
  content: FlowContent,
  from: HandleRef,
): { readonly node: FlowNode; readonly handle: NodeHandle }[] {
  return content.nodes
    .filter((node) => !isNote(node))
    .flatMap((node) => {
      const handles = handlesOf(node, usedHandles(node, content.edges));
      return (from.side === 'output' ? handles.inputs : handles.outputs).map((handle) => ({ node, handle }));
    });
}

/** For each handle that an edge from `from` could end at, by its handle id: why it may not, or undefined when it may. */
export function refusalsFrom(content: FlowContent, from: HandleRef, movingKey?: string): ReadonlyMap<string, Refusal> {
  return new Map(
    handlesAcross(content, from).map(({ node, handle }) => [
      handle.id,
      refusalOf(content, endsBetween(from, node.id, handle.id), movingKey),
    ]),
  );
}

/** Something that the list of connections offers. */
export type ConnectOption =
  | {
      readonly kind: 'present';
      readonly key: string;
      readonly node: FlowNode;
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

function newNodeOptions(content: FlowContent, from: HandleRef, handle: NodeHandle): ConnectOption[] {
  const { type } = handle;
  if (type === undefined) return [];
  const node = content.nodes.find((candidate) => candidate.id === from.nodeId);
  if (node !== undefined && from.side === 'input' && isFull(content, node, handle)) return [];
  return allNodeDefinitions.flatMap((definition): ConnectOption[] => {
    const name =
      from.side === 'output'
        ? definition.inputs.find((input) => input.type === type)?.name
        : definition.outputs.find((output) => fitsType(output.baseClasses, type))?.name;
    if (name === undefined) return [];
    return [{ kind: 'new', key: `new:${from.handleId}:${definition.name}`, definition, from, handleName: name }];
  });
}

/** Whether an input has the one edge that it can have. */
function isFull(content: FlowContent, node: FlowNode, handle: NodeHandle): boolean {
  const input = findNodeDefinition(node.data.name)?.inputs.find((candidate) => candidate.name === handle.name);
  return input?.list !== true && usedHandles(node, content.edges).inputs.includes(handle.id);
}

/** What a node (or one handle of it) can be connected to: nodes on the canvas first, then new ones. */
export function connectOptions(content: FlowContent, nodeId: string, handleId?: string): readonly ConnectOption[] {
  const node = content.nodes.find((candidate) => candidate.id === nodeId);
  if (node === undefined) return [];
  const { inputs, outputs } = handlesOf(node, usedHandles(node, content.edges));
  const handles = [...outputs, ...inputs].filter((handle) => handleId === undefined || handle.id === handleId);
  const taken = new Set(content.edges.map(edgeKey));
  const present = handles.flatMap((handle): ConnectOption[] => {
    const from: HandleRef = { nodeId, handleId: handle.id, side: handle.side };
    return handlesAcross(content, from).flatMap(({ node: other, handle: otherHandle }): ConnectOption[] => {
      const ends = endsBetween(from, other.id, otherHandle.id);
      const key = edgeKey({ ...ends });
      if (taken.has(key) || refusalOf(content, ends) !== undefined) return [];
      return [{ kind: 'present', key, node: other, handle: otherHandle, ends }];
    });
  });
  const added = handles.flatMap((handle) =>
    newNodeOptions(content, { nodeId, handleId: handle.id, side: handle.side }, handle),
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
  const input = definition.inputs.find((candidate) => candidate.name === handleName);
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
