import type { ContentEdits } from '../../../../shared/api/content-edits.ts';
import type {
  ContentChange,
  ContentChunk,
  ContentChunks,
  ContentMatches,
  ContentsSummary,
  RemovedSourceInfo,
} from '../../../../shared/api/contents.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { SourceQuery } from '../../storage/repositories/content-repository.ts';
import type { BinnedQuery } from '../../storage/repositories/removed-source-repository.ts';
import {
  type ContentsCall,
  type ContentsDeps,
  describeChunk,
  describeSource,
  type OpenContents,
  summarise,
} from './contents.ts';
import type { ChunkPageQuery } from './contents-reader.ts';
import { change, decide, findChunk, findEdit, listEdits, textAfter, undoEdit } from './edit-chunks.ts';
import { withContents } from './open-contents.ts';
import { forgetSource, listBinned, removeSource, restoreSource } from './removed-sources.ts';
import { type ContentsSearch, readFacets, searchContents } from './search-contents.ts';

/** What is in chatflows' vector stores and in document stores: shown, searched, edited, removed and restored, by one set of operations. */
export function createContentsService(deps: ContentsDeps) {
  const open = <T>(call: ContentsCall, work: (contents: OpenContents) => Promise<T>) => withContents(deps, call, work);
  // A change that has begun is ended, also when its caller has gone.
  const lasting = (call: ContentsCall): ContentsCall => ({ ...call, signal: deps.closing });

  return {
    summary: (call: ContentsCall): Promise<ContentsSummary> => open(call, (contents) => summarise(deps, contents)),

    listSources: (call: ContentsCall, query: SourceQuery) =>
      open(call, async (contents) => {
        const { sources, total } = await contents.reader.listSources(query);
        return { sources: sources.map((source) => describeSource(contents, source)), total };
      }),

    listChunks: (call: ContentsCall, query: ChunkPageQuery): Promise<ContentChunks> =>
      open(call, async (contents) => {
        const { chunks, total, next = null, previous = null } = await contents.reader.page(query);
        return { chunks: chunks.map((chunk) => describeChunk(deps, contents, chunk)), total, next, previous };
      }),

    search: (call: ContentsCall, search: ContentsSearch): Promise<ContentMatches> =>
      open(call, async (contents) => {
        const { chunks, searched, next = null } = await searchContents(contents, search);
        return { chunks: chunks.map((chunk) => describeChunk(deps, contents, chunk)), searched, next };
      }),

    facets: (call: ContentsCall, sourceId: string | undefined) =>
      open(call, async (contents) => {
        const { facets, isSample } = await readFacets(contents.reader, sourceId);
        return { facets: facets.map(({ key, values }) => ({ key, values: [...values] })), isSample };
      }),

    findChunk: (call: ContentsCall, chunkId: string): Promise<ContentChunk> =>
      open(call, async (contents) => describeChunk(deps, contents, await findChunk(contents, chunkId))),

    /** @throws UserError CHUNK_NOT_FOUND, PAYLOAD_TOO_LARGE, STORE_BUSY, EMBEDDING_MISMATCH, and what the model says */
    updateChunk: (
      call: ContentsCall,
      chunkId: string,
      given: {
        readonly pageContent?: string | undefined;
        readonly metadata?: Readonly<Record<string, unknown>> | undefined;
      },
    ): Promise<ContentChange> =>
      open(lasting(call), async (contents) => {
        const chunk = await findChunk(contents, chunkId);
        const content = given.pageContent === undefined ? chunk.content : textAfter(chunk, given.pageContent);
        const metadata = given.metadata === undefined ? chunk.metadata : canonicalJson(given.metadata);
        return change(deps, contents, chunk, { content, metadata });
      }),

    removeChunk: (call: ContentsCall, chunkId: string): Promise<ContentChange> =>
      open(lasting(call), async (contents) => {
        const chunk = await findChunk(contents, chunkId);
        return { chunk: null, editId: (await contents.remove(chunk)) ?? null };
      }),

    listEdits: (call: ContentsCall, page: Parameters<typeof listEdits>[2]): Promise<ContentEdits> =>
      open(call, (contents) => listEdits(deps, contents, page)),
    undoEdit: (call: ContentsCall, id: number): Promise<ContentChange> =>
      open(lasting(call), (contents) => undoEdit(deps, contents, findEdit(deps, contents.library.id, id))),
    decideEdit: (call: ContentsCall, id: number, keep: 'edit' | 'new'): Promise<ContentChange> =>
      open(lasting(call), (contents) => decide(deps, contents, findEdit(deps, contents.library.id, id), keep)),

    removeSource: (call: ContentsCall, sourceId: string): Promise<RemovedSourceInfo> =>
      open(lasting(call), (contents) => removeSource(deps, contents, sourceId)),
    listRemoved: (call: ContentsCall): Promise<RemovedSourceInfo[]> =>
      open(call, async ({ library }) =>
        deps.removed.list(library.id).map(({ id, name, chunks, removedDate }) => ({ id, name, chunks, removedDate })),
      ),
    restoreSource: (call: ContentsCall, removedId: number): Promise<void> =>
      restoreSource(deps, lasting(call), removedId),
    forgetSource: (call: ContentsCall, removedId: number): Promise<void> =>
      forgetSource(deps, lasting(call), removedId),
    listBinned: (query: BinnedQuery) => listBinned(deps, query),
  };
}

export type ContentsService = ReturnType<typeof createContentsService>;
