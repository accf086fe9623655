import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { RunFile, RunFileList } from '../../shared/api/run-files.ts';
import type { Run } from '../../shared/api/runs.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

const NO_RUNS: readonly Run[] = [];

/** The runs of a flow, newest first. */
function runsOf(chatflowId: string) {
  return queryOptions({
    queryKey: queryKeys.runs(chatflowId),
    // Goes on when the drawer is closed meanwhile: a run that is found opens it again.
    queryFn: () => api.call('listRuns', { query: { chatflowId } }),
  });
}

/** A script may begin a run at any time. */
const LOOK_EVERY_MS = 3_000;

/** The id of the newest run of a flow, looked for while the window is seen; undefined as long as there is none. */
export function useNewestRunId(chatflowId: string): string | undefined {
  const { data } = useQuery({
    queryKey: [...queryKeys.runs(chatflowId), 'newest'],
    queryFn: ({ signal }) => api.call('listRuns', { query: { chatflowId, limit: 1 }, signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  return data?.[0]?.id;
}

/** The runs of a flow as they are now, newest first; for code outside of components. */
export function fetchRuns(client: QueryClient, chatflowId: string): Promise<Run[]> {
  return client.fetchQuery({ ...runsOf(chatflowId), staleTime: 0, retry: false });
}

/** Whether the flow has ever been upserted; undefined while that is not known. */
export function useHasHistory(chatflowId: string): boolean | undefined {
  const { data } = useQuery(runsOf(chatflowId));
  return data?.some(({ status }) => status === 'FINISHED');
}

/** The runs of all flows as they were when the page was opened, newest first. */
export function useRunsAtStart(): readonly Run[] {
  const { data } = useQuery({
    queryKey: queryKeys.runsAtStart,
    queryFn: ({ signal }) => api.call('listRuns', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? NO_RUNS;
}

/** Puts the last state of a run, the newest of its flow, into the cache. */
export function keepRun(client: QueryClient, run: Run): void {
  client.setQueryData(
    runsOf(run.chatflowId).queryKey,
    (runs) => runs && [run, ...runs.filter(({ id }) => id !== run.id)],
  );
}

/** Files in one answer of the server: the most that it gives. */
const FILES_PER_CALL = 1000;

/** All files of a run, as far as they are listed. */
export async function fetchRunFiles(runId: string): Promise<readonly RunFile[]> {
  const found: RunFile[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: RunFileList = await api.call('listRunFiles', {
      params: { id: runId },
      query: { after, limit: FILES_PER_CALL },
    });
    found.push(...page.files);
    after = page.next;
  }
  return found;
}
