import { z } from 'zod';
import type { FlowEdge, FlowNode } from '../../shared/flow/flow-document.ts';
import { inputHandleId, outputHandleId, parseHandle } from '../../shared/flow/handles.ts';
import { type DataType, dataTypeOfClass } from '../../shared/nodes/kinds.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';

export type HandleSide = 'input' | 'output';

export interface NodeHandle {
  readonly side: HandleSide;
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Undefined for what a node that we do not have takes or gives. */
  readonly type: DataType | undefined;
  readonly isOptional: boolean;
}

export interface NodeHandles {
  readonly inputs: readonly NodeHandle[];
  readonly outputs: readonly NodeHandle[];
}

/** Handles of edges at a node. */
export interface UsedHandles {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

const AnchorSchema = z.looseObject({ id: z.string(), label: z.string().optional(), optional: z.boolean().optional() });
const OutputAnchorSchema = z.looseObject({ options: z.array(AnchorSchema).optional() });

/**
 * The handle id that the canvas draws for a handle of an edge: what our definition makes of its name. Another class list in the id (of
 * another version of Flowise) still finds it; a handle that fits nothing of the definition stays as it is.
 */
export function canonicalHandle(node: FlowNode, handle: string, side: HandleSide): string {
  const definition = findNodeDefinition(node.data.name);
  const name = parseHandle(handle, node.id, side)?.name;
  if (side === 'input') {
    const input = definition?.inputs.find((candidate) => candidate.name === name);
    return input === undefined ? handle : inputHandleId(node.id, input);
  }
  const output = definition?.outputs.find((candidate) => candidate.name === name);
  return output === undefined ? handle : outputHandleId(node.id, output);
}

/** Handles of a node that have edges, in canonical form. */
export function usedHandles(node: FlowNode, edges: readonly FlowEdge[]): UsedHandles {
  const inputs = new Set<string>();
  const outputs = new Set<string>();
  for (const edge of edges) {
    if (edge.target === node.id) inputs.add(canonicalHandle(node, edge.targetHandle ?? '', 'input'));
    if (edge.source === node.id) outputs.add(canonicalHandle(node, edge.sourceHandle ?? '', 'output'));
  }
  return { inputs: [...inputs], outputs: [...outputs] };
}

function anchorHandle(node: FlowNode, side: HandleSide, id: string, label?: string, isOptional = true): NodeHandle {
  const parsed = parseHandle(id, node.id, side);
  const type = parsed?.types.map(dataTypeOfClass).find((found) => found !== undefined);
  const name = parsed?.name ?? id;
  return { side, id, name, label: label ?? name, type, isOptional };
}

function savedAnchors(node: FlowNode, side: HandleSide): NodeHandle[] {
  const saved: unknown = node.data[side === 'input' ? 'inputAnchors' : 'outputAnchors'];
  if (!Array.isArray(saved)) return [];
  return saved.flatMap((anchor: unknown) => {
    const options = OutputAnchorSchema.safeParse(anchor).data?.options;
    const one = AnchorSchema.safeParse(anchor).data;
    const anchors = options ?? (one === undefined ? [] : [one]);
    return anchors.map(({ id, label, optional }) => anchorHandle(node, side, id, label, optional ?? false));
  });
}

function definedHandles(node: FlowNode): NodeHandles {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return { inputs: savedAnchors(node, 'input'), outputs: savedAnchors(node, 'output') };
  return {
    inputs: definition.inputs.map((input) => ({
      side: 'input',
      id: inputHandleId(node.id, input),
      name: input.name,
      label: input.label,
      type: input.type,
      isOptional: input.optional === true,
    })),
    outputs: definition.outputs.map((output) => ({
      side: 'output',
      id: outputHandleId(node.id, output),
      name: output.name,
      label: output.label,
      type: output.type,
      isOptional: true,
    })),
  };
}

function withUsed(
  node: FlowNode,
  side: HandleSide,
  handles: readonly NodeHandle[],
  used: readonly string[],
): readonly NodeHandle[] {
  const extra = used.filter((id) => !handles.some((handle) => handle.id === id));
  return extra.length === 0 ? handles : [...handles, ...extra.map((id) => anchorHandle(node, side, id))];
}

/** All handles of a node: what its definition (or, without one, its saved anchors) says, and one for each edge that fits none of those. */
export function handlesOf(node: FlowNode, used: UsedHandles): NodeHandles {
  const { inputs, outputs } = definedHandles(node);
  return {
    inputs: withUsed(node, 'input', inputs, used.inputs),
    outputs: withUsed(node, 'output', outputs, used.outputs),
  };
}
