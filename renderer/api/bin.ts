import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BinEntry } from '../../shared/api/bin.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Deleted flows and document stores that can be brought back, the last deleted first. */
export function useBin() {
  return useQuery({ queryKey: queryKeys.bin, queryFn: ({ signal }) => api.call('listBin', { signal }) });
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
  readonly reachesElsewhere?: boolean;
}

/** Puts a flow or document store into the bin. */
export function usePutIntoBin() {
  const outOfDate = useOutOfDate();
  return useMutation({
    mutationFn: ({ id, kind, reachesElsewhere = false }: Binning) =>
      api.call(kind === 'chatflow' ? 'binChatflow' : 'binDocumentStore', {
        params: { id },
        body: reachesElsewhere ? { externalStores: 'delete' } : {},
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
