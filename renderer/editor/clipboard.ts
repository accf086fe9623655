import { nextNodeId } from '../../shared/flow/create-node.ts';
import {
  type FlowDocument,
  FlowDocumentSchema,
  type FlowEdge,
  type FlowNode,
} from '../../shared/flow/flow-document.ts';
import { addElements, edgeKey, type FlowContent, GRID, type Point, placeNodes, snapToGrid } from './flow-content.ts';
import { findFreeShift } from './free-place.ts';

/** What copy writes: a flow document of its own, as an exported flow is, so that an export can be pasted too. */
export function copyNodes(content: FlowContent, ids: ReadonlySet<string>): string | undefined {
  const { graph } = content;
  const nodes = placeNodes(
    content,
    graph.nodes.filter((node) => ids.has(node.id)),
  );
  if (nodes.length === 0) return undefined;
  const edges = graph.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target));
  return JSON.stringify({ nodes, edges }, null, 2);
}

/** Reads copied or exported nodes; undefined when the text is something else. */
export function readClipboard(text: string): FlowDocument | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const parsed = FlowDocumentSchema.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.nodes.length > 0 ? parsed.data : undefined;
  } catch {
    return undefined; // other text: not for us
  }
}

/** Replaces the ids at the start of a handle, or anywhere in Flowise's own texts of a node. */
function renameId(text: string, from: string, to: string): string {
  return text.startsWith(`${from}-`) ? `${to}${text.slice(from.length)}` : text;
}

function renameDeep(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value === from ? to : renameId(value, from, to);
  if (Array.isArray(value)) return value.map((item) => renameDeep(item, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renameDeep(item, from, to)]));
}

function pasteNode(node: FlowNode, id: string, position: Point): FlowNode {
  const { inputs, ...rest } = node.data;
  const data: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) data[key] = renameDeep(value, node.id, id);
  const { name, label } = node.data;
  return { ...node, id, position: { ...node.position, ...position }, data: { ...data, name, label, inputs } };
}

function pasteEdge(edge: FlowEdge, ids: ReadonlyMap<string, string>): FlowEdge[] {
  const source = ids.get(edge.source);
  const target = ids.get(edge.target);
  if (source === undefined || target === undefined) return [];
  const sourceHandle = renameId(edge.sourceHandle ?? '', edge.source, source);
  const targetHandle = renameId(edge.targetHandle ?? '', edge.target, target);
  const pasted = { ...edge, source, target, sourceHandle, targetHandle };
  return [{ ...pasted, id: edgeKey({ source, target, sourceHandle, targetHandle }) }];
}

/** Where the clip's left upper corner is wanted: at `at`, or else where it was on an empty canvas and a little off the originals on another one. */
function cornerFor({ layout }: FlowContent, from: Point, at: Point | undefined): Point {
  if (at !== undefined) return snapToGrid(at);
  return layout.size === 0 ? from : snapToGrid({ x: from.x + 2 * GRID, y: from.y + 2 * GRID });
}

/** Adds copied nodes where they cover no other; an id that is taken gives way to a new one. Says their ids. */
export function pasteNodes(
  content: FlowContent,
  clip: FlowDocument,
  at?: Point,
): { readonly content: FlowContent; readonly nodeIds: readonly string[] } {
  const taken = new Set(content.graph.nodes.map((node) => node.id));
  const named = new Set([...taken, ...clip.nodes.map((node) => node.id)]);
  const left = Math.min(...clip.nodes.map((node) => node.position.x));
  const top = Math.min(...clip.nodes.map((node) => node.position.y));
  const corner = cornerFor(content, { x: left, y: top }, at);
  const ids = new Map<string, string>();
  const nodes = clip.nodes.map((node) => {
    const id = taken.has(node.id) ? nextNodeId(node.data.name === '' ? 'node' : node.data.name, named) : node.id;
    taken.add(id);
    named.add(id);
    ids.set(node.id, id);
    return pasteNode(node, id, { x: corner.x + node.position.x - left, y: corner.y + node.position.y - top });
  });
  const shift = findFreeShift(placeNodes(content, content.graph.nodes), nodes);
  const placed = nodes.map((node): FlowNode => {
    const { x, y } = node.position;
    return { ...node, position: { ...node.position, x: x + shift.x, y: y + shift.y } };
  });
  const edges = clip.edges.flatMap((edge) => pasteEdge(edge, ids));
  return { content: addElements(content, { nodes: placed, edges }), nodeIds: nodes.map((node) => node.id) };
}
