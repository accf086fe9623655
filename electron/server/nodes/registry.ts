import { UserError } from '../../../shared/errors/errors.ts';
import type { PlannedNode } from '../../../shared/flow/flow-plan.ts';
import { parseParams } from '../../../shared/flow/parse-params.ts';
import { workingName } from '../../../shared/nodes/aliases.ts';
import type { NamesOfKind, NodeDefinitions } from '../../../shared/nodes/registry.ts';
import type { EmbeddingFactory } from '../core/embedding-model.ts';
import type { ImplementationOf } from '../core/node-kinds.ts';
import type { RecordManagerFactory } from '../core/record-manager.ts';
import type { StoreReader, StoreReaderDeps, StoreReaderFactory } from '../core/store-reader.ts';
import type { VectorStoreFactory } from '../core/vector-store.ts';
import { azureOpenAIEmbeddings } from './embeddings/azure-openai-embeddings.ts';
import { cohereEmbeddings } from './embeddings/cohere-embeddings.ts';
import { googleGenerativeAiEmbeddings } from './embeddings/google-generative-ai-embeddings.ts';
import { huggingFaceInferenceEmbeddings } from './embeddings/hugging-face-inference-embeddings.ts';
import { jinaEmbeddings } from './embeddings/jina-embeddings.ts';
import { mistralAIEmbeddings } from './embeddings/mistral-ai-embeddings.ts';
import { ollamaEmbedding } from './embeddings/ollama-embedding.ts';
import { openAIEmbeddings } from './embeddings/openai-embeddings.ts';
import { transformersEmbeddings } from './embeddings/transformers-embeddings.ts';
import { voyageAIEmbeddings } from './embeddings/voyage-ai-embeddings.ts';
import { MySQLRecordManager } from './recordmanagers/mysql-record-manager.ts';
import { postgresRecordManager } from './recordmanagers/postgres-record-manager.ts';
import { SQLiteRecordManager } from './recordmanagers/sqlite-record-manager.ts';
import { chroma } from './vectorstores/chroma.ts';
import { documentStoreVS } from './vectorstores/document-store-vs.ts';
import { hnsw } from './vectorstores/hnsw.ts';
import { memoryVectorStore } from './vectorstores/memory-vector-store.ts';
import { postgres } from './vectorstores/postgres.ts';
import { qdrant } from './vectorstores/qdrant.ts';

type Implementations<Kind extends NodeDefinitions[keyof NodeDefinitions]['kind']> = {
  readonly [Name in NamesOfKind<Kind>]: ImplementationOf<NodeDefinitions[Name]>;
};

/** The implementations of each kind; a definition without a line here does not compile. Loaders and splitters: the registries of their folders. */
const embeddings = {
  transformersEmbeddings,
  openAIEmbeddings,
  ollamaEmbedding,
  huggingFaceInferenceEmbeddings,
  cohereEmbeddings,
  azureOpenAIEmbeddings,
  googleGenerativeAiEmbeddings,
  mistralAIEmbeddings,
  voyageAIEmbeddings,
  jinaEmbeddings,
} satisfies Implementations<'embedding'>;
const vectorStores = { hnsw, memoryVectorStore, postgres, chroma, qdrant } satisfies Implementations<'vectorstore'>;
const storeReaders = { documentStoreVS } satisfies Implementations<'retriever'>;
const recordManagers = {
  SQLiteRecordManager,
  postgresRecordManager,
  MySQLRecordManager,
} satisfies Implementations<'recordmanager'>;

function find<T>(implementations: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(implementations, name) ? implementations[name] : undefined;
  if (found === undefined)
    throw new UserError('UNKNOWN_NODE', `The node ${name} is not available here: replace it by another.`);
  return found;
}

export function findEmbedding(name: string): EmbeddingFactory<unknown> {
  return find<EmbeddingFactory<unknown>>(embeddings, name);
}

export function findVectorStore(name: string): VectorStoreFactory<unknown> {
  return find<VectorStoreFactory<unknown>>(vectorStores, name);
}

export function findRecordManager(name: string): RecordManagerFactory<unknown> {
  return find<RecordManagerFactory<unknown>>(recordManagers, name);
}

/**
 * The store that a node of a flow reads, ready for queries.
 * @throws UserError INVALID_PARAM naming node and param
 */
export function openStoreReader(node: PlannedNode, deps: StoreReaderDeps): StoreReader {
  const params = parseParams(node.definition, node.inputs, { nodeId: node.id, label: node.label });
  return find<StoreReaderFactory<unknown>>(storeReaders, workingName(node.definition)).open(params, deps);
}
