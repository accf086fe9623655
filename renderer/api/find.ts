import { useQueries, useQuery } from '@tanstack/react-query';
import type { Overview } from '../../shared/api/overview.ts';
import type { Run } from '../../shared/api/runs.ts';
import { ask } from './ask.ts';
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

/** Passages that each owner shows of an answer. */
const PASSAGES = 3;

/** Asks several flows and document stores the same question; the answers come one by one. */
export function useAnswersOf(owners: readonly Overview[], question: string) {
  return useQueries({
    queries: owners.map((owner) => ({
      queryKey: queryKeys.answer(owner.ownerId, question),
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const kind = owner.kind === 'chatflow' ? 'flow' : 'store';
        return (await ask({ id: owner.ownerId, kind }, { query: question, topK: PASSAGES }, signal)).docs;
      },
      enabled: question !== '',
      retry: false,
    })),
  });
}
