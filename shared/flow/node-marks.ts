import { type KindFacts, NODE_KINDS } from '../nodes/kinds.ts';
import { findNodeDefinition } from '../nodes/registry.ts';
import { type GraphNode, isNote } from './flow-document.ts';

/** What only this app knows of a node. It is in the node's data under one name, which Flowise keeps and takes no notice of. */
export interface NodeMarks {
  /** Whether runs do without the node. */
  readonly disabled?: true;
  /** Whether the canvas draws its head only. */
  readonly collapsed?: true;
  /** Of a note; the palest yellow if there is none. */
  readonly colour?: string;
}

const NAME = 'tributary';

function marksOf({ data }: Pick<GraphNode, 'data'>): Readonly<Record<string, unknown>> {
  const marks = data[NAME];
  return typeof marks === 'object' && marks !== null && !Array.isArray(marks) ? { ...marks } : {};
}

/** A mark of a node, as it is saved: it may be of a later version, or written by hand. */
export function markOf(node: Pick<GraphNode, 'data'>, mark: keyof NodeMarks): unknown {
  return marksOf(node)[mark];
}

/** The node with a mark, or without it. */
export function setMark<Mark extends keyof NodeMarks>(
  node: GraphNode,
  mark: Mark,
  value: NodeMarks[Mark] | undefined,
): GraphNode {
  const { [NAME]: _, ...data } = node.data;
  const { [mark]: _before, ...others } = marksOf(node);
  const marks = value === undefined ? others : { ...others, [mark]: value };
  const { name, label, inputs } = node.data;
  const kept = { ...data, name, label, inputs };
  return { ...node, data: Object.keys(marks).length === 0 ? kept : { ...kept, [NAME]: marks } };
}

/** The node with the marks of another, in whose place it comes. */
export function withMarksOf<Node extends GraphNode>(node: Node, from: GraphNode): Node {
  const marks = from.data[NAME];
  return marks === undefined ? node : { ...node, data: { ...node.data, [NAME]: marks } };
}

/** Whether runs do without the node. A note is no part of a run anyway. */
export function isDisabled(node: GraphNode): boolean {
  return !isNote(node) && markOf(node, 'disabled') === true;
}

/** Whether the canvas draws only the head of the node. */
export function isCollapsed(node: GraphNode): boolean {
  return !isNote(node) && markOf(node, 'collapsed') === true;
}

const kindsByCategory: ReadonlyMap<unknown, KindFacts> = new Map(
  Object.values<KindFacts>(NODE_KINDS).flatMap((kind) => kind.categories.map((category) => [category, kind])),
);

/**
 * Whether a flow can run without a node of this kind: then a run leaves out what is disabled, else the flow can't run. Of a node that we do not have,
 * Flowise's category says the kind; a model or a tool is for what comes after the vector store.
 */
export function canBeLeftOut({ data }: Pick<GraphNode, 'data'>): boolean {
  const definition = findNodeDefinition(data.name);
  const facts: KindFacts | undefined =
    definition === undefined ? kindsByCategory.get(data.category) : NODE_KINDS[definition.kind];
  return facts === undefined || facts.canBeLeftOut === true;
}

/** The disabled nodes of a flow. */
export function disabledNodes<Node extends GraphNode>(nodes: readonly Node[]): readonly Node[] {
  return nodes.filter(isDisabled);
}
