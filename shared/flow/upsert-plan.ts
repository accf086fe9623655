import { type FlowPlan, nodesInto, type PlannedNode } from './flow-plan.ts';

export interface PlannedLoader extends PlannedNode {
  readonly splitter: PlannedNode | undefined;
}

/** What an upsert asks of a plan whose target is a vector store: who does which part of its work. */
export interface UpsertPlan {
  readonly store: PlannedNode;
  readonly embedding: PlannedNode;
  readonly recordManager: PlannedNode | undefined;
  readonly loaders: readonly PlannedLoader[];
  /** Nodes of further kinds, which the nodes that they feed make use of. */
  readonly others?: readonly PlannedNode[];
}

/** Reads a plan as an upsert does; undefined if nothing in it embeds. */
export function readUpsertPlan(plan: FlowPlan): UpsertPlan | undefined {
  const store = plan.target;
  const [embedding] = nodesInto(plan, store, 'embedding');
  const [recordManager] = nodesInto(plan, store, 'recordmanager');
  if (embedding === undefined) return undefined;
  const loaders = nodesInto(plan, store, 'documentloader').map((loader) => ({
    ...loader,
    splitter: nodesInto(plan, loader, 'textsplitter')[0],
  }));
  const roles = { store, embedding, recordManager, loaders };
  const named = new Set(nodesOf(roles).map(({ id }) => id));
  return { ...roles, others: plan.nodes.filter(({ id }) => !named.has(id)) };
}

/** Of a plan that ends at a vector store: where its chunks are. */
export function placeOfPlan(plan: FlowPlan): Pick<UpsertPlan, 'store' | 'recordManager'> {
  return { store: plan.target, recordManager: nodesInto(plan, plan.target, 'recordmanager')[0] };
}

/** What of a plan answers questions: its vector store, with the model of its vectors. */
export function questionPlan({ store, embedding }: Pick<UpsertPlan, 'store' | 'embedding'>): FlowPlan {
  const edge = { source: embedding.id, target: store.id, input: 'embeddings' };
  return { target: store, nodes: [embedding, store], edges: [edge] };
}

/** All nodes of an upsert, each once, in the order in which a run shows them. */
export function nodesOf({ loaders, recordManager, embedding, others = [], store }: UpsertPlan): readonly PlannedNode[] {
  const nodes = [
    ...loaders.flatMap((loader) => [loader, loader.splitter]),
    ...others,
    recordManager,
    embedding,
    store,
  ].filter((node) => node !== undefined);
  return [...new Map(nodes.map((node) => [node.id, node])).values()];
}
