import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createEdge, createNode } from '../../../shared/flow/create-node.ts';
import type { FlowDocument } from '../../../shared/flow/flow-document.ts';
import { inputHandleId, parseHandle } from '../../../shared/flow/handles.ts';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';

/** A golden file in Flowise's format, as text. */
export function flowiseFile(name: string): string {
  return readFileSync(new URL(`../../fixtures/flowise/${name}`, import.meta.url), 'utf8');
}

/** Does what a user does with a flow whose vector store we do not have: replaces it with ours, on the same edges. */
export function useLocalStore(flow: FlowDocument, oldId: string): FlowDocument {
  const { hnsw } = nodeDefinitions;
  const old = flow.nodes.find((node) => node.id === oldId);
  if (old === undefined) throw new Error(`The flow has no ${oldId}`);
  const store = createNode(hnsw, 'hnsw_0', old.position);
  const edges = flow.edges
    .filter((edge) => edge.source !== oldId)
    .map((edge) => {
      const name = parseHandle(edge.targetHandle ?? '', oldId, 'input')?.name;
      const input = hnsw.inputs.find((candidate) => candidate.name === name);
      if (edge.target !== oldId || input === undefined) return edge;
      return createEdge(edge.source, edge.sourceHandle ?? '', 'hnsw_0', inputHandleId('hnsw_0', input));
    });
  return { ...flow, nodes: flow.nodes.map((node) => (node.id === oldId ? store : node)), edges };
}

/** Changes the values of one node. */
export function withInputs(flow: FlowDocument, id: string, inputs: Readonly<Record<string, unknown>>): FlowDocument {
  const nodes = flow.nodes.map((node) =>
    node.id === id ? { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...inputs } } } : node,
  );
  return { ...flow, nodes };
}

/** Types of inputs that Flowise shows as form fields; every other type is a handle. */
const FORM_TYPES = [
  'asyncOptions',
  'asyncMultiOptions',
  'options',
  'multiOptions',
  'array',
  'datagrid',
  'string',
  'number',
  'boolean',
  'password',
  'json',
  'code',
  'date',
  'file',
  'folder',
  'tabs',
  'credential',
] as const;

const OutputSchema = z.looseObject({ id: z.string(), name: z.string(), label: z.string(), type: z.string() });
const AnchorSchema = z.looseObject({ id: z.string(), name: z.string(), label: z.string(), type: z.string() });

/** What Flowise reads from a node when it opens and runs a flow. */
export const FlowiseNodeSchema = z.looseObject({
  id: z.string(),
  position: z.object({ x: z.number(), y: z.number() }),
  type: z.literal('customNode'),
  data: z.looseObject({
    id: z.string(),
    label: z.string().min(1),
    version: z.number(),
    name: z.string().min(1),
    type: z.string().min(1),
    baseClasses: z.array(z.string()).min(1),
    category: z.string().min(1),
    description: z.string(),
    inputParams: z.array(AnchorSchema.extend({ type: z.enum(FORM_TYPES) })),
    inputAnchors: z.array(AnchorSchema.extend({ list: z.boolean().optional(), optional: z.boolean().optional() })),
    inputs: z.record(z.string(), z.unknown()),
    outputAnchors: z
      .array(
        z.union([
          z.looseObject({
            name: z.string(),
            label: z.string(),
            type: z.literal('options'),
            options: z.array(OutputSchema).min(2),
            default: z.string(),
          }),
          OutputSchema,
        ]),
      )
      .length(1),
    outputs: z.record(z.string(), z.string()),
  }),
});
export type FlowiseNode = z.infer<typeof FlowiseNodeSchema>;

export const FlowiseEdgeSchema = z.looseObject({
  id: z.string(),
  source: z.string(),
  sourceHandle: z.string(),
  target: z.string(),
  targetHandle: z.string(),
  type: z.literal('buttonedge'),
});

/** The ids and class texts of a node's outputs. */
export function outputsOf(node: FlowiseNode): readonly z.infer<typeof OutputSchema>[] {
  return node.data.outputAnchors.flatMap((anchor) =>
    'options' in anchor ? z.array(OutputSchema).parse(anchor.options) : [OutputSchema.parse(anchor)],
  );
}
