import { useQuery } from '@tanstack/react-query';
import type { Overview } from '../../shared/api/overview.ts';
import { isFinalStatus } from '../../shared/api/runs.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** While something runs the list is asked for again after this time, in ms. */
const WHILE_RUNNING_MS = 2_000;

/** How each flow and document store stands, by its id; undefined while that is not known. */
export function useOverview(): ReadonlyMap<string, Overview> | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.overview,
    queryFn: ({ signal }) => api.call('listOverview', { signal }),
    select: (all) => new Map(all.map((one) => [one.ownerId, one])),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(({ lastRun }) => lastRun !== null && !isFinalStatus(lastRun.status)) === true
        ? WHILE_RUNNING_MS
        : false,
  });
  return data;
}
