import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { isFinalStatus, type Run, type RunListQuery } from '../../shared/api/runs.ts';
import { useFlowNames } from './chatflows.ts';
import { api } from './client.ts';
import { storeSummaries } from './document-stores.ts';
import { queryKeys } from './query-keys.ts';

/** Which runs a list shows; what is absent does not choose. */
export type RunChoice = Partial<Pick<RunListQuery, 'chatflowId' | 'status' | 'kind' | 'from' | 'to' | 'search'>>;

const PAGE = 50;
/** While one of the runs goes on, and while none does: other windows and scripts start some too. */
const BUSY_MS = 1000;
const QUIET_MS = 10_000;

function listOf(choice: RunChoice) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.runList, choice],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === '' ? {} : { before: pageParam };
      return api.call('listRuns', { query: { ...choice, limit: PAGE, ...before }, signal });
    },
    initialPageParam: '',
    getNextPageParam: (page: readonly Run[]) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    refetchInterval: ({ state }: { state: { data?: InfiniteData<Run[]> | undefined } }) =>
      state.data?.pages.flat().some(({ status }) => !isFinalStatus(status)) === true ? BUSY_MS : QUIET_MS,
    refetchOnWindowFocus: true,
    placeholderData: (before) => before,
  });
}

/** Runs, newest first, page by page; looked up again every second while one of them goes on. */
export function useRunList(choice: RunChoice) {
  return useInfiniteQuery(listOf(choice));
}

/** How many runs there are that a list shows; undefined while it is not known, and where a part of a file's name chooses. */
export function useRunCount({ search, ...choice }: RunChoice): number | undefined {
  const isKnown = search === undefined || search === '';
  const { data } = useQuery({
    queryKey: [...queryKeys.runList, 'count', choice],
    queryFn: ({ signal }) => api.call('countRuns', { query: choice, signal }),
    enabled: isKnown,
    refetchInterval: QUIET_MS,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  });
  return isKnown ? data?.count : undefined;
}

/** What runs are of. */
export interface RunOwner {
  readonly id: string;
  readonly name: string;
  readonly kind: 'flow' | 'store';
}

/** All flows and document stores, by their names; undefined until they are known. */
export function useRunOwners(): readonly RunOwner[] | undefined {
  const flowList = useFlowNames().data;
  const storeList = useQuery(storeSummaries).data;
  if (flowList === undefined || storeList === undefined) return undefined;
  const owners: RunOwner[] = [
    ...flowList.map(({ id, name }) => ({ id, name, kind: 'flow' as const })),
    ...storeList.map(({ id, name }) => ({ id, name, kind: 'store' as const })),
  ];
  return owners.sort((a, b) => a.name.localeCompare(b.name));
}
