import { BugError, withNodeId } from '../../../../shared/errors/errors.ts';
import type { AnswerReference } from '../../../../shared/flow/answer-reference.ts';
import type { FlowPlan, PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import { type KindFacts, NODE_KINDS } from '../../../../shared/nodes/kinds.ts';
import { answerFromPassages } from '../../answers/answer-from-passages.ts';
import type { AgentTool, ToolDeps } from '../../core/agent-tool.ts';
import type { Answerer } from '../../core/answerer.ts';
import { type Conversation, historyText } from '../../core/chat-memory.ts';
import type { ChatModel, ChatPool } from '../../core/chat-model.ts';
import type { EmbeddingPool } from '../../core/embedding-model.ts';
import type { ModelAddress, Retriever, RetrieverDeps } from '../../core/retriever.ts';
import type { StoreContext, VectorStoreDeps } from '../../core/vector-store.ts';
import { nameRetrieverErrors, nameToolErrors } from '../compile/name-errors.ts';
import { openChatModel, openModel, openNode, openStore } from '../compile/open-nodes.ts';
import { type Inputs, type Openers, partOpeners, type Value } from './open-parts.ts';
import { createStoreRetriever } from './store-retriever.ts';
import { sourcesOf, wiredInputs } from './wires.ts';

/** What the nodes of a graph need of the server. */
export interface GraphContext extends StoreContext {
  readonly embeddingPool: EmbeddingPool;
  readonly chatPool: ChatPool;
  readonly vectorDeps: VectorStoreDeps;
  readonly retrieverDeps: RetrieverDeps;
  readonly toolDeps: ToolDeps;
  readonly signal: AbortSignal;
  readonly scope: AnswerScope;
  readonly answerModel?: AnswerModel | undefined;
}

/** A chat model that is not drawn, ready to be opened. */
export interface AnswerModel {
  readonly node: PlannedNode;
  /** Whether it answers in the place of a drawn one, too; otherwise where there is none. */
  readonly isChosen: boolean;
}

/** What texts of nodes may refer to. */
export interface AnswerScope extends Conversation {
  readonly question: string;
}

export interface OpenGraph {
  /** What the plan's target finds passages with. */
  readonly retriever: Retriever;
  /** What the plan's target answers in words with; a target that only finds passages does by the model that is not drawn, or quotes them. */
  readonly answerer: Answerer;
  /** Where questions and passages may go: the chat models that it may ask, and services of retrievers. @throws as the answerer does, if one can't be opened */
  models(): Promise<readonly ModelAddress[]>;
  /**
   * Closes what was opened, the last first.
   * @throws what the first says that could not be closed well; the others are closed all the same
   */
  close(): Promise<void>;
}

/** Whether a node answers in words, not only with passages. */
function doesAnswer({ definition }: PlannedNode): boolean {
  const { answers }: KindFacts = NODE_KINDS[definition.kind];
  return answers === true;
}

/** Gives what was opened for a node before, or opens it. */
function openedOnce<T>(open: (node: PlannedNode) => Promise<T>): (node: PlannedNode) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (node) => {
    const opened = known.get(node.id) ?? open(node);
    known.set(node.id, opened);
    return opened;
  };
}

