import { useQuery } from '@tanstack/react-query';
import type { Run } from '../../shared/api/runs.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Files and pages whose name has this part; without letters none are looked for. */
export function useFoundSources(text: string) {
  const wanted = text.trim().slice(0, 200);
  return useQuery({
    queryKey: queryKeys.foundSources(wanted),
    queryFn: ({ signal }) => api.call('findSources', { query: { text: wanted }, signal }),
    enabled: wanted.length > 1,
    placeholderData: (before) => before,
  });
}

/** Runs that are looked through by the name of their flow or store, and found by a file. */
const NEWEST_RUNS = 30;
const FOUND_RUNS = 5;
const NO_RUNS: readonly Run[] = [];

/** The newest runs, and those with a file whose name has a part; without letters none are looked for. */
export function useFoundRuns(text: string): { readonly newest: readonly Run[]; readonly withFile: readonly Run[] } {
  const wanted = text.trim().slice(0, 200);
  const enabled = wanted.length > 1;
  const newest = useQuery({
    queryKey: [...queryKeys.runList, 'newest', NEWEST_RUNS],
    queryFn: ({ signal }) => api.call('listRuns', { query: { limit: NEWEST_RUNS }, signal }),
    enabled,
  });
  const withFile = useQuery({
    queryKey: [...queryKeys.runList, 'with file', wanted],
    queryFn: ({ signal }) => api.call('listRuns', { query: { search: wanted, limit: FOUND_RUNS }, signal }),
    enabled,
    placeholderData: (before) => before,
  });
  if (!enabled) return { newest: NO_RUNS, withFile: NO_RUNS };
  return { newest: newest.data ?? NO_RUNS, withFile: withFile.data ?? NO_RUNS };
}

/** Passages of all together: the best of a dozen flows, or of one. */
const PASSAGES = 30;

/** Asks all flows and document stores that hold something; nothing is asked without a question. */
export function useSearch(question: string) {
  return useQuery({
    queryKey: queryKeys.search(question),
    queryFn: ({ signal }) => api.call('searchOwners', { body: { query: question, topK: PASSAGES }, signal }),
    enabled: question !== '',
    retry: false,
  });
}
