import { z } from 'zod';
import type { GraphNode } from '../../shared/flow/flow-document.ts';
import { inputHandleId, outputHandleId, parseHandle } from '../../shared/flow/handles.ts';
import { type DataType, dataTypeOfClass } from '../../shared/nodes/data-types.ts';
import { inputsOf } from '../../shared/nodes/param-inputs.ts';
import { findNodeDefinition } from '../../shared/nodes/registry.ts';
import { t } from '../../shared/texts/t.ts';

export type HandleSide = 'input' | 'output';

interface HandleFacts {
  readonly side: HandleSide;
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Undefined for what a node that we do not have takes or gives. */
  readonly type: DataType | undefined;
  readonly isOptional: boolean;
}

export interface NodeHandle extends HandleFacts {
  readonly isConnected: boolean;
}

export interface NodeHandles {
  readonly inputs: readonly NodeHandle[];
  readonly outputs: readonly NodeHandle[];
}

/** Handles of a node that have edges, in canonical form. */
export interface UsedHandles {
  readonly inputs: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
}

const AnchorSchema = z.looseObject({ id: z.string(), label: z.string().optional(), optional: z.boolean().optional() });
const OutputAnchorSchema = z.looseObject({ options: z.array(AnchorSchema).optional() });

/**
 * The handle id that the canvas draws for a handle of an edge: what our definition makes of its name. Another class list in the id (of
 * another version of Flowise) still finds it; a handle that fits nothing of the definition stays as it is.
 */
export function canonicalHandle(node: GraphNode, handle: string, side: HandleSide): string {
  const definition = findNodeDefinition(node.data.name);
  const name = parseHandle(handle, node.id, side)?.name;
  if (side === 'input') {
    const input = definition && inputsOf(definition).find((candidate) => candidate.name === name);
    return input === undefined ? handle : inputHandleId(node.id, input);
  }
  const output = definition?.outputs.find((candidate) => candidate.name === name);
  return output === undefined ? handle : outputHandleId(node.id, output);
}

function anchorHandle(node: GraphNode, side: HandleSide, id: string, label?: string, isOptional = true): HandleFacts {
  const parsed = parseHandle(id, node.id, side);
  const type = parsed?.types.map(dataTypeOfClass).find((found) => found !== undefined);
  const name = parsed?.name ?? id;
  return { side, id, name, label: label ?? name, type, isOptional };
}

function savedAnchors(node: GraphNode, side: HandleSide): HandleFacts[] {
  const saved: unknown = node.data[side === 'input' ? 'inputAnchors' : 'outputAnchors'];
  if (!Array.isArray(saved)) return [];
  return saved.flatMap((anchor: unknown) => {
    const options = OutputAnchorSchema.safeParse(anchor).data?.options;
    const one = AnchorSchema.safeParse(anchor).data;
    const anchors = options ?? (one === undefined ? [] : [one]);
    return anchors.map(({ id, label, optional }) => anchorHandle(node, side, id, label, optional ?? false));
  });
}

function definedHandles(node: GraphNode, side: HandleSide): readonly HandleFacts[] {
  const definition = findNodeDefinition(node.data.name);
  if (definition === undefined) return savedAnchors(node, side);
  return side === 'input'
    ? inputsOf(definition).map((input) => {
        const { name, label, type, optional } = input;
        return { side, id: inputHandleId(node.id, input), name, label: t(label), type, isOptional: optional === true };
      })
    : definition.outputs.map((output) => {
        const { name, label, type } = output;
        return { side, id: outputHandleId(node.id, output), name, label: t(label), type, isOptional: true };
      });
}

function withUsed(
  node: GraphNode,
  side: HandleSide,
  handles: readonly HandleFacts[],
  used: ReadonlySet<string>,
): readonly NodeHandle[] {
  const known = new Set(handles.map(({ id }) => id));
  const extra = [...used].filter((id) => !known.has(id)).map((id) => anchorHandle(node, side, id));
  return [...handles, ...extra].map((handle) => ({ ...handle, isConnected: used.has(handle.id) }));
}

/** All handles of a node: what its definition (or, without one, its saved anchors) says, and one for each edge that fits none of those. */
export function handlesOf(node: GraphNode, used: UsedHandles): NodeHandles {
  return {
    inputs: withUsed(node, 'input', definedHandles(node, 'input'), used.inputs),
    outputs: withUsed(node, 'output', definedHandles(node, 'output'), used.outputs),
  };
}
