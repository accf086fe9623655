import { writeInstances } from '../../shared/flow/create-node.ts';
import type { FlowDocument, FlowEdge, GraphNode } from '../../shared/flow/flow-document.ts';
import { nodeWithoutTypedSecrets } from '../../shared/flow/typed-secrets.ts';
import { type FlowContent, placeNodes } from './flow-content.ts';

/** A flow as JSON text. */
export interface WrittenFlow {
  readonly flowData: string;
  /** The same as it may be stored outside of the server, without secrets that were typed in. */
  readonly withoutSecrets: string;
}

interface WrittenNode {
  /** The edges that end at the node: they write its inputs. */
  readonly edges: readonly FlowEdge[];
  readonly place: unknown;
  readonly whole: string;
  readonly withoutSecrets: string;
}

const writtenNodes = new WeakMap<GraphNode, WrittenNode>();
const writtenEdges = new WeakMap<FlowEdge, string>();
const noEdges: readonly FlowEdge[] = [];

function areSame(a: readonly FlowEdge[], b: readonly FlowEdge[]): boolean {
  return a.length === b.length && a.every((edge, at) => edge === b[at]);
}

function writeNode(node: GraphNode, content: FlowContent, edges: readonly FlowEdge[]): WrittenNode {
  const place = content.layout.get(node.id);
  const kept = writtenNodes.get(node);
  if (kept !== undefined && kept.place === place && areSame(kept.edges, edges)) return kept;
  const [placed = node] = placeNodes(content, writeInstances([node], edges));
  const bare = nodeWithoutTypedSecrets(placed);
  const whole = JSON.stringify(placed);
  const written = { edges, place, whole, withoutSecrets: bare === placed ? whole : JSON.stringify(bare) };
  writtenNodes.set(node, written);
  return written;
}

function writeEdge(edge: FlowEdge): string {
  const written = writtenEdges.get(edge) ?? JSON.stringify(edge);
  writtenEdges.set(edge, written);
  return written;
}

/**
 * Writes a flow as a document. Each node and edge is written once while it stays as it is: after an edit among 500 nodes one is.
 * @param rest the document's other keys, which come first
 */
export function writeFlow(content: FlowContent, rest: Omit<FlowDocument, 'nodes' | 'edges'>): WrittenFlow {
  const { nodes, edges } = content.graph;
  const into = Map.groupBy(edges, ({ target }) => target);
  const written = nodes.map((node) => writeNode(node, content, into.get(node.id) ?? noEdges));
  const others = JSON.stringify(rest).slice(0, -1);
  const begin = others === '{' ? others : `${others},`;
  const end = `],"edges":[${edges.map(writeEdge).join(',')}]}`;
  const textOf = (texts: readonly string[]) => `${begin}"nodes":[${texts.join(',')}${end}`;
  const flowData = textOf(written.map(({ whole }) => whole));
  const hasSecrets = written.some(({ whole, withoutSecrets }) => whole !== withoutSecrets);
  return {
    flowData,
    withoutSecrets: hasSecrets ? textOf(written.map(({ withoutSecrets }) => withoutSecrets)) : flowData,
  };
}
