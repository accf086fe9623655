import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** While the window is hidden too, where it is loaded less often: browsers slow down what nobody sees. */
const EVERY_MS = 3_000;

/** As many as can run and end within that time; more would only be counted. */
const NEWEST_RUNS = 20;

const newestRuns = queryOptions({
  queryKey: [...queryKeys.runList, 'newest'],
  queryFn: ({ signal }) => api.call('listRuns', { query: { limit: NEWEST_RUNS }, signal }),
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: true,
});

const syncList = queryOptions({
  queryKey: queryKeys.syncs,
  queryFn: ({ signal }) => api.call('listSyncs', { signal }),
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: true,
});

/** The newest runs, followed while the window is hidden too. */
export function useNewestRuns() {
  return useQuery(newestRuns);
}

/** What is synced, followed while the window is hidden too. */
export function useSyncs() {
  return useQuery(syncList);
}

/**
 * Pauses the sync of all flows and stores, or goes on with some.
 * @param ownerIds those to go on with; empty: all
 * @returns the ids of those whose state it changed
 */
export async function pauseSyncs(
  client: QueryClient,
  isPaused: boolean,
  ownerIds: readonly string[],
): Promise<readonly string[]> {
  const syncs = await client.fetchQuery({ ...syncList, staleTime: 0 });
  const changed = syncs.filter(
    (sync) => sync.isPaused !== isPaused && (ownerIds.length === 0 || ownerIds.includes(sync.ownerId)),
  );
  for (const { ownerId, mode } of changed) {
    const state = await api.call('saveSync', { params: { id: ownerId }, body: { mode, isPaused } });
    client.setQueryData(queryKeys.sync(ownerId), state);
  }
  await client.invalidateQueries({ queryKey: queryKeys.syncs });
  return changed.map(({ ownerId }) => ownerId);
}
