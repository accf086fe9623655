import type { GraphSettings } from '../../../shared/nodes/vectorstores/graph-settings.ts';
import type { Metadata } from './document.ts';

export type SearchMode = 'hybrid' | 'vector' | 'keyword';

/** Equality on metadata; a key may be a path with dots (`loc.lines.from`). All must hold. A list means "any of". */
export type MetadataFilter = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number | boolean)[]>
>;

/** A question to a collection: by meaning with `vector`, by words with `words`, by both with both. */
export interface VectorStoreQuery {
  /** Of the collection's model. It may still be computed: words are searched meanwhile. */
  readonly vector?: Float32Array | Promise<Float32Array> | undefined;
  /** Only for a store that `searchesWords`. */
  readonly words?: WordsQuery | undefined;
  readonly topK: number;
  /** Over the node's own filter; to be applied by the store, not afterwards. */
  readonly filter: MetadataFilter | undefined;
}

export interface WordsQuery {
  readonly text: string;
  /** Share of the vector ranks in the fusion, from the model. */
  readonly hybridWeight: number;
  /** Called when the search by words could not look at so many of the last changes in good time. */
  readonly onUnread?: ((changes: number) => void) | undefined;
}

export interface QueryHit {
  readonly id: string;
  readonly pageContent: string;
  readonly metadata: Metadata;
  /** Higher is better. Similarity by the collection's metric for `vector` (cosine unless it has another), BM25 (negated) for `keyword`, fused reciprocal rank for `hybrid`. */
  readonly score: number;
  readonly chunkNo: number;
  /** Of a search by both: the score by meaning of what was found so. */
  readonly similarity?: number | undefined;
}

export interface ModelIdentity {
  readonly id: string;
  readonly dimensions: number;
}

/** A chunk with its vector, ready to be stored. */
export interface EmbeddedChunk {
  /** UUID as text. The same chunk has the same id in every run, if there are records: storing it again replaces it. */
  readonly id: string;
  readonly content: string;
  readonly metadata: Metadata;
  /** Position among the chunks of its source, from 1. */
  readonly chunkNo: number;
  readonly vector: Float32Array;
  /** Row of the vector in the server's `embedding` table, for a store that lies in the same database. */
  readonly embeddingId?: number | undefined;
}

/** A chunk whose vector is a row of the server's database. */
export interface ChunkToStore {
  /** UUID v4, 16 bytes. */
  readonly id: Buffer;
  readonly content: string;
  /** Canonical JSON text. */
  readonly metadata: string;
  /** Position among the chunks of its source, from 1. */
  readonly chunkNo: number;
  /** Row of the embedding in the `embedding` table. */
  readonly embeddingId: number;
}

/**
 * What a vector store in the server's database can do inside a transaction of it, so that chunks, vectors, records and log commit together. A collection that is
 * not there yet is empty; `open` makes it.
 */
export interface TransactionalStore {
  /** Makes the collection if it is not there. Outside of a transaction. */
  open(): void;
  /**
   * Ties an empty collection to its model, or checks that it is the same one.
   * @throws UserError EMBEDDING_MISMATCH (409) when the collection holds vectors of another model or dimension.
   */
  bindModel(model: ModelIdentity): void;
  /** The model that the collection's vectors are of; undefined while it is empty and unbound. */
  model(): ModelIdentity | undefined;
  /**
   * Has the collection compare vectors and make its graph as it was opened with from now on: the last one who writes decides. A graph of another shape is built
   * behind, and vectors are never embedded again for it. Outside of a transaction.
   */
  applySettings(): void;
  upsert(chunks: readonly ChunkToStore[]): void;
  /** Writes metadata and position of chunks that are there; content and vector stay. */
  updateMetadata(chunks: readonly { readonly id: Buffer; readonly metadata: string; readonly chunkNo: number }[]): void;
  /** @returns how many of them were there */
  deleteByIds(ids: readonly Buffer[]): number;
  /** Deletes at most `limit` chunks; 0 means that the collection is empty. */
  deleteSome(limit: number): number;
  count(): number;
  /** Notifies index and keyword index of a commit; returns at once. */
  announceCommit(): void;
}

