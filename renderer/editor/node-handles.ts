import { z } from 'zod';
import type { FlowEdge, FlowNode } from '../../shared/flow/flow-document.ts';
import { inputHandleId, outputHandleId, parseHandle } from '../../shared/flow/handles.ts';
import { type WireType, wireOfClass } from '../../shared/nodes/kinds.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';

export type PortSide = 'input' | 'output';

export interface Port {
  readonly side: PortSide;
  readonly handleId: string;
  readonly name: string;
  readonly label: string;
  /** Undefined for what a node that we do not have takes or gives. */
  readonly wire: WireType | undefined;
  readonly isOptional: boolean;
}

export interface Ports {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

/** Handles of wires at a node. */
export interface UsedHandles {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

const AnchorSchema = z.looseObject({ id: z.string(), label: z.string().optional(), optional: z.boolean().optional() });
const OutputAnchorSchema = z.looseObject({ options: z.array(AnchorSchema).optional() });

/**
 * The handle id that the canvas draws for a handle of a wire: what our definition makes of the port of that name. Another class list in
 * the id (of another version of Flowise) still finds its port; a handle that fits no port stays as it is.
 */
export function canonicalHandle(node: FlowNode, handle: string, side: PortSide): string {
  const definition = findNodeDefinition(node.data.name);
  const name = parseHandle(handle, node.id, side)?.name;
  if (side === 'input') {
    const input = definition?.inputs.find((candidate) => candidate.name === name);
    return input === undefined ? handle : inputHandleId(node.id, input);
  }
  const output = definition?.outputs.find((candidate) => candidate.name === name);
  return output === undefined ? handle : outputHandleId(node.id, output);
}

/** Handles of a node that have wires, in canonical form. */
export function usedHandles(node: FlowNode, edges: readonly FlowEdge[]): UsedHandles {
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  for (const edge of edges) {
    if (edge.target === node.id) inputs.add(canonicalHandle(node, edge.targetHandle ?? '', 'input'));
    if (edge.source === node.id) outputs.add(canonicalHandle(node, edge.sourceHandle ?? '', 'output'));
  }
  return { inputs: [...inputs], outputs: [...outputs] };
}

function anchorPort(node: FlowNode, side: PortSide, handleId: string, label?: string, isOptional = true): Port {
  const parsed = parseHandle(handleId, node.id, side);
  const wire = parsed?.types.map(wireOfClass).find((found) => found !== undefined);
  const name = parsed?.name ?? handleId;
  return { side, handleId, name, label: label ?? name, wire, isOptional };
}

function savedAnchors(node: FlowNode, side: PortSide): Port[] {
  const saved: unknown = node.data[side === 'input' ? 'inputAnchors' : 'outputAnchors'];
  if (!Array.isArray(saved)) return [];
  return saved.flatMap((anchor: unknown) => {
    const options = OutputAnchorSchema.safeParse(anchor).data?.options;
    const one = AnchorSchema.safeParse(anchor).data;
    const anchors = options ?? (one === undefined ? [] : [one]);
    return anchors.map(({ id, label, optional }) => anchorPort(node, side, id, label, optional ?? false));
  });
}

function definedPorts(node: FlowNode): Ports {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return { inputs: savedAnchors(node, 'input'), outputs: savedAnchors(node, 'output') };
  return {
    inputs: definition.inputs.map((input) => ({
      side: 'input',
      handleId: inputHandleId(node.id, input),
      name: input.name,
      label: input.label,
      wire: input.type,
      isOptional: input.optional === true,
    })),
    outputs: definition.outputs.map((output) => ({
      side: 'output',
      handleId: outputHandleId(node.id, output),
      name: output.name,
      label: output.label,
      wire: output.type,
      isOptional: true,
    })),
  };
}

function withUsed(node: FlowNode, side: PortSide, ports: readonly Port[], used: readonly string[]): readonly Port[] {
  const extra = used.filter((handle) => !ports.some((port) => port.handleId === handle));
  return extra.length === 0 ? ports : [...ports, ...extra.map((handle) => anchorPort(node, side, handle))];
}

/** All ports of a node: what its definition (or, without one, its saved anchors) says, and one for each wire that fits none of those. */
export function portsOf(node: FlowNode, used: UsedHandles): Ports {
  const { inputs, outputs } = definedPorts(node);
  return {
    inputs: withUsed(node, 'input', inputs, used.inputs),
    outputs: withUsed(node, 'output', outputs, used.outputs),
  };
}
