import type { DataType } from '../../../shared/nodes/data-types.ts';
import type { NodeDefinition, NodeInput, ParamsOf } from '../../../shared/nodes/define-node.ts';
import type { NodeKind } from '../../../shared/nodes/kinds.ts';
import type { Answerer } from './answerer.ts';
import type { ChatMemory, Conversation } from './chat-memory.ts';
import type { ChatModel, ChatPool } from './chat-model.ts';
import type { OpenLoader } from './document-loader.ts';
import type { EmbeddingContext, EmbeddingModel, EmbeddingPool } from './embedding-model.ts';
import type { Moderation } from './moderation.ts';
import type { OutputParser } from './output-parser.ts';
import type { Prompt } from './prompt.ts';
import type { RecordManager, RecordManagerDeps } from './record-manager.ts';
import type { Retriever, RetrieverDeps } from './retriever.ts';
import type { SplitterContext, TextSplitter } from './text-splitter.ts';
import type { StoreContext, VectorStore, VectorStoreDeps } from './vector-store.ts';

/** What an input of each type gets from the node that is wired to it. */
export interface ValueOfType {
  Document: OpenLoader;
  TextSplitter: TextSplitter;
  Embeddings: EmbeddingModel;
  VectorStore: Retriever;
  BaseRetriever: Retriever;
  BaseChatModel: ChatModel;
  BaseMemory: ChatMemory;
  BasePromptTemplate: Prompt;
  BaseLLMOutputParser: OutputParser;
  Moderation: Moderation;
  BaseChain: Answerer;
  RecordManager: RecordManager;
  Text: string;
}

type InputValue<Input extends NodeInput> = Input extends { readonly list: true }
  ? readonly ValueOfType[Input['type'] & DataType][]
  : Input extends { readonly optional: true }
    ? ValueOfType[Input['type'] & DataType] | undefined
    : ValueOfType[Input['type'] & DataType];

/** What is wired to the inputs of a node, each opened at its first use. */
export type InputsOf<D extends NodeDefinition> = D extends { readonly inputs: readonly (infer One)[] }
  ? { readonly [Input in One & NodeInput as Input['name']]: () => Promise<InputValue<Input>> }
  : never;

/** How a node is opened. What it gives is closed by whoever opened it. */
interface Openable<Params, Inputs, Context, Opened> {
  open(params: Params, inputs: Inputs, context: Context): Opened;
}

/** Of a service with several models. */
interface ListsModels<Params> {
  /**
   * Names of the models that the service has, where it can say so.
   * @throws OperationalError SERVICE_FAILED; UserError INVALID_PARAM, ADDRESS_REFUSED; the signal's reason
   */
  listModels?(params: Params, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * What implements a node of each kind. Loaders and splitters are opened in worker threads. Stores and records connect to nothing when they are opened: the first call
 * does; what is wired to them is not for them, but for those that fill and query them.
 */
export interface ImplementationByKind<Params, Inputs> {
  documentloader: Openable<Params, unknown, unknown, OpenLoader> & {
    /**
     * Tries to reach what the node talks to, without changing anything there. Runs on the server's thread.
     * @returns a sentence for people: what answered
     * @throws UserError, OperationalError saying what failed and what to do
     */
    checkConnection?(params: Params, signal: AbortSignal): Promise<string>;
  };
  textsplitter: Openable<Params, unknown, SplitterContext, TextSplitter | Promise<TextSplitter>>;
  embedding: Openable<Params, Inputs, EmbeddingContext & EmbeddingPool, Promise<EmbeddingModel>> & ListsModels<Params>;
  vectorstore: Openable<Params, unknown, StoreContext & VectorStoreDeps, VectorStore>;
  retriever: Openable<Params, Inputs, RetrieverDeps, Retriever>;
  chatmodel: Openable<Params, Inputs, ChatPool, ChatModel> & ListsModels<Params>;
  memory: Openable<Params, Inputs, Conversation, ChatMemory>;
  prompt: Openable<Params, unknown, unknown, Prompt>;
  outputparser: Openable<Params, unknown, unknown, OutputParser>;
  moderation: Openable<Params, Inputs, unknown, Moderation>;
  chain: Openable<Params, Inputs, Conversation, Promise<Answerer>>;
  recordmanager: Openable<
    Params,
    unknown,
    StoreContext & RecordManagerDeps & { readonly collection: string },
    RecordManager
  >;
}

/** What a node of this definition does. */
export type ImplementationOf<D extends NodeDefinition> = ImplementationByKind<ParamsOf<D>, InputsOf<D>>[D['kind'] &
  NodeKind];

/** Types an implementation from its definition; the definition itself is not stored. */
export function implement<D extends NodeDefinition>(
  _definition: D,
  implementation: ImplementationOf<D>,
): ImplementationOf<D> {
  return implementation;
}
