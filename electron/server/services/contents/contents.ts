import type { ContentChunk, ContentSource, ContentsSummary } from '../../../../shared/api/contents.ts';
import type { KeyedLock } from '../../common/keyed-lock.ts';
import type { MetadataFilter } from '../../core/vector-store.ts';
import type { EngineDeps } from '../../pipeline/engine-deps.ts';
import { identityOf } from '../../pipeline/index/passage-edits.ts';
import type { DeletedChunk } from '../../pipeline/index/restore-chunks.ts';
import type { ContentRepository } from '../../storage/repositories/content-repository.ts';
import type { PassageEdit } from '../../storage/repositories/edit-repository.ts';
import type { RemovedSourceRepository } from '../../storage/repositories/removed-source-repository.ts';
import type { Libraries } from '../libraries/libraries.ts';
import type { Library } from '../libraries/library.ts';
import type { OriginalService } from '../originals/original-service.ts';
import type { ContentsReader, ReadChunk, ReadSource } from './contents-reader.ts';
import type { RemoteListings } from './remote-reader.ts';

/** What showing and changing contents needs of the server. */
export interface ContentsDeps {
  readonly engine: EngineDeps;
  readonly libraries: Pick<Libraries, 'open'>;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
  readonly contents: ContentRepository;
  readonly removed: RemovedSourceRepository;
  readonly originals: Pick<OriginalService, 'forget' | 'restore'>;
  readonly listings: RemoteListings;
  /** By the records, or the collection without: what people change by hand is done one after the other. */
  readonly changeLock: KeyedLock;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** Whose contents a call is about. */
export interface ContentsCall {
  readonly ownerId: string;
  /** The vector store of a library that has several. */
  readonly nodeId: string | undefined;
  readonly signal: AbortSignal;
}

/** Where a chunk belongs, for edits of its passage. */
export interface ChunkOrigin {
  /** The library or its loader that loads it. */
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

/** A library whose contents are shown and changed. Changes are refused while an upsert writes to it (STORE_BUSY). */
export interface OpenContents {
  readonly library: Library;
  /** The vector store of a library that may have several. */
  readonly nodeId: string | undefined;
  readonly reader: ContentsReader;
  originOf(chunk: ReadChunk): ChunkOrigin;
  /** The run that last loaded a source, and its state. */
  describeSource(source: ReadSource): SourceState;
  /** Ids of the best matches by words and metadata, if the store has an index of words. */
  searchWords?(search: WordSearch, limit: number): Promise<readonly string[]>;
  /**
   * Writes a chunk anew, and saves the edit. A chunk of a collection is embedded again and found at once.
   * @returns its id now, and the edit; undefined: it is as it was loaded
   */
  edit(chunk: ReadChunk, after: ChunkText): Promise<{ readonly chunkId: string; readonly editId: number | undefined }>;
  /** Deletes a chunk, and saves that as an edit. */
  remove(chunk: ReadChunk): Promise<number | undefined>;
  /** Number under which a source of this name is stored, to distinguish it from a later one; undefined: there is none, or it is in a remote store. */
  heldAs(partId: string, name: string): number | undefined;
  /**
   * Inserts chunks of one source where they were.
   * @param inserted is called when they are there, in the same transaction where there is one
   * @param undone the edit that deleted them, if it is undone by that
   * @returns their ids
   */
  insert(
    partId: string,
    chunks: readonly DeletedChunk[],
    inserted?: () => void,
    undone?: PassageEdit,
  ): Promise<readonly string[]>;
  /** Deletes chunks of one source, without saving edits. @param moved takes over their texts: in the same transaction where there is one */
  take(chunks: readonly ReadChunk[], moved: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface SourceState {
  readonly state: 'STORED' | 'CHANGED' | 'NOT_STORED';
  readonly loaderId: string | null;
  readonly lastRunId: string | null;
  readonly lastRunDate: string | null;
}

function editOf({ engine }: ContentsDeps, contents: OpenContents, chunk: ReadChunk): PassageEdit | undefined {
  const { partId, source } = contents.originOf(chunk);
  const edit = engine.edits.ofChunk(partId, identityOf(source, chunk.content).key);
  return edit !== undefined && edit.content === chunk.content ? edit : undefined;
}

/** A chunk as callers see it. */
export function describeChunk(deps: ContentsDeps, contents: OpenContents, chunk: ReadChunk): ContentChunk {
  const { id, sourceId, sourceName, chunkNo, content, metadata, place } = chunk;
  const facts: ContentChunk['metadata'] = JSON.parse(metadata);
  return {
    id,
    sourceId,
    chunkNo,
    source: sourceName,
    place: place ?? null,
    pageContent: content,
    metadata: facts,
    editId: editOf(deps, contents, chunk)?.id ?? null,
  };
}

/** A source as callers see it. */
export function describeSource(contents: OpenContents, source: ReadSource): ContentSource {
  const { id, name, chunks, sizeBytes, changedMs } = source;
  const changedDate = changedMs === 0 ? null : new Date(changedMs).toISOString();
  return { id, name, chunks, sizeBytes, changedDate, ...contents.describeSource(source) };
}

/** How much there is. */
export async function summarise(deps: ContentsDeps, contents: OpenContents): Promise<ContentsSummary> {
  const { library, nodeId, reader } = contents;
  const { id: ownerId, kind, name, vectorStores, table } = library;
  const { changedMs: _, ...totals } = await reader.totals();
  return {
    ownerId,
    kind,
    name,
    nodeId: nodeId ?? null,
    vectorStores: [...vectorStores],
    ...totals,
    storedChunks: await reader.storedChunks(),
    changedEdits: deps.engine.edits.count(ownerId, true),
    otherEdits: deps.engine.edits.count(ownerId, false),
    needsUpsert: table !== undefined,
  };
}