/** A chunk as a store gives it back. */
export type StoredChunk = Omit<EmbeddedChunk, 'vector'>;

export interface ChunkPage {
  readonly chunks: readonly StoredChunk[];
  /** Where the next page begins; undefined when this is the last one. Only the store that made it can read it. */
  readonly next: string | undefined;
}

/** What a store can show of all that it holds, without a question. */
export interface BrowsableStore {
  /**
   * One page of chunks. The order is the store's own; while nothing is written, the pages have every chunk once.
   * @param page `after` is the `next` of the page before, undefined for the first; `limit` is at least 1
   * @throws UserError INVALID_PARAM when `after` is not of this store
   */
  listChunks(
    page: { readonly after: string | undefined; readonly limit: number },
    signal: AbortSignal,
  ): Promise<ChunkPage>;
  /** Vectors by id, of those chunks that are there. A store may have scaled them to length 1. */
  vectorsOf(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Float32Array>>;
}

/**
 * One collection of a vector store. Every method confirms before it resolves, and may be called again with the same arguments after a failure.
 * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT naming the address; UserError INVALID_PARAM
 */
export interface VectorStore {
  /** Names it among all that one record manager may meet. */
  readonly collection: string;
  /** What its vectors are of, as far as the store knows; undefined: it has no collection yet. */
  model(signal: AbortSignal): Promise<{ readonly id: string | undefined; readonly dimensions: number } | undefined>;
  /**
   * Makes the collection if it is not there.
   * @throws UserError EMBEDDING_MISMATCH (409) when it holds vectors of another model or length
   */
  prepare(model: ModelIdentity, signal: AbortSignal): Promise<void>;
  /** Adds chunks, or replaces those of the same id. */
  upsert(chunks: readonly EmbeddedChunk[], signal: AbortSignal): Promise<void>;
  /** Ids that are not there are no error. */
  deleteByIds(ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** Deletes every chunk; the collection may stay. */
  deleteAll(signal: AbortSignal): Promise<void>;
  /** Those that are there, in no order. */
  getByIds(ids: readonly string[], signal: AbortSignal): Promise<readonly StoredChunk[]>;
  /** 0 if there is no collection yet. */
  count(signal: AbortSignal): Promise<number>;
  /** Best first; empty if there is no collection yet. */
  query(query: VectorStoreQuery, signal: AbortSignal): Promise<readonly QueryHit[]>;
  /** Says in a sentence what answered, without making anything. */
  check(signal: AbortSignal): Promise<string>;
  /** Ends its connections; other methods are not called after it. */
  close(): Promise<void>;
  /** Whether it finds chunks by words too, and fuses both ranks. */
  readonly searchesWords?: true;
  /** Writes inside a transaction of the server's database; only a store that lies there has it. */
  readonly transactional?: TransactionalStore;
  /** Lists chunks and gives vectors; a store that can only answer questions has none. */
  readonly browse?: BrowsableStore;
}

/** A collection in the server's database. */
export interface LocalVectorStore extends VectorStore {
  readonly transactional: TransactionalStore;
}

/** Defaults that depend on the owner: an unnamed collection or namespace is its own. */
export interface StoreContext {
  /** Id of the chatflow or the document store. */
  readonly ownerId: string;
}

/** What vector store nodes need of the server. */
export interface VectorStoreDeps {
  /** @param settings of those who write to it; a query needs none */
  openCollection(name: string, settings?: GraphSettings): LocalVectorStore;
  /** In the server's memory, until it ends. */
  openMemoryStore(name: string): VectorStore;
  /**
   * Whose private collection somebody else may not open.
   * @throws UserError COLLECTION_PRIVATE (403) when a collection belongs to another owner, who has bound it to a key
   */
  assertOpenTo?(collection: string, ownerId: string): void;
}
