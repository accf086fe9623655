import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BinEntry, BinnedSourceInfo } from '../../shared/api/bin.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Deleted flows and document stores that can be restored, the last deleted first. */
export function useBin() {
  return useQuery({
    queryKey: [...queryKeys.bin, 'owners'],
    queryFn: ({ signal }) => api.call('listBin', { signal }),
  });
}

/** Removed sources of one request. */
const SOURCES_A_PAGE = 100;

/** Sources that were removed from flows and stores, the last removed first, page after page. */
export function useBinSources() {
  return useInfiniteQuery({
    queryKey: queryKeys.binSources,
    queryFn: ({ pageParam, signal }) => {
      return api.call('listBinSources', { query: { before: pageParam, limit: SOURCES_A_PAGE }, signal });
    },
    initialPageParam: Number.MAX_SAFE_INTEGER,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** How many things are in the bin; 0 while it is not known. */
export function useBinCount(): number {
  const { data = 0 } = useQuery({
    queryKey: queryKeys.binCount(),
    queryFn: async ({ signal }) => {
      const [owners, { total }, conversations] = await Promise.all([
        api.call('listBin', { signal }),
        api.call('listBinSources', { query: { limit: 1 }, signal }),
        api.call('listConversations', { query: { inBin: true, limit: 1000 }, signal }),
      ]);
      return owners.length + total + conversations.length;
    },
  });
  return data;
}

/** What changes when something goes into the bin or comes out of it. */
function useOutOfDate() {
  const client = useQueryClient();
  return async () => {
    const keys = [queryKeys.bin, queryKeys.chatflows, queryKeys.overview, queryKeys.documentStores];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

export interface Binning extends Pick<BinEntry, 'id' | 'kind'> {
  /** Takes along, at the end, what it has in remote stores. */
  readonly reachesRemote?: boolean;
}

/** Puts a flow or document store into the bin. */
export function usePutIntoBin() {
  const outOfDate = useOutOfDate();
  return useMutation({
    mutationFn: ({ id, kind, reachesRemote = false }: Binning) =>
      api.call(kind === 'chatflow' ? 'binChatflow' : 'binDocumentStore', {
        params: { id },
        body: reachesRemote ? { externalStores: 'delete' } : {},
      }),
    onSettled: outOfDate,
  });
}

/** Brings something back from the bin. */
export function useRestoreFromBin() {
  const outOfDate = useOutOfDate();
  return useMutation({
    mutationFn: (id: string) => api.call('restoreFromBin', { params: { id } }),
    onSettled: outOfDate,
  });
}

/** Deletes for good what is in the bin. */
export function useRemoveFromBin() {
  const outOfDate = useOutOfDate();
  return useMutation({
    mutationFn: (id: string) => api.call('removeFromBin', { params: { id } }),
    onSettled: outOfDate,
  });
}

/** How many sources that were removed from a flow or store are in the bin; 0 while it is not known. */
export function useBinnedSourceCount(ownerId: string): number {
  const { data } = useQuery({
    queryKey: queryKeys.binCount(ownerId),
    queryFn: ({ signal }) => api.call('listBinSources', { query: { ownerId, limit: 1 }, signal }),
  });
  return data?.total ?? 0;
}

/** What brings a removed source back, or deletes it for good. */
export function useBinSourceChanges() {
  const client = useQueryClient();
  const outOfDate = useOutOfDate();
  const onSettled = async (_done: unknown, _error: unknown, { ownerId }: BinnedSourceInfo) => {
    await Promise.all([outOfDate(), client.invalidateQueries({ queryKey: queryKeys.contents(ownerId) })]);
  };
  const paramsOf = ({ id, ownerId }: BinnedSourceInfo) => ({ id: ownerId, removedId: String(id) });
  return {
    restore: useMutation({
      mutationFn: (source: BinnedSourceInfo) => api.call('restoreContentSource', { params: paramsOf(source) }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (source: BinnedSourceInfo) => api.call('deleteRemovedSource', { params: paramsOf(source) }),
      onSettled,
    }),
  };
}
