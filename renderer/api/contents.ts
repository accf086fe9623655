import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ContentChunk, ContentChunks } from '../../shared/api/contents.ts';
import type { InputOf } from '../../shared/operations/operations.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Whose contents: a chatflow with one of its vector stores, or a document store. */
export interface ContentsOf {
  readonly ownerId: string;
  readonly nodeId?: string | undefined;
}

/** Chunks of one request. */
export const CHUNKS_A_PAGE = 50;
/** Sources of one request. */
const SOURCES_A_PAGE = 500;

function given({ nodeId }: ContentsOf): { nodeId?: string } {
  return nodeId === undefined ? {} : { nodeId };
}

export function useContents(of: ContentsOf) {
  return useQuery({
    queryKey: [...queryKeys.contents(of.ownerId), 'summary', of.nodeId],
    queryFn: ({ signal }) => api.call('getContents', { params: { id: of.ownerId }, query: given(of), signal }),
  });
}

export type SourceSort = NonNullable<NonNullable<InputOf<'listContentSources'>['query']>['sort']>;

/** The sources, page after page. */
export function useContentSources(of: ContentsOf, search: string, sort: SourceSort) {
  const descending = sort !== 'name';
  return useInfiniteQuery({
    queryKey: [...queryKeys.contents(of.ownerId), 'sources', of.nodeId, search, sort],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...given(of), search, sort, descending, offset: pageParam, limit: SOURCES_A_PAGE };
      return api.call('listContentSources', { params: { id: of.ownerId }, query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { sources }) => sum + sources.length, 0);
      return loaded < last.total ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
  });
}

/** The source of this name, null where there is none; off without a name. */
export function useContentSource(of: ContentsOf, name: string | undefined) {
  return useQuery({
    queryKey: [...queryKeys.contents(of.ownerId), 'source', of.nodeId, name],
    queryFn: async ({ signal }) => {
      const query = { ...given(of), search: name ?? '', sort: 'name' as const, limit: SOURCES_A_PAGE };
      const { sources } = await api.call('listContentSources', { params: { id: of.ownerId }, query, signal });
      return sources.find((source) => source.name === name) ?? null;
    },
    enabled: name !== undefined,
  });
}

/** A chunk with its place; off without an id. */
export function useContentChunk(of: ContentsOf, chunkId: string | undefined) {
  return useQuery({
    queryKey: [...queryKeys.chunkToOpen(of.ownerId), of.nodeId, chunkId],
    queryFn: ({ signal }) =>
      api.call('getContentChunk', { params: { id: of.ownerId, chunkId: chunkId ?? '' }, query: given(of), signal }),
    enabled: chunkId !== undefined,
  });
}

/** The page that says how many chunks there are. */
export const FIRST_PAGE = [0];

/** Pages of chunks by their numbers; each is loaded at its first use. */
export function useChunkPages(of: ContentsOf, sourceId: string | undefined, pages: readonly number[]) {
  return useQueries({
    queries: pages.map((page) => ({
      queryKey: [...queryKeys.contents(of.ownerId), 'chunks', of.nodeId, sourceId, page],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<ContentChunks> => {
        const place = page * CHUNKS_A_PAGE;
        const query = { ...given(of), ...(sourceId === undefined ? {} : { sourceId }), place, limit: CHUNKS_A_PAGE };
        return api.call('listContentChunks', { params: { id: of.ownerId }, query, signal });
      },
      placeholderData: keepPreviousData,
    })),
  });
}

export type ContentFilter = Readonly<Record<string, string | number | boolean>>;

/** Chunks that have words and metadata; off while the search has neither. */
export function useContentSearch(of: ContentsOf, sourceId: string | undefined, words: string, filter: ContentFilter) {
  const asked = {
    ...given(of),
    words,
    ...(sourceId === undefined ? {} : { sourceId }),
    ...(Object.keys(filter).length === 0 ? {} : { filter: JSON.stringify(filter) }),
  };
  return useInfiniteQuery({
    queryKey: [...queryKeys.contents(of.ownerId), 'search', asked],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...asked, ...(pageParam === '' ? {} : { after: pageParam }), limit: CHUNKS_A_PAGE };
      return api.call('searchContents', { params: { id: of.ownerId }, query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: words !== '' || Object.keys(filter).length > 0,
    placeholderData: keepPreviousData,
  });
}

/** Metadata that can be filtered by; off until it is wanted. */
export function useContentFacets(of: ContentsOf, sourceId: string | undefined, isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: [...queryKeys.contents(of.ownerId), 'facets', of.nodeId, sourceId],
    queryFn: ({ signal }) => {
      const query = { ...given(of), ...(sourceId === undefined ? {} : { sourceId }) };
      return api.call('listContentMetadata', { params: { id: of.ownerId }, query, signal });
    },
  });
}

/** The first sources by their names, to choose from; off until they are wanted. */
export function useFirstSources(of: ContentsOf, limit: number, isWanted: boolean) {
  return useQuery({
    queryKey: [...queryKeys.contents(of.ownerId), 'sources', of.nodeId, 'first', limit],
    queryFn: ({ signal }) => {
      const query = { ...given(of), sort: 'name' as const, limit };
      return api.call('listContentSources', { params: { id: of.ownerId }, query, signal });
    },
    enabled: isWanted,
  });
}

/** Edits whose passage has changed since, or all others; page after page. */
export function useContentEdits(of: ContentsOf, changed: boolean) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.contents(of.ownerId), 'edits', of.nodeId, changed],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...given(of), changed, after: pageParam, limit: CHUNKS_A_PAGE };
      return api.call('listContentEdits', { params: { id: of.ownerId }, query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** What changes contents; each call makes what is shown of them out of date. */
export function useContentChanges(of: ContentsOf) {
  const client = useQueryClient();
  const query = given(of);
  const id = of.ownerId;
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: queryKeys.contents(id) });
    await client.invalidateQueries({ queryKey: queryKeys.overview });
    await client.invalidateQueries({ queryKey: queryKeys.documentStores });
    await client.invalidateQueries({ queryKey: queryKeys.bin });
    // Whether the last run can be undone.
    await client.invalidateQueries({
      predicate: ({ queryKey: [what, , part] }) => what === 'run' && part === 'details',
    });
  };
  return {
    update: useMutation({
      mutationFn: ({
        id: chunkId,
        ...body
      }: Pick<ContentChunk, 'id'> & Partial<Pick<ContentChunk, 'pageContent' | 'metadata'>>) =>
        api.call('updateContentChunk', { params: { id, chunkId }, query, body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (chunkId: string) => api.call('deleteContentChunk', { params: { id, chunkId }, query }),
      onSettled,
    }),
    undoEdit: useMutation({
      mutationFn: (editId: number) => api.call('undoContentEdit', { params: { id, editId: String(editId) }, query }),
      onSettled,
    }),
    decide: useMutation({
      mutationFn: ({ editId, keep }: { readonly editId: number; readonly keep: 'edit' | 'new' }) =>
        api.call('decideContentEdit', { params: { id, editId: String(editId) }, query, body: { keep } }),
      onSettled,
    }),
    removeSource: useMutation({
      mutationFn: (sourceId: string) => api.call('deleteContentSource', { params: { id, sourceId }, query }),
      onSettled,
    }),
    restoreSource: useMutation({
      mutationFn: (removedId: number) =>
        api.call('restoreContentSource', { params: { id, removedId: String(removedId) }, query }),
      onSettled,
    }),
  };
}
