import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyncSettings, SyncState } from '../../shared/api/sync.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** While something goes on, and while something may begin by itself; ms. */
const AT_WORK_MS = 700;
const AT_REST_MS = 4000;

export function isAtWork({ activity }: SyncState): boolean {
  return activity === 'checking' || activity === 'running';
}

/** How a flow or document store is kept in step. */
export function useSync(ownerId: string) {
  return useQuery({
    queryKey: queryKeys.sync(ownerId),
    queryFn: ({ signal }) => api.call('getSync', { params: { id: ownerId }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isAtWork(state.data) ? AT_WORK_MS : AT_REST_MS),
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  });
}

/** What keeping in step did, newest first; asked for again when there is a newer entry. */
export function useSyncLog(ownerId: string, newestId: number | undefined) {
  return useQuery({
    queryKey: queryKeys.syncLog(ownerId, newestId ?? 0),
    queryFn: ({ signal }) => api.call('readSyncLog', { params: { id: ownerId }, query: { limit: 50 }, signal }),
    placeholderData: (before) => before,
  });
}

export function useSaveSync(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: SyncSettings) => api.call('saveSync', { params: { id: ownerId }, body: settings }),
    onSuccess: (state) => client.setQueryData(queryKeys.sync(ownerId), state),
  });
}

export function useRefreshSync(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('refreshSync', { params: { id: ownerId } }),
    onSuccess: (state) => client.setQueryData(queryKeys.sync(ownerId), state),
  });
}
