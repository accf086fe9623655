import { z } from 'zod';
import { FlowEdgeSchema, FlowNodeSchema, type GraphNode } from '../../shared/flow/flow-document.ts';
import { nodeWithoutTypedSecrets, nodeWithSavedSecrets } from '../../shared/flow/typed-secrets.ts';
import { EDIT_NAMES, type EditName } from './difference/edit-words.ts';
import { findDifference, isNoDifference, shareNodes } from './difference/flow-difference.ts';
import type { FlowContent } from './flow-content.ts';
import type { History, Step } from './history.ts';

/**
 * A history as text. Nodes and edges are written once, however many steps have them, and a step says only what differs from the one before
 * it: after an edit among 500 nodes one node is written anew, and the text grows by that node and a list of numbers.
 */
const StoredStepSchema = z.object({
  /** Numbers of the nodes and edges; absent: those of the step before. */
  nodes: z.array(z.int()).optional(),
  edges: z.array(z.int()).optional(),
  /** Nodes that stand in another place than in the step before. */
  places: z.array(z.tuple([z.string(), FlowNodeSchema.shape.position])),
  apiConfig: z.string().nullable(),
  name: z
    .string()
    .optional()
    .transform((name) => Object.keys(EDIT_NAMES).find((one): one is EditName => one === name)),
});

const StoredHistorySchema = z.object({
  nodes: z.array(FlowNodeSchema.omit({ position: true })),
  edges: z.array(FlowEdgeSchema),
  /** From the first to the last. */
  steps: z.array(StoredStepSchema),
  present: z.int().min(0),
});
type StoredHistory = z.output<typeof StoredHistorySchema>;

const writtenNodes = new WeakMap<GraphNode, string>();

/** Without secrets that were typed in: these are for the server alone. */
function writeNode(node: GraphNode): string {
  const known = writtenNodes.get(node);
  if (known !== undefined) return known;
  const written = JSON.stringify(nodeWithoutTypedSecrets(node));
  writtenNodes.set(node, written);
  return written;
}

/** Gives each object a number, the same one again for the same object. */
function createTable<T extends object>(write: (value: T) => string) {
  const numbers = new Map<T, number>();
  return {
    numbersOf: (values: readonly T[]): number[] =>
      values.map((value) => {
        const number = numbers.get(value) ?? numbers.size;
        numbers.set(value, number);
        return number;
      }),
    write: (): string => `[${[...numbers.keys()].map(write).join(',')}]`,
  };
}

interface NamedContent {
  readonly content: FlowContent;
  readonly name: EditName | undefined;
}

/** The steps from the first to the last; each with the name of the edit that led to it, as the present has it of none. */
function sequenceOf({ past, present, future }: History<FlowContent>): readonly NamedContent[] {
  const contents = [...past.map(({ value }) => value), present, ...future.map(({ value }) => value)];
  const names = [undefined, ...past.map(({ name }) => name), ...future.map(({ name }) => name)];
  return contents.map((content, index) => ({ content, name: names[index] }));
}

function writeHistory(history: History<FlowContent>): string {
  const nodes = createTable<GraphNode>(writeNode);
  const edges = createTable<FlowContent['graph']['edges'][number]>((edge) => JSON.stringify(edge));
  let before: FlowContent | undefined;
  const steps = sequenceOf(history).map(({ content, name }) => {
    const { graph, layout, apiConfig } = content;
    const step = {
      ...(graph.nodes === before?.graph.nodes ? {} : { nodes: nodes.numbersOf(graph.nodes) }),
      ...(graph.edges === before?.graph.edges ? {} : { edges: edges.numbersOf(graph.edges) }),
      places: layout === before?.layout ? [] : [...layout].filter(([id, place]) => before?.layout.get(id) !== place),
      apiConfig,
      name,
    };
    before = content;
    return step;
  });
  const present = history.past.length;
  return `{"nodes":${nodes.write()},"edges":${edges.write()},"steps":${JSON.stringify(steps)},"present":${present}}`;
}

/**
 * A history as text of at most so many characters: the steps that are farthest from the present are left out where it would be longer.
 * Undefined when there is no step, or no room for one.
 */
export function keepHistory(history: History<FlowContent>, limit: number): string | undefined {
  for (let steps = Math.max(history.past.length, history.future.length); steps > 0; steps = Math.floor(steps / 2)) {
    const text = writeHistory({
      ...history,
      past: history.past.slice(-steps),
      future: history.future.slice(0, steps),
    });
    if (text.length <= limit) return text;
  }
  return undefined;
}

function read(text: string): StoredHistory | undefined {
  try {
    return StoredHistorySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // of another version of this page
  }
}

/** The parts of a stored step; undefined where the text is inconsistent. */
function readSteps({ edges, steps }: StoredHistory, nodes: readonly GraphNode[]): NamedContent[] | undefined {
  const contents: NamedContent[] = [];
  let before: FlowContent | undefined;
  for (const step of steps) {
    const own = step.nodes?.flatMap((number) => nodes[number] ?? []) ?? before?.graph.nodes;
    const wires = step.edges?.flatMap((number) => edges[number] ?? []) ?? before?.graph.edges;
    if (own === undefined || wires === undefined) return undefined;
    const isSameGraph = own === before?.graph.nodes && wires === before.graph.edges;
    const graph = isSameGraph && before !== undefined ? before.graph : { nodes: own, edges: wires };
    const layout =
      before !== undefined && isSameGraph && step.places.length === 0
        ? before.layout
        : placesOf(own, new Map([...(before?.layout ?? []), ...step.places]));
    before = { graph, layout, apiConfig: step.apiConfig };
    contents.push({ content: before, name: step.name });
  }
  return contents;
}

function placesOf(nodes: readonly GraphNode[], places: FlowContent['layout']): FlowContent['layout'] {
  return new Map(nodes.map(({ id }) => [id, places.get(id) ?? { x: 0, y: 0 }] as const));
}

/** Nodes of the text, with the gaps of their secrets filled from the open flow, and its own nodes where they are the same. */
function withOpenNodes(stored: readonly GraphNode[], opened: FlowContent): GraphNode[] {
  const open = new Map(opened.graph.nodes.map((node) => [node.id, node]));
  return shareNodes(
    stored.map((node) => nodeWithSavedSecrets(node, open.get(node.id))),
    opened,
  );
}

function stepsOf(contents: readonly NamedContent[], shift: 0 | 1): Step<FlowContent>[] {
  return contents.flatMap(({ content, name }, index) =>
    shift === 0 ? { value: content, name } : { value: content, name: contents[index + 1]?.name },
  );
}

/**
 * The history of a flow that was opened again, from what {@link keepHistory} wrote.
 * @returns undefined when the flow is no longer as the history left it
 */
export function restoreHistory(text: string, opened: FlowContent): History<FlowContent> | undefined {
  const stored = read(text);
  const contents = stored && readSteps(stored, withOpenNodes(stored.nodes, opened));
  const present = contents?.[stored?.present ?? -1];
  if (stored === undefined || contents === undefined || present === undefined) return undefined;
  if (!isNoDifference(findDifference(present.content, opened))) return undefined;
  // The steps beside the present share its graph where they had it.
  const isOfPresent = (content: FlowContent) => content.graph === present.content.graph;
  const shared = contents.map((one) =>
    isOfPresent(one.content) ? { ...one, content: { ...one.content, graph: opened.graph } } : one,
  );
  const names = shared.slice(0, stored.present + 1);
  return {
    past: stepsOf(names, 1).slice(0, -1),
    present: opened,
    future: stepsOf(shared.slice(stored.present + 1), 0),
    group: undefined,
  };
}
