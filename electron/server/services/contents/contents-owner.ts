import type { MetadataFilter } from '../../core/vector-store.ts';
import type { WholeChunk } from '../../pipeline/index/passage-edits.ts';
import type { ContentsReader, ReadChunk, ReadSource } from './contents-reader.ts';

/** Whose contents are asked for. */
export interface ContentsCall {
  readonly ownerId: string;
  /** The vector store of a chatflow that has several. */
  readonly nodeId: string | undefined;
  readonly signal: AbortSignal;
}

/** Where a chunk belongs, for edits of its passage. */
export interface ChunkOrigin {
  /** The chatflow or the loader that loads it. */
  readonly partId: string;
  /** Value of the source id key. */
  readonly source: string;
}

/** Text and metadata (canonical JSON) of a chunk. */
export interface ChunkText {
  readonly content: string;
  readonly metadata: string;
}

export interface WordSearch {
  readonly words: string;
  readonly filter: MetadataFilter | undefined;
}

/** A vector store of a chatflow, or a document store, whose contents are shown and changed. Changes are refused while an upsert writes to it (STORE_BUSY). */
export interface ContentsOwner {
  readonly ownerId: string;
  readonly kind: 'chatflow' | 'documentStore';
  readonly name: string;
  /** The vector store of a chatflow. */
  readonly nodeId: string | undefined;
  readonly vectorStores: readonly { readonly nodeId: string; readonly label: string }[];
  readonly reader: ContentsReader;
  originOf(chunk: ReadChunk): ChunkOrigin;
  /** The run that last brought a source, and how it stands. */
  describeSource(source: ReadSource): SourceState;
  /** Ids of the best matches by words and metadata, if the store has an index of words. */
  searchWords?(search: WordSearch, limit: number): Promise<readonly string[]>;
  /**
   * Writes a chunk anew, and keeps the edit. A chunk of a collection is embedded again and found at once.
   * @returns its id now, and the edit; undefined: it is as it was loaded
   */
  edit(chunk: ReadChunk, after: ChunkText): Promise<{ readonly chunkId: string; readonly editId: number | undefined }>;
  /** Deletes a chunk, and keeps that. */
  remove(chunk: ReadChunk): Promise<number | undefined>;
  /** Number under which a source of this name is held, for telling it from one that comes later; undefined: there is none, or it lies elsewhere. */
  heldAs(partId: string, name: string): number | undefined;
  /**
   * Puts chunks of one source where they were.
   * @param brought is called when they are there, in the same transaction where there is one
   * @returns their ids
   */
  bring(partId: string, chunks: readonly WholeChunk[], brought?: () => void): Promise<readonly string[]>;
  /** Takes chunks of one source out, without keeping edits. @param moved takes over their texts: in the same transaction where there is one */
  take(chunks: readonly ReadChunk[], moved: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface SourceState {
  readonly state: 'STORED' | 'CHANGED' | 'NOT_STORED';
  readonly loaderId: string | null;
  readonly lastRunId: string | null;
  readonly lastRunDate: string | null;
}
