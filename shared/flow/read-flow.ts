import { z } from 'zod';
import { nextNodeId } from './create-node.ts';
import {
  type FlowDocument,
  FlowDocumentSchema,
  type FlowEdge,
  FlowEdgeSchema,
  type FlowGraph,
  type FlowNode,
  FlowNodeSchema,
  parseFlowJson,
} from './flow-document.ts';

/** What was found in a flow that is not as this version has it, and how many. */
export interface FlowFindings {
  /** Nodes without a place: they are put beside the others. */
  readonly unplaced: number;
  /** Nodes with parts that can't be read: shown without these. */
  readonly mended: number;
  /** Nodes whose id another node has: they have a new one. */
  readonly renamed: number;
  /** Edges from or to a node that is not there: kept, not drawn. */
  readonly dangling: number;
  /** What is no node or edge at all: kept beside them. */
  readonly unreadable: number;
}

export const nothingFound: FlowFindings = { unplaced: 0, mended: 0, renamed: 0, dangling: 0, unreadable: 0 };

/** A flow as far as it can be read. */
export interface ReadFlow {
  readonly flow: FlowDocument;
  readonly findings: FlowFindings;
}

/** Top-level key of a document under which the elements are kept that could not be read, as they came. They are tried again when the flow is next opened. */
export const SET_ASIDE = 'setAside';

const SetAsideSchema = z.object({
  nodes: z.array(z.unknown()).default([]),
  edges: z.array(z.unknown()).default([]),
});
const PositionSchema = FlowNodeSchema.shape.position;
const RecordSchema = z.record(z.string(), z.unknown());

