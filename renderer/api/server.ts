import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CleanablePart, Storage } from '../../shared/api/storage.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** While something goes on in the background. */
const LOOK_AGAIN_MS = 700;

function isAtWork({ isMeasuring, cleaning }: Storage): boolean {
  return isMeasuring || cleaning !== null;
}

/** The settings that the server runs with. */
export function useServerSettings() {
  return useQuery({
    queryKey: queryKeys.serverSettings,
    queryFn: ({ signal }) => api.call('getServerSettings', { signal }),
  });
}

export function useVersion() {
  return useQuery({
    queryKey: queryKeys.version,
    queryFn: ({ signal }) => api.call('getVersion', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What takes space in the data folder; looked at again while it is measured or cleaned up. */
export function useStorage() {
  return useQuery({
    queryKey: queryKeys.storage,
    queryFn: ({ signal }) => api.call('getStorage', { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isAtWork(state.data) ? LOOK_AGAIN_MS : false),
    refetchOnWindowFocus: true,
  });
}

/** Measures the data folder again. */
export function useMeasureStorage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('getStorage', { query: { fresh: 'true' } }),
    onSuccess: (storage) => client.setQueryData(queryKeys.storage, storage),
  });
}

/** Deletes chats for good, those that were not used for so many days, or all; then measures anew. */
export function useClearChats() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(olderThanDays: number | undefined) {
      await api.call('clearConversations', { query: { olderThanDays } });
      await api.call('getStorage', { query: { fresh: 'true' } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.storage }),
  });
}

export function useCleanUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (part: CleanablePart) => api.call('cleanUpStorage', { body: { part } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.storage }),
  });
}
