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
