import { type FlowNode, isNote } from '../../shared/flow/flow-document.ts';
import { fitsWire, inputHandleId, outputHandleId } from '../../shared/flow/handles.ts';
import { type Refusal, validateConnection } from '../../shared/flow/validate-connection.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { allNodeDefinitions, findNodeDefinition } from '../../shared/nodes/registry.ts';
import { edgeKey, type FlowContent, type Point } from './flow-content.ts';
import { addNode, connect, type WireEnds } from './flow-edits.ts';
import { canonicalHandle, type Port, type PortSide, portsOf, usedHandles } from './node-handles.ts';

/** One end of a wire that is being drawn. */
export interface PortRef {
  readonly nodeId: string;
  readonly handleId: string;
  readonly side: PortSide;
}

/** The ends of a wire between two ports, whichever of them it was drawn from. */
function endsBetween(from: PortRef, nodeId: string, handleId: string): WireEnds {
  return from.side === 'output'
    ? { source: from.nodeId, sourceHandle: from.handleId, target: nodeId, targetHandle: handleId }
    : { source: nodeId, sourceHandle: handleId, target: from.nodeId, targetHandle: from.handleId };
}

/** Why a wire may not be added, or undefined. A wire that is being moved does not count against itself. */
export function refusalOf(content: FlowContent, ends: WireEnds, movingKey?: string): Refusal {
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

function portsAcross(content: FlowContent, from: PortRef): { readonly node: FlowNode; readonly port: Port }[] {
  return content.nodes
    .filter((node) => !isNote(node))
    .flatMap((node) => {
      const ports = portsOf(node, usedHandles(node, content.edges));
      return (from.side === 'output' ? ports.inputs : ports.outputs).map((port) => ({ node, port }));
    });
}

/** For each port that a wire from `from` could end at, by its handle id: why it may not, or undefined when it may. */
export function refusalsFrom(content: FlowContent, from: PortRef, movingKey?: string): ReadonlyMap<string, Refusal> {
  return new Map(
    portsAcross(content, from).map(({ node, port }) => [
      port.handleId,
      refusalOf(content, endsBetween(from, node.id, port.handleId), movingKey),
    ]),
  );
}

/** Something that the list of connections offers. */
export type ConnectOption =
  | {
      readonly kind: 'present';
      readonly key: string;
      readonly node: FlowNode;
      readonly port: Port;
      readonly ends: WireEnds;
    }
  | {
      readonly kind: 'new';
      readonly key: string;
      readonly definition: NodeDefinition;
      readonly from: PortRef;
      /** Name of the new node's port. */
      readonly portName: string;
      readonly wire: Port['wire'];
    };

function newNodeOptions(content: FlowContent, from: PortRef, port: Port): ConnectOption[] {
  const { wire } = port;
  if (wire === undefined) return [];
  const node = content.nodes.find((candidate) => candidate.id === from.nodeId);
  if (node !== undefined && from.side === 'input' && isFull(content, node, port)) return [];
  return allNodeDefinitions.flatMap((definition): ConnectOption[] => {
    const name =
      from.side === 'output'
        ? definition.inputs.find((input) => input.type === wire)?.name
        : definition.outputs.find((output) => fitsWire(output.baseClasses, wire))?.name;
    if (name === undefined) return [];
    return [{ kind: 'new', key: `new:${from.handleId}:${definition.name}`, definition, from, portName: name, wire }];
  });
}

/** Whether an input has the one wire that it can have. */
function isFull(content: FlowContent, node: FlowNode, port: Port): boolean {
  const input = findNodeDefinition(node.data.name)?.inputs.find((candidate) => candidate.name === port.name);
  return input?.list !== true && usedHandles(node, content.edges).inputs.includes(port.handleId);
}

/** What a node (or one port of it) can be connected to: nodes on the canvas first, then new ones. */
export function connectOptions(content: FlowContent, nodeId: string, handleId?: string): readonly ConnectOption[] {
  const node = content.nodes.find((candidate) => candidate.id === nodeId);
  if (node === undefined) return [];
  const { inputs, outputs } = portsOf(node, usedHandles(node, content.edges));
  const ports = [...outputs, ...inputs].filter((port) => handleId === undefined || port.handleId === handleId);
  const taken = new Set(content.edges.map(edgeKey));
  const present = ports.flatMap((port): ConnectOption[] => {
    const from: PortRef = { nodeId, handleId: port.handleId, side: port.side };
    return portsAcross(content, from).flatMap(({ node: other, port: otherPort }): ConnectOption[] => {
      const ends = endsBetween(from, other.id, otherPort.handleId);
      const key = edgeKey({ ...ends });
      if (taken.has(key) || refusalOf(content, ends) !== undefined) return [];
      return [{ kind: 'present', key, node: other, port: otherPort, ends }];
    });
  });
  const added = ports.flatMap((port) =>
    newNodeOptions(content, { nodeId, handleId: port.handleId, side: port.side }, port),
  );
  return [...present, ...added];
}

/** Adds a node of an option at a place, with its wire; says the node's id. */
export function addConnected(
  content: FlowContent,
  option: Extract<ConnectOption, { kind: 'new' }>,
  place: Point,
): { readonly content: FlowContent; readonly nodeId: string } {
  const { definition, from, portName } = option;
  const added = addNode(content, definition, place);
  const input = definition.inputs.find((candidate) => candidate.name === portName);
  const output = definition.outputs.find((candidate) => candidate.name === portName);
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
