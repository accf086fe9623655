import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isFinalStatus } from '../../../shared/api/runs.ts';
import { followRun } from '../../../shared/client/follow-run.ts';
import { api } from '../../api/client.ts';
import { refetchStores } from '../../api/document-stores.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { type ActiveRun, useRunStore } from '../../stores/run-store.ts';

/** A run that another window, a script or a schedule has started is seen after so long. */
const LOOK_MS = 2_000;

/** The newest run of a store, as it goes on. @returns undefined while there is none */
export function useStoreRun(storeId: string): ActiveRun | undefined {
  const client = useQueryClient();
  const { data: runs } = useQuery({
    queryKey: [...queryKeys.runs(storeId), 'newest'],
    queryFn: ({ signal }) => api.call('listRuns', { query: { chatflowId: storeId, limit: 1 }, signal }),
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: true,
  });
  const newest = runs?.[0];
  const runId = newest?.id;
  const isOver = newest === undefined || isFinalStatus(newest.status);
  const shown = useRunStore((state) => state.activeRunByFlow[storeId]);
  const { applyRunEvent } = useRunStore.getState();
  useEffect(() => {
    if (newest !== undefined && isFinalStatus(newest.status)) {
      applyRunEvent(storeId, newest.id, { type: 'run', run: newest });
    }
  }, [storeId, newest, applyRunEvent]);
  useEffect(() => {
    if (runId === undefined || isOver) return;
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      try {
        await followRun(api, { runId, signal, onEvent: (event) => applyRunEvent(storeId, runId, event) });
      } catch (error) {
        // Left, or refused: what the list of runs says then is what is shown.
        if (!signal.aborted) console.warn('A run could not be followed', error);
      }
      await refetchStores(client);
    };
    void follow();
    return () => controller.abort();
  }, [client, storeId, runId, isOver, applyRunEvent]);
  return shown;
}

/** Looks for a run at once, when this page has started one. */
export function useLookForRun(storeId: string): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: queryKeys.runs(storeId) });
}
