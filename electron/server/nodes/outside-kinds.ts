import type { Metadata } from '../metadata.ts';
import type { MetadataFilter, ModelIdentity, QueryHit } from '../vector/vector-store.ts';
import type { ChunkRecord, CleanupMode, KnownRecord, StaleRecord } from './record-kinds.ts';

/** A chunk with its vector, as an outside store takes it. */
export interface OutsideChunk {
  /** UUID as text. The same chunk has the same id in every run, if records are kept: storing it again replaces it. */
  readonly id: string;
  readonly content: string;
  readonly metadata: Metadata;
  /** Position among the chunks of its source, from 1. */
  readonly chunkNo: number;
  readonly vector: Float32Array;
}

export interface OutsideQuery {
  readonly vector: Float32Array;
  readonly topK: number;
  /** Over the node's own filter; to be applied by the store, not afterwards. */
  readonly filter: MetadataFilter | undefined;
}

/**
 * One collection of a store that is not in the server's database, so that it can't join its transaction: every method confirms before it resolves, and may
 * be called again with the same arguments after a failure.
 * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT naming the address; UserError INVALID_PARAM
 */
export interface OutsideVectorStore {
  readonly place: 'outside';
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
  upsert(chunks: readonly OutsideChunk[], signal: AbortSignal): Promise<void>;
  /** Ids that are not there are no error. */
  deleteByIds(ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** Deletes every chunk; the collection may stay. */
  deleteAll(signal: AbortSignal): Promise<void>;
  /** Those that are there, in no order. */
  getByIds(ids: readonly string[], signal: AbortSignal): Promise<readonly Omit<OutsideChunk, 'vector'>[]>;
  /** 0 if there is no collection yet. */
  count(signal: AbortSignal): Promise<number>;
  /** Best first; empty if there is no collection yet. */
  query(query: OutsideQuery, signal: AbortSignal): Promise<readonly QueryHit[]>;
  /** Says in a sentence what answered, without making anything. */
  check(signal: AbortSignal): Promise<string>;
  /** Ends its connections; other methods are not called after it. */
  close(): Promise<void>;
}

/**
 * {@link RecordManager} in a database of its own, which other machines may use as well. It is written after the vector store has confirmed, and removed from after
 * the vector store has deleted.
 * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT naming the address; UserError INVALID_PARAM
 */
export interface OutsideRecordManager {
  readonly place: 'outside';
  readonly namespace: string;
  readonly cleanup: CleanupMode;
  readonly sourceIdKey: string;
  /** Makes the table if it is not there. @returns a number for this run, which no other run of the table has had and which grows */
  startRun(signal: AbortSignal): Promise<number>;
  /** Empty before there is a table. */
  exists(contentKeys: readonly Buffer[], signal: AbortSignal): Promise<readonly (KnownRecord | undefined)[]>;
  seeSources(sources: readonly string[], runSeq: number, signal: AbortSignal): Promise<void>;
  put(records: readonly ChunkRecord[], runSeq: number, signal: AbortSignal): Promise<readonly number[]>;
  touch(recordIds: readonly number[], runSeq: number, signal: AbortSignal): Promise<void>;
  replace(records: readonly ReplacedRecord[], runSeq: number, signal: AbortSignal): Promise<void>;
  /** As {@link RecordManager.listStale}. `runSeq` may be a number that no run has had: then all of the scope is stale. */
  listStale(
    scope: 'incremental' | 'full',
    runSeq: number,
    signal: AbortSignal,
    except?: ReadonlySet<string>,
  ): AsyncIterable<readonly StaleRecord[]>;
  remove(recordIds: readonly number[], signal: AbortSignal): Promise<void>;
  /** 0 before there is a table. */
  count(signal: AbortSignal): Promise<number>;
  check(signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** The same chunk with other metadata or at another place. */
export interface ReplacedRecord {
  readonly recordId: number;
  readonly metadataHash: Buffer;
  readonly chunkNo: number;
}
