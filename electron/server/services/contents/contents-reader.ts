import type { SourceQuery } from '../../storage/repositories/content-repository.ts';

/** A chunk as the store has it, with the source that it is listed under. */
export interface ReadChunk {
  /** UUID as text. */
  readonly id: string;
  readonly sourceId: string;
  readonly sourceName: string;
  /** From 0, among the chunks of its source; undefined where it is not known without counting. */
  readonly place: number | undefined;
  readonly chunkNo: number;
  readonly content: string;
  /** Canonical JSON. */
  readonly metadata: string;
}

export interface ReadSource {
  readonly id: string;
  readonly name: string;
  readonly chunks: number;
  readonly sizeBytes: number;
  /** 0: unknown. */
  readonly changedMs: number;
  /** Number of the loader of a document store. */
  readonly loaderSeq: number | undefined;
}

export interface ChunkPageQuery {
  readonly sourceId: string | undefined;
  /** Where to begin: a place from 0, or behind or before the end of another page. */
  readonly from: { readonly place: number } | { readonly after: string } | { readonly before: string };
  readonly limit: number;
}

export interface ReadPage {
  readonly chunks: readonly ReadChunk[];
  readonly total: number;
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

/** Chunks that stand for all of a store. */
export interface SampledChunks {
  /** Of which they were taken. */
  readonly total: number;
  /** With the number of chunks that each has in all. */
  readonly sources: readonly { readonly name: string; readonly chunks: number }[];
  readonly chunks: readonly { readonly id: string; readonly source: number }[];
}

/** Shows what lies in a store: its sources, and the chunks of one or of all in order. A page costs the same wherever it is. */
export interface ContentsReader {
  /** `changedMs`: when a chunk last came or went; 0: unknown. */
  totals(): Promise<{
    readonly sources: number;
    readonly chunks: number;
    readonly sizeBytes: number;
    readonly changedMs: number;
  }>;
  /** Chunks in the store: more than are listed, where it has too many for that. */
  storedChunks(): Promise<number>;
  listSources(query: SourceQuery): Promise<{ readonly sources: readonly ReadSource[]; readonly total: number }>;
  findSource(id: string): Promise<ReadSource | undefined>;
  /** @throws UserError INVALID_INPUT for a cursor that is none */
  page(query: ChunkPageQuery): Promise<ReadPage>;
  /** With its place. */
  find(chunkId: string): Promise<ReadChunk | undefined>;
  /**
   * At most `limit` chunks, evenly spread and always the same ones; each source has one while there are no more sources than that. Reads in small steps.
   */
  sample(limit: number, signal: AbortSignal): Promise<SampledChunks>;
}