/** Where nodes without a place go: in rows below the others. */
const COLUMNS = 4;
const STEP = { x: 300, y: 200 } as const;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | undefined {
  return RecordSchema.safeParse(value).data;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

interface FoundNode {
  readonly node: FlowNode;
  readonly isUnplaced: boolean;
  /** What it was, where parts of it were left out. */
  readonly original: unknown;
}

function readNode(value: unknown): FoundNode | undefined {
  const whole = FlowNodeSchema.safeParse(value);
  if (whole.success) return { node: whole.data, isUnplaced: false, original: undefined };
  const fields = fieldsOf(value);
  const id = textOf(fields?.id);
  if (fields === undefined || typeof fields.id !== 'string' || id === '') return undefined;
  const place = PositionSchema.safeParse(fields.position);
  const position = place.data ?? { x: 0, y: 0 };
  const placed = FlowNodeSchema.safeParse({ ...fields, position });
  if (placed.success) return { node: placed.data, isUnplaced: !place.success, original: undefined };
  const { version, outputs, ...data } = fieldsOf(fields.data) ?? {};
  const mended = {
    ...fields,
    position,
    type: typeof fields.type === 'string' ? fields.type : 'customNode',
    data: {
      ...data,
      name: textOf(data.name),
      label: textOf(data.label),
      inputs: fieldsOf(data.inputs) ?? {},
      ...(typeof version === 'number' ? { version } : {}),
      ...(fieldsOf(outputs) === undefined ? {} : { outputs: fieldsOf(outputs) }),
    },
  };
  return { node: FlowNodeSchema.parse(mended), isUnplaced: !place.success, original: value };
}

/** Puts nodes without a place below the others, in rows. */
function placeBelow(found: readonly FoundNode[]): FlowNode[] {
  const placed = found.filter(({ isUnplaced }) => !isUnplaced).map(({ node }) => node.position);
  const left = placed.reduce((least, { x }) => Math.min(least, x), placed.length === 0 ? 0 : Number.POSITIVE_INFINITY);
  const below = placed.reduce((most, { y }) => Math.max(most, y + STEP.y), 0);
  let number = 0;
  return found.map(({ node, isUnplaced }) => {
    if (!isUnplaced) return node;
    const x = left + (number % COLUMNS) * STEP.x;
    const y = below + Math.floor(number / COLUMNS) * STEP.y;
    number += 1;
    return { ...node, position: { ...node.position, x, y } };
  });
}

/** So far off the first of its id another node stands at least, so that both are seen. */
const ASIDE = 40;

function placeAside({ position }: FlowNode, first: FlowNode): FlowNode['position'] {
  const isCovered = Math.abs(position.x - first.position.x) < ASIDE && Math.abs(position.y - first.position.y) < ASIDE;
  return isCovered ? { ...position, x: position.x + ASIDE, y: position.y + ASIDE } : position;
}

/** Gives nodes whose id is taken another one. Edges lead to the first. */
function withOwnIds(nodes: readonly FlowNode[]): { readonly nodes: FlowNode[]; readonly renamed: number } {
  const named = new Set(nodes.map(({ id }) => id));
  if (named.size === nodes.length) return { nodes: [...nodes], renamed: 0 };
  const taken = new Map<string, FlowNode>();
  let renamed = 0;
  const own = nodes.map((node) => {
    const first = taken.get(node.id);
    if (first === undefined) {
      taken.set(node.id, node);
      return node;
    }
    renamed += 1;
    const id = nextNodeId(node.data.name === '' ? 'node' : node.data.name, named);
    named.add(id);
    return { ...node, id, position: placeAside(node, first) };
  });
  return { nodes: own, renamed };
}

function readEdges(values: readonly unknown[]) {
  const edges: FlowEdge[] = [];
  const unreadable: unknown[] = [];
  for (const value of values) {
    const edge = FlowEdgeSchema.safeParse(value);
    if (edge.success) edges.push(edge.data);
    else unreadable.push(value);
  }
  return { edges, unreadable };
}

function readNodes(values: readonly unknown[]) {
  const found: FoundNode[] = [];
  const unreadable: unknown[] = [];
  for (const value of values) {
    const node = readNode(value);
    if (node === undefined) unreadable.push(value);
    else found.push(node);
  }
  return { found, unreadable };
}

/** The edges of a flow that lead from or to a node that is not there. */
export function danglingEdges({ nodes, edges }: FlowGraph): readonly FlowEdge[] {
  const ids = new Set(nodes.map(({ id }) => id));
  return edges.filter(({ source, target }) => !ids.has(source) || !ids.has(target));
}

/** What was set aside when the flow was opened before; its nodes are left out where one of their id is there by now. */
function setAsideBefore(json: Fields, nodes: readonly unknown[]) {
  const before = SetAsideSchema.safeParse(json[SET_ASIDE]).data ?? { nodes: [], edges: [] };
  const ids = new Set(nodes.map((node) => fieldsOf(node)?.id));
  const isThere = (node: unknown) => ids.has(fieldsOf(node)?.id);
  return {
    nodes: before.nodes.filter((node) => !isThere(node)),
    kept: before.nodes.filter(isThere),
    edges: before.edges,
  };
}

/**
 * Reads as much of a flow as can be read, for a canvas that shows it and saves it: what can't be is kept as it came, in the document under {@link SET_ASIDE}.
 * @throws UserError INVALID_FLOW_DATA where the text is no flow at all
 */
export function readFlow(flowData: string): ReadFlow {
  const json = parseFlowJson(flowData);
  const before = setAsideBefore(json, json.nodes);
  const nodes = readNodes([...json.nodes, ...before.nodes]);
  const edges = readEdges([...json.edges, ...before.edges]);
  const own = withOwnIds(placeBelow(nodes.found));
  const mended = nodes.found.flatMap(({ original }) => (original === undefined ? [] : [original]));
  const aside = [...before.kept, ...nodes.unreadable, ...mended];
  const { [SET_ASIDE]: _, viewport, ...rest } = json;
  const view = FlowDocumentSchema.shape.viewport.safeParse(viewport).data;
  const flow: FlowDocument = {
    ...rest,
    nodes: own.nodes,
    edges: edges.edges,
    ...(view ? { viewport: view } : {}),
    ...(aside.length + edges.unreadable.length === 0 ? {} : { [SET_ASIDE]: { nodes: aside, edges: edges.unreadable } }),
  };
  const findings = {
    unplaced: nodes.found.filter(({ isUnplaced }) => isUnplaced).length,
    mended: mended.length + before.kept.length,
    renamed: own.renamed,
    dangling: danglingEdges(flow).length,
    unreadable: nodes.unreadable.length + edges.unreadable.length,
  };
  return { flow, findings };
}

/** Whether a flow was read as it is. */
export function isAsItWas(findings: FlowFindings): boolean {
  return Object.values(findings).every((count) => count === 0);
}
