import { z } from 'zod';
import { faultOf } from '../errors/describe-fault.ts';
import { UserError } from '../errors/errors.ts';
import { isNestedTooDeep, MAX_JSON_DEPTH } from '../json/nesting.ts';
import { t } from '../texts/t.ts';

/**
 * `flowData` as React Flow saves it. We rely on few fields; all others, and nodes that we do not know, pass through untouched
 * (decisions, part 3), hence loose objects everywhere.
 */
export const FlowNodeSchema = z.looseObject({
  id: z.string().min(1),
  position: z.looseObject({ x: z.number(), y: z.number() }),
  type: z.string().optional(),
  data: z.looseObject({
    name: z.string().default(''),
    label: z.string().default(''),
    version: z.number().optional(),
    inputs: z.record(z.string(), z.unknown()).default({}),
    outputs: z.record(z.string(), z.unknown()).optional(),
  }),
});
export type FlowNode = z.infer<typeof FlowNodeSchema>;

/** A node without its place on the canvas: all that counts for what the flow does. */
export type GraphNode = Pick<FlowNode, 'id' | 'type' | 'data'> & Readonly<Record<string, unknown>>;

export const FlowEdgeSchema = z.looseObject({
  id: z.string().optional(),
  source: z.string(),
  target: z.string(),
  sourceHandle: z.string().nullish(),
  targetHandle: z.string().nullish(),
});
export type FlowEdge = z.infer<typeof FlowEdgeSchema>;

export const FlowDocumentSchema = z.looseObject({
  // A script that draws a flow need not know where its nodes stand.
  nodes: z
    .array(FlowNodeSchema.extend({ position: FlowNodeSchema.shape.position.default({ x: 0, y: 0 }) }))
    .default([]),
  edges: z.array(FlowEdgeSchema).default([]),
  viewport: z.looseObject({ x: z.number(), y: z.number(), zoom: z.number() }).nullish(),
});
export type FlowDocument = z.infer<typeof FlowDocumentSchema>;

/** What a flow does, wherever its nodes stand; a document is one too. */
export interface FlowGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly FlowEdge[];
}

/** Of chatflows, and of agentflows. */
const NOTE_NAMES: ReadonlySet<string> = new Set(['stickyNote', 'stickyNoteAgentflow']);

/** Sticky notes are on the canvas but not part of the flow. */
export function isNote(node: GraphNode): boolean {
  return node.type === 'stickyNote' || NOTE_NAMES.has(node.data.name);
}

/** What people and scripts know nodes by, each once: "Pinecone (pinecone)". */
export function nameNodes(nodes: readonly GraphNode[]): string[] {
  return [...new Set(nodes.map(({ data }) => (data.label === '' ? data.name : `${data.label} (${data.name})`)))];
}

function parseJson(flowData: string): unknown {
  if (isNestedTooDeep(flowData)) {
    const message = t('flowData is nested over {depth} levels deep: send the text of a flow.', {
      depth: MAX_JSON_DEPTH,
    });
    throw new UserError('INVALID_FLOW_DATA', message);
  }
  try {
    return flowData.trim() === '' ? {} : JSON.parse(flowData);
  } catch (cause) {
    throw new UserError('INVALID_FLOW_DATA', t('flowData is not JSON: send the text of {"nodes": [], "edges": []}.'), {
      cause,
    });
  }
}

function read<Schema extends z.ZodType>(schema: Schema, json: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = issue === undefined ? 'flowData' : ['flowData', ...issue.path].join('.');
  throw new UserError(
    'INVALID_FLOW_DATA',
    t('{place} is not as a flow has it ({problem}): save the flow again.', {
      place,
      problem: faultOf(issue),
    }),
    { details: { path: place } },
  );
}

/**
 * Reads the JSON text of a flow. `{}` and "" are an empty flow.
 * @throws UserError INVALID_FLOW_DATA naming the place that is wrong.
 */
export function parseFlowDocument(flowData: string): FlowDocument {
  return read(FlowDocumentSchema, parseJson(flowData));
}

const FlowJsonSchema = z.looseObject({
  nodes: z.array(z.unknown()).default([]),
  edges: z.array(z.unknown()).default([]),
  viewport: z.unknown().optional(),
});

/**
 * Reads the JSON text of a flow whose elements are as they may be.
 * @throws UserError INVALID_FLOW_DATA where it is no JSON object with lists of them
 */
export function parseFlowJson(flowData: string): z.infer<typeof FlowJsonSchema> {
  return read(FlowJsonSchema, parseJson(flowData));
}
