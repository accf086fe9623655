import type { StoreContext } from './vector-store.ts';

export type CleanupMode = 'none' | 'incremental' | 'full';

/** What a record manager knows of one chunk. Hashes are 16 bytes (SHA-256, cut). */
export interface ChunkRecord {
  /** Hash of source and content: what makes a chunk "the same chunk" within a namespace. */
  readonly contentKey: Buffer;
  /** Hash of the canonical JSON of all metadata, nested keys included. */
  readonly metadataHash: Buffer;
  readonly source: string;
  readonly chunkNo: number;
  /** The chunk's UUID in the vector store, 16 bytes. */
  readonly chunkId: Buffer;
}

export interface KnownRecord {
  readonly recordId: number;
  readonly metadataHash: Buffer;
  readonly chunkNo: number;
  readonly chunkId: Buffer;
  /** Sequence number of the last run that produced the chunk. */
  readonly lastRun: number;
}

/** What a clean-up deletes of one chunk. */
export interface StaleRecord {
  readonly recordId: number;
  readonly chunkId: Buffer;
}

/** The same chunk with other metadata or at another place. */
export interface ReplacedRecord {
  readonly recordId: number;
  readonly metadataHash: Buffer;
  readonly chunkNo: number;
}

/**
 * Remembers what was stored. One namespace. Synchronous, since it joins the server's transaction: `put`, `touch`, `replace` and
 * `remove` are called inside one.
 */
export interface RecordManager {
  readonly namespace: string;
  readonly cleanup: CleanupMode;
  readonly sourceIdKey: string;
  /** Looks up by content key; absent ones are undefined, in the order asked. */
  exists(contentKeys: readonly Buffer[]): readonly (KnownRecord | undefined)[];
  /** Says that this run brings these sources (clean-up `incremental` looks at no others). Before `put`. */
  seeSources(sources: readonly string[], runSeq: number): void;
  /** Adds records; one whose content key is known already is not added and its index is left out of the answer. */
  put(records: readonly ChunkRecord[], runSeq: number): readonly number[];
  /** Says that this run produced these records again, unchanged. */
  touch(recordIds: readonly number[], runSeq: number): void;
  /** The same chunk with other metadata or at another place. */
  replace(recordId: number, metadataHash: Buffer, chunkNo: number, runSeq: number): void;
  /**
   * Records that `runSeq` did not produce, of the sources it saw (`incremental`) or of the whole namespace (`full`), page by page: each page is
   * a few ms of work and may be empty. What a page lists may be removed before the next is asked for.
   * @param except sources to leave alone
   */
  listStale(
    scope: 'incremental' | 'full',
    runSeq: number,
    except?: ReadonlySet<string>,
  ): Iterable<readonly StaleRecord[]>;
  remove(recordIds: readonly number[]): void;
  count(): number;
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

/** What record manager nodes need of the server. */
export interface RecordManagerHost {
  openRecords(
    namespace: string,
    options: { readonly cleanup: CleanupMode; readonly sourceIdKey: string },
  ): RecordManager;
}

/** Opening connects to nothing: the first call does. */
export interface RecordManagerFactory<Params> {
  open(
    params: Params,
    context: StoreContext & { readonly collection: string },
    host: RecordManagerHost,
  ): RecordManager | OutsideRecordManager;
}
