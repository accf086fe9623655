import { useQuery } from '@tanstack/react-query';
import type { Overview } from '../../shared/api/overview.ts';
import { isFinalStatus } from '../../shared/api/runs.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** While something runs the list is loaded again after this time, in ms. */
const WHILE_RUNNING_MS = 2_000;

const overviewQuery = {
  queryKey: queryKeys.overview,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.call('listOverview', { signal }),
};

/** Whether it is a flow or a document store; undefined while that is not known. */
export function useOwnerKind(ownerId: string | undefined): Overview['kind'] | undefined {
  const { data } = useQuery({
    ...overviewQuery,
    select: (all) => all.find((one) => one.ownerId === ownerId)?.kind,
    enabled: ownerId !== undefined,
    // It never changes; one that is not known is new.
    staleTime: ({ state }) =>
      state.data?.some((one) => one.ownerId === ownerId) === true ? Number.POSITIVE_INFINITY : 0,
  });
  return data;
}

/** How each flow and document store stands, by its id; undefined while that is not known. */
export function useOverview(): ReadonlyMap<string, Overview> | undefined {
  const { data } = useQuery({
    ...overviewQuery,
    select: (all) => new Map(all.map((one) => [one.ownerId, one])),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some(({ lastRun }) => lastRun !== null && !isFinalStatus(lastRun.status)) === true
        ? WHILE_RUNNING_MS
        : false,
  });
  return data;
}
