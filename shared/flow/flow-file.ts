import { z } from 'zod';
import type { Chatflow } from '../api/chatflows.ts';
import { UserError } from '../errors/errors.ts';
import { paramInfo } from '../nodes/params.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { t } from '../texts/t.ts';
import { writeInstances } from './create-node.ts';
import { CREDENTIAL_INPUTS } from './credential-reference.ts';
import { type FlowDocument, type FlowGraph, type FlowNode, nameNodes, parseFlowDocument } from './flow-document.ts';
import { disabledNodes } from './node-marks.ts';
import { type FlowFindings, readFlow, SET_ASIDE } from './read-flow.ts';

/** A flow as a file holds it, ready to be created. */
export interface ImportedFlow {
  readonly name: string;
  readonly flow: FlowDocument;
  /** JSON text; undefined when the file has none. */
  readonly apiConfig: string | undefined;
  /** What of it is not as this version has it. */
  readonly findings: FlowFindings;
}

/**
 * What a file may hold: `{nodes, edges}` as Flowise's canvas exports it (ours has name and apiConfig beside them), a chatflow as the API
 * gives it, or Flowise's export of everything with its chatflows in a list.
 */
const DrawingSchema = z.looseObject({
  nodes: z.array(z.unknown()),
  edges: z.array(z.unknown()).default([]),
  name: z.string().optional(),
  apiConfig: z.string().nullish(),
});
const ChatflowFileSchema = z.object({
  name: z.string().optional(),
  flowData: z.union([z.string(), z.looseObject({})]),
  apiConfig: z.string().nullish(),
});
const CollectionSchema = z.object({ ChatFlow: z.array(z.unknown()) });

/** "Garden Chatflow.json", as Flowise names its exports, is the flow "Garden". */
function nameFromFile(fileName: string): string {
  const name = fileName
    .replace(/(\.tributary)?\.json$/i, '')
    .replace(/ (Chatflow|Agents?|Agentflow)$/i, '')
    .trim();
  return name === '' ? t('Imported flow') : name;
}

/** @returns undefined when none of its nodes can be read */
function readText(text: string): ReturnType<typeof readFlow> | undefined {
  const read = readFlow(text);
  return read.flow.nodes.length === 0 && read.findings.unreadable > 0 ? undefined : read;
}

function readOne(json: unknown, fallbackName: string): ImportedFlow | undefined {
  const drawing = DrawingSchema.safeParse(json);
  if (drawing.success) {
    const { name, apiConfig, ...flow } = drawing.data;
    const read = readText(JSON.stringify(flow));
    return read && { name: name?.trim() || fallbackName, ...read, apiConfig: apiConfig ?? undefined };
  }
  const chatflow = ChatflowFileSchema.safeParse(json);
  if (!chatflow.success) return undefined;
  const { name, flowData, apiConfig } = chatflow.data;
  const text = typeof flowData === 'string' ? flowData : JSON.stringify(flowData);
  const read = readText(text);
  return read && { name: name?.trim() || fallbackName, ...read, apiConfig: apiConfig ?? undefined };
}

/**
 * Reads the flows of a file: usually one, several from an export of everything. Unknown nodes and fields stay as they are.
 * @throws UserError INVALID_FLOW_DATA naming the file
 */
export function readFlowFile(text: string, fileName: string): ImportedFlow[] {
  const wrong = (cause?: unknown) =>
    new UserError(
      'INVALID_FLOW_DATA',
      t('{fileName} is not an exported flow: export it again as JSON.', { fileName }),
      { cause },
    );
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw wrong(cause);
  }
  const collection = CollectionSchema.safeParse(json);
  const items = collection.success ? collection.data.ChatFlow : [json];
  return items.map((item) => {
    const flow = readOne(item, nameFromFile(fileName));
    if (flow === undefined) throw wrong();
    return flow;
  });
}

const FlowiseParamsSchema = z.array(z.looseObject({ name: z.string(), type: z.string() }));
/** What Flowise's own export leaves out, too: passwords, and files, which would carry documents along. */
const PRIVATE_TYPES: ReadonlySet<string> = new Set(['password', 'file', 'folder', 'secret']);

/** Inputs whose values must not leave: by our definition, and by what an unknown node says of itself. */
function privateInputs(node: FlowNode): ReadonlySet<string> {
  const shape = findNodeDefinition(node.data.name)?.params.shape ?? {};
  const ours = Object.entries(shape).filter(([, schema]) => PRIVATE_TYPES.has(paramInfo(schema).kind));
  const theirs = FlowiseParamsSchema.safeParse(node.data.inputParams).data ?? [];
  return new Set([
    ...CREDENTIAL_INPUTS,
    ...ours.map(([name]) => name),
    ...theirs.filter((param) => PRIVATE_TYPES.has(param.type)).map((param) => param.name),
  ]);
}

function withoutSecrets(node: FlowNode): FlowNode {
  const hidden = privateInputs(node);
  const inputs = Object.fromEntries(Object.entries(node.data.inputs).filter(([name]) => !hidden.has(name)));
  const { credential: _, ...data } = node.data;
  return { ...node, data: { ...data, inputs } };
}

/**
 * A flow for a file: opens here and on the canvas of Flowise, which reads nodes and edges only. Secrets, credentials and stored files
 * are left out, and so is what could not be read, as it may hold some.
 */
export function toFlowFile(chatflow: Pick<Chatflow, 'name' | 'flowData' | 'apiConfig'>): Record<string, unknown> {
  const { [SET_ASIDE]: _, ...flow } = parseFlowDocument(chatflow.flowData);
  return {
    name: chatflow.name,
    ...flow,
    nodes: writeInstances(flow.nodes, flow.edges).map(withoutSecrets),
    ...(chatflow.apiConfig === null ? {} : { apiConfig: chatflow.apiConfig }),
  };
}

/** A drawing for pages of others: JSON text without what {@link toFlowFile} leaves out. */
export function toPublicDrawing(flowData: string): string {
  const { [SET_ASIDE]: _, ...flow } = parseFlowDocument(flowData);
  return JSON.stringify({ ...flow, nodes: flow.nodes.map(withoutSecrets) });
}

/** Names of a flow's nodes that Flowise does not have, each once: there the flow opens, and runs when they are replaced. */
export function missingInFlowise({ nodes }: Pick<FlowGraph, 'nodes'>): string[] {
  return nameNodes(nodes.filter((node) => findNodeDefinition(node.data.name)?.onlyHere === true));
}

/** What an export says of disabled nodes, which mean nothing to Flowise; undefined if there are none. */
export function disabledInWords({ nodes }: Pick<FlowGraph, 'nodes'>): string | undefined {
  const { length } = disabledNodes(nodes);
  if (length === 0) return undefined;
  return t(
    '{count, plural, one {# disabled node: Flowise will run it.} other {# disabled nodes: Flowise will run them.}}',
    { count: length },
  );
}
