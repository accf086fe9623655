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
import type { ContentsDeps } from './contents-deps.ts';
import type { ContentsCall, ContentsOwner } from './contents-owner.ts';
import type { ChunkPageQuery } from './contents-reader.ts';
import { describeChunk, describeSource, summarise } from './describe-contents.ts';
import { change, decide, findChunk, findEdit, listEdits, undoEdit } from './edit-chunks.ts';
import { withOwner } from './open-owner.ts';
import { forgetSource, listBinned, removeSource, restoreSource } from './removed-sources.ts';
import { type ContentsSearch, readFacets, searchContents } from './search-contents.ts';

/** What is in chatflows' vector stores and in document stores: shown, searched, edited, removed and brought back, by one set of operations. */
export function createContentsService(deps: ContentsDeps) {
  const open = <T>(call: ContentsCall, work: (owner: ContentsOwner) => Promise<T>) => withOwner(deps, call, work);
  // A change that has begun is ended, also when its caller has gone.
  const lasting = (call: ContentsCall): ContentsCall => ({ ...call, signal: deps.closing });

  return {
    summary: (call: ContentsCall): Promise<ContentsSummary> => open(call, (owner) => summarise(deps, owner)),

    listSources: (call: ContentsCall, query: SourceQuery) =>
      open(call, async (owner) => {
        const { sources, total } = await owner.reader.listSources(query);
        return { sources: sources.map((source) => describeSource(owner, source)), total };
      }),

    listChunks: (call: ContentsCall, query: ChunkPageQuery): Promise<ContentChunks> =>
      open(call, async (owner) => {
        const { chunks, total, next = null, previous = null } = await owner.reader.page(query);
        return { chunks: chunks.map((chunk) => describeChunk(deps, owner, chunk)), total, next, previous };
      }),

    search: (call: ContentsCall, search: ContentsSearch): Promise<ContentMatches> =>
      open(call, async (owner) => {
        const { chunks, searched, next = null } = await searchContents(owner, search);
        return { chunks: chunks.map((chunk) => describeChunk(deps, owner, chunk)), searched, next };
      }),

    facets: (call: ContentsCall, sourceId: string | undefined) =>
      open(call, async (owner) => {
        const { facets, isSample } = await readFacets(owner.reader, sourceId);
        return { facets: facets.map(({ key, values }) => ({ key, values: [...values] })), isSample };
      }),

    findChunk: (call: ContentsCall, chunkId: string): Promise<ContentChunk> =>
      open(call, async (owner) => describeChunk(deps, owner, await findChunk(owner, chunkId))),

    /** @throws UserError CHUNK_NOT_FOUND, STORE_BUSY, EMBEDDING_MISMATCH, and what the model says */
    updateChunk: (
      call: ContentsCall,
      chunkId: string,
      given: {
        readonly pageContent?: string | undefined;
        readonly metadata?: Readonly<Record<string, unknown>> | undefined;
      },
    ): Promise<ContentChange> =>
      open(lasting(call), async (owner) => {
        const chunk = await findChunk(owner, chunkId);
        const content = given.pageContent?.replaceAll('\0', '') ?? chunk.content;
        const metadata = given.metadata === undefined ? chunk.metadata : canonicalJson(given.metadata);
        return change(deps, owner, chunk, { content, metadata });
      }),

    removeChunk: (call: ContentsCall, chunkId: string): Promise<ContentChange> =>
      open(lasting(call), async (owner) => {
        const chunk = await findChunk(owner, chunkId);
        return { chunk: null, editId: (await owner.remove(chunk)) ?? null };
      }),

    listEdits: (call: ContentsCall, page: Parameters<typeof listEdits>[2]): Promise<ContentEdits> =>
      open(call, (owner) => listEdits(deps, owner, page)),
    undoEdit: (call: ContentsCall, id: number): Promise<ContentChange> =>
      open(lasting(call), (owner) => undoEdit(deps, owner, findEdit(deps, owner.ownerId, id))),
    decideEdit: (call: ContentsCall, id: number, keep: 'edit' | 'new'): Promise<ContentChange> =>
      open(lasting(call), (owner) => decide(deps, owner, findEdit(deps, owner.ownerId, id), keep)),

    removeSource: (call: ContentsCall, sourceId: string): Promise<RemovedSourceInfo> =>
      open(lasting(call), (owner) => removeSource(deps, owner, sourceId)),
    listRemoved: (call: ContentsCall): Promise<RemovedSourceInfo[]> =>
      open(call, async ({ ownerId }) =>
        deps.removed.list(ownerId).map(({ id, name, chunks, removedDate }) => ({ id, name, chunks, removedDate })),
      ),
    restoreSource: (call: ContentsCall, removedId: number): Promise<void> =>
      restoreSource(deps, lasting(call), removedId),
    forgetSource: (call: ContentsCall, removedId: number): Promise<void> =>
      forgetSource(deps, lasting(call), removedId),
    listBinned: (query: BinnedQuery) => listBinned(deps, query),
  };
}

export type ContentsService = ReturnType<typeof createContentsService>;
