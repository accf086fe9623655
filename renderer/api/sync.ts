import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyncAnswer, SyncSettings, SyncState } from '../../shared/api/sync.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** While something goes on, and while something may begin by itself; ms. */
const AT_WORK_MS = 700;
const AT_REST_MS = 4000;

export function isAtWork({ activity }: SyncState): boolean {
  return activity === 'checking' || activity === 'running';
}

/** The sync of a flow or document store. */
export function useSync(ownerId: string) {
  return useQuery({
    queryKey: queryKeys.sync(ownerId),
    queryFn: ({ signal }) => api.call('getSync', { params: { id: ownerId }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isAtWork(state.data) ? AT_WORK_MS : AT_REST_MS),
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  });
}

/** What the sync has done, newest first; loaded again when there is a newer entry. */
export function useSyncLog(ownerId: string, newestId: number | undefined) {
  return useQuery({
    queryKey: queryKeys.syncLog(ownerId, newestId ?? 0),
    queryFn: ({ signal }) => api.call('readSyncLog', { params: { id: ownerId }, query: { limit: 50 }, signal }),
    placeholderData: (before) => before,
  });
}

/** What is to be saved, made of what was chosen last, which may not be drawn yet. */
export type SyncChange = (latest: SyncState) => SyncSettings;

/**
 * Saves the sync of an owner. A change is shown at once, so that the next one, made before the server has answered,
 * builds on it; saves of one owner go one after another, and only the answer to the last is shown.
 */
export function useSaveSync(ownerId: string) {
  const client = useQueryClient();
  const key = queryKeys.sync(ownerId);
  const mutationKey = ['save', ...key];
  const isLast = (): boolean => client.isMutating({ mutationKey }) === 1;
  const { error, mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (settings: SyncSettings) => api.call('saveSync', { params: { id: ownerId }, body: settings }),
    onSuccess(state) {
      if (isLast()) client.setQueryData(key, state);
    },
    onError: () => (isLast() ? client.invalidateQueries({ queryKey: key }) : undefined),
  });
  function save(change: SyncChange): void {
    const latest = client.getQueryData<SyncState>(key);
    if (latest === undefined) return;
    const settings = change(latest);
    const { mode, schedule, isPaused = false } = settings;
    // An answer that is under way would show the state of before again.
    void client.cancelQueries({ queryKey: key });
    client.setQueryData<SyncState>(key, { ...latest, mode, isPaused, schedule: schedule ?? latest.schedule });
    mutate(settings);
  }
  return { error, save };
}

export function useRefreshSync(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('refreshSync', { params: { id: ownerId } }),
    onSuccess: (state) => client.setQueryData(queryKeys.sync(ownerId), state),
  });
}

/** Says what has become of files that are missing. */
export function useAnswerSync(ownerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SyncAnswer) => api.call('answerSync', { params: { id: ownerId }, body }),
    onSuccess: (state) => client.setQueryData(queryKeys.sync(ownerId), state),
    // They may be back.
    onError: () => client.invalidateQueries({ queryKey: queryKeys.sync(ownerId) }),
  });
}
