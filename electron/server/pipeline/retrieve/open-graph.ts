import { BugError, withNodeId } from '../../../../shared/errors/errors.ts';
import { type AnswerReference, replaceReferences } from '../../../../shared/flow/answer-reference.ts';
import type { FlowPlan, PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import type { NodeKind } from '../../../../shared/nodes/kinds.ts';
import { inputsOf } from '../../../../shared/nodes/param-inputs.ts';
import { isUnset } from '../../../../shared/nodes/unset.ts';
import type { EmbeddingModel, EmbeddingPool } from '../../core/embedding-model.ts';
import type { Retriever, RetrieverDeps } from '../../core/retriever.ts';
import type { StoreContext, VectorStoreDeps } from '../../core/vector-store.ts';
import { nameRetrieverErrors } from '../compile/name-errors.ts';
import { openModel, openNode, openStore } from '../compile/open-nodes.ts';
import { createStoreRetriever } from './store-retriever.ts';

/** What the nodes of a graph need of the server. */
export interface GraphContext extends StoreContext {
  readonly embeddingPool: EmbeddingPool;
  readonly vectorDeps: VectorStoreDeps;
  readonly retrieverDeps: RetrieverDeps;
  readonly signal: AbortSignal;
  readonly scope: AnswerScope;
}

/** What texts of nodes may refer to. */
export interface AnswerScope {
  readonly question: string;
  /** A line a message: "Human: …", "Assistant: …". */
  readonly chatHistory: string;
}

export interface OpenGraph {
  /** What the plan's target answers with. */
  readonly retriever: Retriever;
  /**
   * Closes what was opened, the last first.
   * @throws what the first says that could not be closed well; the others are closed all the same
   */
  close(): Promise<void>;
}

/** What a node gives to the inputs that it is wired to. */
type Value = EmbeddingModel | Retriever;
type Inputs = Readonly<Record<string, () => Promise<Value | undefined | readonly Value[]>>>;

/** Opens each node of a graph once, at its first use; its errors, now and later, name it. */
function createOpener(plan: FlowPlan, context: GraphContext, defer: (close: () => Promise<void>) => void) {
  const { ownerId, signal, scope, embeddingPool, vectorDeps, retrieverDeps } = context;
  const models = new Map<string, Promise<EmbeddingModel>>();
  const retrievers = new Map<string, Promise<Retriever>>();

  function once<T>(known: Map<string, Promise<T>>, { id }: PlannedNode, open: () => Promise<T>): Promise<T> {
    const opened = known.get(id) ?? open();
    known.set(id, opened);
    return opened;
  }

  function model(node: PlannedNode): Promise<EmbeddingModel> {
    return once(models, node, () => openModel({ embedding: node }, embeddingPool, signal, () => undefined));
  }

  function sourcesOf({ id }: PlannedNode, input: string): readonly PlannedNode[] {
    const edges = plan.edges.filter((edge) => edge.target === id && edge.input === input);
    return edges.flatMap(({ source }) => plan.nodes.find((node) => node.id === source) ?? []);
  }

  function valuesInto(node: PlannedNode): Inputs {
    const entries = node.definition.inputs.map(({ name, list }) => {
      const sources = sourcesOf(node, name);
      const one = async () => (sources[0] === undefined ? undefined : valueFrom(sources[0]));
      return [name, list === true ? () => Promise.all(sources.map(valueFrom)) : one] as const;
    });
    return Object.fromEntries(entries);
  }

  async function storeRetriever(node: PlannedNode): Promise<Retriever> {
    const store = await openStore({ store: node }, ownerId, vectorDeps);
    defer(() => store.close());
    const [embedding] = sourcesOf(node, 'embeddings');
    if (embedding === undefined) throw new BugError(`${node.id} was compiled without an embedding model.`);
    const retriever = createStoreRetriever({ node, store, openModel: () => model(embedding) });
    return nameRetrieverErrors(retriever, node.id);
  }

  async function ownRetriever(node: PlannedNode): Promise<Retriever> {
    const inputs = await replaceReferences(node.definition, await withWiredTexts(node), textOf);
    return openNode('retriever', { ...node, inputs }, (implementation, params) =>
      nameRetrieverErrors(implementation.open(params, valuesInto(node), retrieverDeps), node.id),
    );
  }

  /** The inputs of a node; a text that is not written is what is wired to it. */
  async function withWiredTexts(node: PlannedNode): Promise<PlannedNode['inputs']> {
    const texts = inputsOf(node.definition).filter(({ name, type }) => type === 'Text' && isUnset(node.inputs[name]));
    const wired: [string, string][] = [];
    for (const { name } of texts) {
      const found: string[] = [];
      for (const source of sourcesOf(node, name)) found.push(await textOf({ to: 'node', id: source.id }));
      if (found.length > 0) wired.push([name, found.join('\n')]);
    }
    return { ...node.inputs, ...Object.fromEntries(wired) };
  }

  /** What stands for a reference in a text; of a node the passages that it finds for the question. */
  async function textOf(reference: AnswerReference): Promise<string> {
    if (reference.to === 'question') return scope.question;
    if (reference.to === 'history') return scope.chatHistory;
    const node = plan.nodes.find(({ id }) => reference.to === 'node' && id === reference.id);
    if (node === undefined) throw new BugError('A reference to nothing was compiled.');
    const { docs } = await (await retriever(node)).retrieve({ query: scope.question }, signal);
    return docs.map(({ pageContent }) => pageContent).join('\n');
  }

  /** By the kind of the node. Loaders, splitters and records fill: no question follows a wire from them. */
  const openers: Readonly<Partial<Record<NodeKind, (node: PlannedNode) => Promise<Value>>>> = {
    embedding: model,
    vectorstore: retriever,
    retriever,
  };

  function retriever(node: PlannedNode): Promise<Retriever> {
    const open = node.definition.kind === 'vectorstore' ? storeRetriever : ownRetriever;
    return once(retrievers, node, async () => {
      try {
        return await open(node);
      } catch (error) {
        throw withNodeId(error, node.id);
      }
    });
  }

  async function valueFrom(node: PlannedNode): Promise<Value> {
    const open = openers[node.definition.kind];
    if (open === undefined) throw new BugError(`${node.id} is no part of an answer.`);
    return open(node);
  }

  return { retriever };
}

/** Makes a plan answer questions. Nothing is opened before the first one. */
export function openGraph(plan: FlowPlan, context: GraphContext): OpenGraph {
  const closers: (() => Promise<void>)[] = [];
  const opener = createOpener(plan, context, (close) => void closers.push(close));
  return {
    retriever: {
      retrieve: async (query, signal) => (await opener.retriever(plan.target)).retrieve(query, signal),
    },
    async close() {
      const failures: unknown[] = [];
      for (const close of closers.splice(0).toReversed()) await close().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
