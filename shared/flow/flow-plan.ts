import type { NodeDefinition } from '../nodes/define-node.ts';
import type { NodeKind } from '../nodes/kinds.ts';

/** A node of a plan with its definition. */
export interface PlannedNode<Kind extends NodeKind = NodeKind> {
  readonly id: string;
  readonly label: string;
  readonly definition: NodeDefinition<Kind>;
  /** Values as saved (or overridden), checked but not yet parsed. */
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What one node takes from another. */
export interface PlannedEdge {
  readonly source: string;
  readonly target: string;
  /** Name of the target's input. */
  readonly input: string;
}

/** What runs: a node and all that feeds it, however far away. Free of circles. */
export interface FlowPlan {
  /** The node that the others work for. */
  readonly target: PlannedNode;
  readonly nodes: readonly PlannedNode[];
  readonly edges: readonly PlannedEdge[];
}

function isOfKind<Kind extends NodeKind>(node: PlannedNode, kind: Kind): node is PlannedNode<Kind> {
  return node.definition.kind === kind;
}

/** Nodes of a kind that feed a node directly, in the order of the drawing. */
export function nodesInto<Kind extends NodeKind>(
  plan: FlowPlan,
  { id }: Pick<PlannedNode, 'id'>,
  kind: Kind,
): readonly PlannedNode<Kind>[] {
  const sources = plan.edges.filter(({ target }) => target === id).map(({ source }) => source);
  return sources
    .flatMap((source) => plan.nodes.find((node) => node.id === source) ?? [])
    .filter((node) => isOfKind(node, kind));
}
