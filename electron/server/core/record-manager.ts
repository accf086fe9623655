export type CleanupMode = 'none' | 'incremental' | 'full';

/** What a record manager knows of one chunk. Hashes are 16 bytes (SHA-256, cut). */
export interface ChunkRecord {
  /** Hash of source and content: what makes a chunk "the same chunk" within a namespace. */
  readonly contentKey: Buffer;
  /** Of the canonical JSON of the metadata: a half of what is no position, a half of everything; of everything as a whole in records of earlier versions. */
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
  /** Its metadata were compared where it lies: they are the same. */
  readonly hasSameMetadata?: boolean;
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

/** What records in the server's database can do inside a transaction of it; see RecordManager. A namespace that is not there yet is empty; `open` makes it. */
export interface TransactionalRecords {
  /** Makes the namespace if it is not there. Outside of a transaction. */
  open(): void;
  /** Looks up by content key; absent ones are undefined, in the order of the keys. */
  exists(contentKeys: readonly Buffer[]): readonly (KnownRecord | undefined)[];
  /**
   * Looks up the chunks of a batch by their content keys, and compares their metadata where they lie: what is the same, as almost everything is in most runs, is not read.
   * @param hashes of the whole batch, as {@link ChunkBatch.hashes}
   * @returns absent ones are undefined, by position in the batch
   */
  compare(hashes: Buffer): readonly (KnownRecord | undefined)[];
  /** Records that this run has read these sources (clean-up `incremental` looks at no others). Before `put`. */
  seeSources(sources: readonly string[], runSeq: number): void;
  /** Adds records; one whose content key is known already is not added and its index is left out of the answer. */
  put(records: readonly ChunkRecord[], runSeq: number): readonly number[];
  /** Says that this run produced these records again, unchanged. */
  touch(recordIds: readonly number[], runSeq: number): void;
  replace(records: readonly ReplacedRecord[], runSeq: number): void;
  /**
   * Records that `runSeq` did not produce, of the sources it saw (`incremental`) or of the whole namespace (`full`), page by page: each page is
   * a few ms of work and may be empty. What a page lists may be removed before the next is requested.
   * @param except sources to leave alone
   */
  listStale(
    scope: 'incremental' | 'full',
    runSeq: number,
    except?: ReadonlySet<string>,
  ): Iterable<readonly StaleRecord[]>;
  /** Names of sources that come after a name, in their order. */
  listSources(after: string, limit: number): readonly string[];
  /** Records of a source in the order of their ids. */
  listRecords(page: RecordPage): readonly StaleRecord[];
  remove(recordIds: readonly number[]): void;
  count(): number;
}

export interface RecordPage {
  readonly source: string;
  /** The last record of the page before, or 0. */
  readonly after: number;
  readonly limit: number;
}

/**
 * Remembers what was stored, in one namespace. It is written after the vector store has confirmed, and removed from after the vector store has deleted.
 * @throws OperationalError SERVICE_FAILED, SERVICE_TIMEOUT naming the address; UserError INVALID_PARAM
 */
export interface RecordManager {
  readonly namespace: string;
  readonly cleanup: CleanupMode;
  /** Metadata key that says where a chunk comes from. */
  readonly sourceIdKey: string;
  /**
   * Makes the table or the namespace if it is not there.
   * @param runSeq the server's number of the run, or NO_RUN
   * @returns the number that marks this run's records: that one, or one of the database's own, which no other run has had and which grows
   */
  startRun(runSeq: number, signal: AbortSignal): Promise<number>;
  /** Looks up by content key; absent ones are undefined, in the order of the keys. */
  exists(contentKeys: readonly Buffer[], signal: AbortSignal): Promise<readonly (KnownRecord | undefined)[]>;
  /** Records that this run has read these sources (clean-up `incremental` looks at no others). Before `put`. */
  seeSources(sources: readonly string[], runSeq: number, signal: AbortSignal): Promise<void>;
  /** Adds records; one whose content key is known already is not added and its index is left out of the answer. */
  put(records: readonly ChunkRecord[], runSeq: number, signal: AbortSignal): Promise<readonly number[]>;
  /** Says that this run produced these records again, unchanged. */
  touch(recordIds: readonly number[], runSeq: number, signal: AbortSignal): Promise<void>;
  replace(records: readonly ReplacedRecord[], runSeq: number, signal: AbortSignal): Promise<void>;
  /**
   * Records that `runSeq` did not produce, of the sources it saw (`incremental`) or of the whole namespace (`full`), page by page: a page may be empty, and
   * what it lists may be removed before the next is requested. With a number that no run has had, all of the scope is stale.
   * @param except sources to leave alone
   */
  listStale(
    scope: 'incremental' | 'full',
    runSeq: number,
    signal: AbortSignal,
    except?: ReadonlySet<string>,
  ): AsyncIterable<readonly StaleRecord[]>;
  remove(recordIds: readonly number[], signal: AbortSignal): Promise<void>;
  /** 0 before there is a table. */
  count(signal: AbortSignal): Promise<number>;
  /** Says in a sentence what answered, without making anything. */
  check(signal: AbortSignal): Promise<string>;
  /** Ends its connections; other methods are not called after it. */
  close(): Promise<void>;
  /** Reads and writes inside a transaction of the server's database; only records that lie there have it. */
  readonly transactional?: TransactionalRecords;
}

/** Records in the server's database. */
export interface LocalRecordManager extends RecordManager {
  readonly transactional: TransactionalRecords;
}

/** What record manager nodes need of the server. */
export interface RecordManagerDeps {
  openRecords(
    namespace: string,
    options: { readonly cleanup: CleanupMode; readonly sourceIdKey: string },
  ): LocalRecordManager;
}
