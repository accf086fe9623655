import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RunFile, RunFileList, RunFileState } from '../../shared/api/run-files.ts';
import { isFinalStatus, type Run, type RunEvent, type UpsertCounts } from '../../shared/api/runs.ts';
import { followRun } from '../../shared/client/follow-run.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

const FILES_PAGE = 200;
/** Lists that the events of a run do not cover are loaded again at most this often. */
const REFRESH_MS = 1000;

function runOf(id: string) {
  return queryOptions({
    queryKey: queryKeys.run(id),
    queryFn: ({ signal }) => api.call('getRun', { params: { id }, signal }),
    refetchOnWindowFocus: true,
  });
}

function filesOf(id: string, state: RunFileState | undefined, search: string) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.runFiles(id), { state, search }],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: FILES_PAGE, after: pageParam, ...(search === '' ? {} : { search }) };
      const chosen = state === undefined ? query : { ...query, state };
      return api.call('listRunFiles', { params: { id }, query: chosen, signal });
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }: RunFileList) => next ?? undefined,
    placeholderData: (before) => before,
  });
}

/** Events on the way do not say how far the run is. */
function withProgress(now: Run, before: Run | undefined): Run {
  const progress = now.progress ?? before?.progress;
  return progress === undefined ? now : { ...now, progress };
}

/** The run with one of its steps as an event says. */
function withNode(run: Run, event: RunEvent & { type: 'node' }): Run {
  return { ...run, nodes: run.nodes.map((node) => (node.nodeId === event.node.nodeId ? event.node : node)) };
}

/** Puts changed files where the list shows them. */
function withFiles(list: InfiniteData<RunFileList>, files: readonly RunFile[]): InfiniteData<RunFileList> {
  const changed = new Map(files.map((file) => [file.id, file]));
  const pages = list.pages.map((page) => ({
    ...page,
    files: page.files.map((file) => changed.get(file.id) ?? file),
  }));
  return { ...list, pages };
}

/** Takes an event of a run into what the page knows. @returns whether lists of files have to be loaded again */
function takeEvent(client: QueryClient, id: string, event: RunEvent): boolean {
  const key = runOf(id).queryKey;
  if (event.type === 'run') client.setQueryData(key, (run) => withProgress(event.run, run));
  if (event.type === 'node') client.setQueryData(key, (run) => run && withNode(run, event));
  if (event.type !== 'files') return false;
  const { files, progress } = event;
  client.setQueryData(key, (run) => run && { ...run, progress });
  client.setQueryData(filesOf(id, undefined, '').queryKey, (list) => list && withFiles(list, files));
  return true;
}

/** Calls at once, then at most once per interval, with the last call not lost. */
function atMostEvery(ms: number, call: () => void): { readonly run: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run() {
      timer ??= setTimeout(() => {
        timer = undefined;
        call();
      }, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/** A run as it is, followed while it goes on; `counts` of one that goes on are those so far. */
export function useRun(id: string) {
  const client = useQueryClient();
  const query = useQuery(runOf(id));
  const [counts, setCounts] = useState<UpsertCounts>();
  const status = query.data?.status;
  const goesOn = status !== undefined && !isFinalStatus(status);
  useEffect(() => {
    if (!goesOn) return;
    const leaving = new AbortController();
    const refresh = atMostEvery(REFRESH_MS, () => {
      void client.invalidateQueries({ queryKey: queryKeys.runFiles(id) });
    });
    followRun(api, {
      runId: id,
      signal: leaving.signal,
      onEvent(event) {
        if (event.type === 'counts') setCounts(event.counts);
        if (takeEvent(client, id, event)) refresh.run();
      },
    }).then(
      () =>
        Promise.all([queryKeys.run(id), queryKeys.runList].map((queryKey) => client.invalidateQueries({ queryKey }))),
      // The run went with its flow while it was followed: the page says so when it asks again.
      () => (leaving.signal.aborted ? undefined : client.invalidateQueries({ queryKey: queryKeys.run(id) })),
    );
    return () => {
      leaving.abort();
      refresh.stop();
    };
  }, [client, goesOn, id]);
  return { ...query, counts: query.data?.result ?? counts ?? query.data?.progress?.counts };
}

/** Files of a run in one state, or in any, whose names have a part. */
export function useRunFiles(id: string, state: RunFileState | undefined, search: string) {
  return useInfiniteQuery(filesOf(id, state, search));
}

/** Settings of a run, what is different from the run before, and whether it can be done again. @param isOver asks only then */
export function useRunDetails(id: string, isOver: boolean) {
  return useQuery({
    queryKey: [...queryKeys.runDetails(id), isOver],
    queryFn: ({ signal }) => api.call('getRunDetails', { params: { id }, signal }),
  });
}

/** Stops a run at its next safe point. */
export function useCancelRun() {
  return useMutation({ mutationFn: (id: string) => api.call('cancelRun', { params: { id } }) });
}

/** Deletes the files that a run keeps so that it can be done again. */
export function useDeleteRunFiles() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('deleteRunFiles', { params: { id } }),
    onSettled: (_deleted, _error, id) => client.invalidateQueries({ queryKey: queryKeys.runDetails(id) }),
  });
}

export interface RunAgain {
  readonly id: string;
  readonly how: 'resume' | 'repeat';
  /** Only this one of its files. */
  readonly file?: string;
}

/** Starts a run once more: goes on with one that did not finish, or repeats one that did. */
export function useRunAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, how, file }: RunAgain) => {
      if (how === 'resume') return api.call('resumeRun', { params: { id } });
      return api.call('repeatRun', { params: { id }, query: file === undefined ? {} : { file } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.runList }),
  });
}

/** How often the newest run of a flow is looked up: scripts and schedules start some too. */
const NEWEST_MS = 10_000;

/** The first files that the newest run of a flow could not read, and how many there are. */
export function useFailedFiles(ownerId: string, isWanted: boolean) {
  return useQuery({
    enabled: isWanted,
    queryKey: [...queryKeys.runs(ownerId), 'failed files'],
    queryFn: async ({ signal }) => {
      const [run] = await api.call('listRuns', { query: { chatflowId: ownerId, limit: 1 }, signal });
      const total = run?.progress?.files.failed ?? 0;
      if (run === undefined || total === 0) return { runId: run?.id, total: 0, files: [] };
      const query = { state: 'failed' as const, limit: FILES_PAGE };
      const { files } = await api.call('listRunFiles', { params: { id: run.id }, query, signal });
      return { runId: run.id, total, files };
    },
    refetchInterval: NEWEST_MS,
    refetchOnWindowFocus: true,
  });
}
