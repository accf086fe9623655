import { AppError, fromErrorData, toErrorData, withNodeId } from '../../../../shared/errors/errors.ts';
import type { AgentTool } from '../../core/agent-tool.ts';
import type { ChatModel } from '../../core/chat-model.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { OutputParser } from '../../core/output-parser.ts';
import type { Prompt } from '../../core/prompt.ts';
import type { RecordManager } from '../../core/record-manager.ts';
import type { Retriever } from '../../core/retriever.ts';
import type { VectorStore } from '../../core/vector-store.ts';

/** Errors of a node name it; one that only says that the call was aborted becomes the signal's reason. */
async function naming<T>(nodeId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw withNodeId(error, nodeId);
  }
}

export function nameModelErrors(model: EmbeddingModel, nodeId: string): EmbeddingModel {
  return {
    id: model.id,
    get dimensions() {
      return model.dimensions;
    },
    hybridWeight: model.hybridWeight,
    commitSize: model.commitSize,
    embedDocuments: (texts, signal) => naming(nodeId, signal, () => model.embedDocuments(texts, signal)),
    embedQuery: (text, signal) => naming(nodeId, signal, () => model.embedQuery(text, signal)),
  };
}

export function nameChatErrors(model: ChatModel, nodeId: string): ChatModel {
  async function* named<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
    try {
      yield* pieces;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw withNodeId(error, nodeId);
    }
  }
  return {
    ...model,
    stream: (messages, options) => named(model.stream(messages, options), options.signal),
    runAgent: (messages, options) => named(model.runAgent(messages, options), options.signal),
  };
}

export function nameToolErrors(tool: AgentTool, nodeId: string): AgentTool {
  return { ...tool, call: (input, signal) => naming(nodeId, signal, () => tool.call(input, signal)) };
}

/** Within this time a service says its models, or the error goes without. */
const LIST_MS = 3000;
/** More are no choice any more. */
const MOST_MODELS = 100;

/** The error of a model that its service does not have, with those that it has. */
async function withModels(
  error: unknown,
  listModels: (signal: AbortSignal) => Promise<readonly string[]> | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'MODEL_UNKNOWN') return error;
  try {
    const models = await listModels(AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]));
    if (models === undefined) return error;
    return fromErrorData({
      ...toErrorData(error),
      details: { ...error.details, models: models.slice(0, MOST_MODELS) },
    });
  } catch {
    // What is to be said is that the model is not there.
    return error;
  }
}

/** Names of the models that there are, in the error of one that is not. @param listModels undefined where the service can't say so */
export function nameOtherModels(
  model: ChatModel,
  listModels: (signal: AbortSignal) => Promise<readonly string[]> | undefined,
): ChatModel {
  async function* withOthers<Piece>(pieces: AsyncIterable<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
    try {
      yield* pieces;
    } catch (error) {
      throw await withModels(error, listModels, signal);
    }
  }
  return {
    ...model,
    stream: (messages, options) => withOthers(model.stream(messages, options), options.signal),
    runAgent: (messages, options) => withOthers(model.runAgent(messages, options), options.signal),
  };
}

export function nameRetrieverErrors({ retrieve }: Retriever, nodeId: string): Retriever {
  return { retrieve: (query, signal) => naming(nodeId, signal, () => retrieve(query, signal)) };
}

/** The same of what answers at once. */
function namingNow<Given extends readonly unknown[], T>(
  nodeId: string,
  work: (...given: Given) => T,
): (...given: Given) => T {
  return (...given) => {
    try {
      return work(...given);
    } catch (error) {
      throw withNodeId(error, nodeId);
    }
  };
}

export function namePromptErrors({ messages }: Prompt, nodeId: string): Prompt {
  return { messages: namingNow(nodeId, messages) };
}

export function nameParserErrors(parser: OutputParser, nodeId: string): OutputParser {
  return { ...parser, parse: namingNow(nodeId, parser.parse) };
}

export function nameStoreErrors(store: VectorStore, nodeId: string): VectorStore {
  return {
    ...store,
    model: (signal) => naming(nodeId, signal, () => store.model(signal)),
    prepare: (model, signal) => naming(nodeId, signal, () => store.prepare(model, signal)),
    upsert: (chunks, signal) => naming(nodeId, signal, () => store.upsert(chunks, signal)),
    deleteByIds: (ids, signal) => naming(nodeId, signal, () => store.deleteByIds(ids, signal)),
    deleteAll: (signal) => naming(nodeId, signal, () => store.deleteAll(signal)),
    getByIds: (ids, signal) => naming(nodeId, signal, () => store.getByIds(ids, signal)),
    count: (signal) => naming(nodeId, signal, () => store.count(signal)),
    query: (query, signal) => naming(nodeId, signal, () => store.query(query, signal)),
    check: (signal) => naming(nodeId, signal, () => store.check(signal)),
  };
}

export function nameRecordErrors(records: RecordManager, nodeId: string): RecordManager {
  return {
    ...records,
    startRun: (runSeq, signal) => naming(nodeId, signal, () => records.startRun(runSeq, signal)),
    exists: (keys, signal) => naming(nodeId, signal, () => records.exists(keys, signal)),
    seeSources: (sources, run, signal) => naming(nodeId, signal, () => records.seeSources(sources, run, signal)),
    put: (rows, run, signal) => naming(nodeId, signal, () => records.put(rows, run, signal)),
    touch: (ids, run, signal) => naming(nodeId, signal, () => records.touch(ids, run, signal)),
    replace: (rows, run, signal) => naming(nodeId, signal, () => records.replace(rows, run, signal)),
    async *listStale(scope, run, signal, except) {
      const pages = records.listStale(scope, run, signal, except)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const page = await naming(nodeId, signal, () => pages.next());
          if (page.done === true) return;
          yield page.value;
        }
      } finally {
        await pages.return?.();
      }
    },
    remove: (ids, signal) => naming(nodeId, signal, () => records.remove(ids, signal)),
    count: (signal) => naming(nodeId, signal, () => records.count(signal)),
    check: (signal) => naming(nodeId, signal, () => records.check(signal)),
  };
}