/** Opens each node of a graph once, at its first use; its errors, now and later, name it. */
function createOpener(plan: FlowPlan, context: GraphContext, defer: (close: () => Promise<void>) => void) {
  const { ownerId, signal, scope, embeddingPool, chatPool, vectorDeps, retrieverDeps, toolDeps, answerModel } = context;

  const model = openedOnce((node) => openModel({ embedding: node }, embeddingPool, signal, () => undefined));

  const chatModel = (node: PlannedNode) =>
    openChatModel(answerModel?.isChosen === true ? answerModel.node : node, chatPool);

  const undrawnModel = async () => (answerModel === undefined ? undefined : chatModel(answerModel.node));

  function valuesInto(node: PlannedNode): Inputs {
    const entries = node.definition.inputs.map(({ name, list, type }) => {
      const sources = sourcesOf(plan, node, name);
      const isAnswering = type === 'BaseChatModel' && doesAnswer(node);
      const none = isAnswering ? undrawnModel : async () => undefined;
      const one = () => (sources[0] === undefined ? none() : valueFrom(sources[0]));
      return [name, list === true ? () => Promise.all(sources.map(valueFrom)) : one] as const;
    });
    return Object.fromEntries(entries);
  }

  async function storeRetriever(node: PlannedNode): Promise<Retriever> {
    const store = await openStore({ store: node }, ownerId, vectorDeps);
    defer(() => store.close());
    const [embedding] = sourcesOf(plan, node, 'embeddings');
    if (embedding === undefined) throw new BugError(`${node.id} was compiled without an embedding model.`);
    return createStoreRetriever({ node, store, openModel: () => model(embedding) });
  }

  const withInputs = async (node: PlannedNode) => ({ ...node, inputs: await wiredInputs(plan, node, textOf) });

  const openRetriever = (node: PlannedNode, deps: RetrieverDeps): Promise<Retriever> =>
    openNode('retriever', node, (implementation, params) => implementation.open(params, valuesInto(node), deps));

  const ownRetriever = async (node: PlannedNode) => openRetriever(await withInputs(node), retrieverDeps);

  const retriever = openedOnce(async (node) => {
    try {
      const open = node.definition.kind === 'vectorstore' ? storeRetriever : ownRetriever;
      return nameRetrieverErrors(await open(node), node.id);
    } catch (error) {
      throw withNodeId(error, node.id);
    }
  });

  const answerer = openedOnce<Answerer>(async (node) =>
    openNode(node.definition.kind === 'agent' ? 'agent' : 'chain', await withInputs(node), (implementation, params) =>
      implementation.open(params, valuesInto(node), scope),
    ),
  );

  const tool = async (node: PlannedNode): Promise<AgentTool> =>
    openNode('tool', await withInputs(node), async (implementation, params) =>
      nameToolErrors(await implementation.open(params, valuesInto(node), toolDeps), node.id),
    );

  /** What stands for a reference in a text: of a chain its answer, of another node the passages that it finds for the question. */
  async function textOf(reference: AnswerReference): Promise<string> {
    if (reference.to === 'question') return scope.question;
    if (reference.to === 'history') return historyText(scope.history());
    const node = plan.nodes.find(({ id }) => reference.to === 'node' && id === reference.id);
    if (node === undefined) throw new BugError('A reference to nothing was compiled.');
    if (doesAnswer(node)) return textOfAnswer(await answerer(node), scope.question, signal);
    const { docs } = await (await retriever(node)).retrieve({ query: scope.question }, signal);
    return docs.map(({ pageContent }) => pageContent).join('\n');
  }

  /** By the kind of the node. Loaders, splitters and records fill: no question follows a wire from them. */
  const openers: Openers = {
    embedding: model,
    vectorstore: retriever,
    retriever,
    ...partOpeners({ withInputs, valuesInto }, scope),
    chain: answerer,
    agent: answerer,
    tool,
    chatmodel: chatModel,
  };

  async function valueFrom(node: PlannedNode): Promise<Value> {
    const open = openers[node.definition.kind];
    if (open === undefined) throw new BugError(`${node.id} is no part of an answer.`);
    return open(node);
  }

  return { retriever, openRetriever, answerer, chatModel, undrawnModel };
}

/** Whether a question needs a model that is not drawn: there is no chain or agent, or one without a model. */
function asksUndrawn(plan: FlowPlan): boolean {
  const lacksModel = (answering: PlannedNode) =>
    answering.definition.inputs.some(
      ({ name, type }) => type === 'BaseChatModel' && sourcesOf(plan, answering, name).length === 0,
    );
  return !doesAnswer(plan.target) || plan.nodes.filter(doesAnswer).some(lacksModel);
}

/** Answers with what a library without a chain finds. */
function answererWithoutChain(retriever: Retriever, model: ChatModel | undefined, { history }: Conversation): Answerer {
  const prompts = { rephrase: '', response: '' };
  const memory = { recall: async () => history() };
  return answerFromPassages({ retriever, model, memory, prompts, returnsSources: true });
}

/** All that something answers, as a text. */
export async function textOfAnswer(answerer: Answerer, question: string, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const piece of answerer.answer({ query: question }, signal)) {
    if (piece.type === 'refusal') text = piece.text;
    else if (piece.type === 'text') text += piece.text;
    else if (piece.type === 'json') text = JSON.stringify(piece.json);
  }
  return text;
}

/** Makes a plan answer questions. Nothing is opened before the first one. */
export function openGraph(plan: FlowPlan, context: GraphContext): OpenGraph {
  const closers: (() => Promise<void>)[] = [];
  const opener = createOpener(plan, context, (close) => void closers.push(close));
  const retriever: Retriever = {
    retrieve: async (query, signal) => (await opener.retriever(plan.target)).retrieve(query, signal),
  };
  const answererOf = async () =>
    doesAnswer(plan.target)
      ? opener.answerer(plan.target)
      : answererWithoutChain(retriever, await opener.undrawnModel(), context.scope);
  return {
    retriever,
    answerer: {
      async *answer(query, signal) {
        yield* (await answererOf()).answer(query, signal);
      },
    },
    async models() {
      const drawn = await Promise.all(
        plan.nodes.filter(({ definition }) => definition.kind === 'chatmodel').map(opener.chatModel),
      );
      const undrawn = asksUndrawn(plan) ? await opener.undrawnModel() : undefined;
      const models: ModelAddress[] = undrawn === undefined ? drawn : [...drawn, undrawn];
      const { retrieverDeps } = context;
      const admitService = (service: ModelAddress): void => {
        retrieverDeps.admitService(service);
        models.push(service);
      };
      for (const node of plan.nodes) {
        if (node.definition.kind === 'retriever') await opener.openRetriever(node, { ...retrieverDeps, admitService });
      }
      return models;
    },
    async close() {
      const failures: unknown[] = [];
      for (const close of closers.splice(0).toReversed()) await close().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
