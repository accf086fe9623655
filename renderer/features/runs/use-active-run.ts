import { useEffect } from 'react';
import { messageOf } from '../../api/client.ts';
import { useNewestRunId } from '../../api/runs.ts';
import { openUpsert } from '../../stores/editor-layout-store.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { onNewsOfRuns } from './run-news.ts';
import { resumeUpsert } from './upsert-session.ts';

function look(chatflowId: string): void {
  resumeUpsert(chatflowId, openUpsert).catch((error: unknown) => showErrorToast(messageOf(error)));
}

/** Finds the last run of the flow, when it is opened and when another program starts one; the drawer opens for a run that goes on. */
export function useActiveRun(chatflowId: string): void {
  const newestId = useNewestRunId(chatflowId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run is what there is to look for
  useEffect(() => look(chatflowId), [chatflowId, newestId]);
  useEffect(() => onNewsOfRuns(chatflowId, () => look(chatflowId)), [chatflowId]);
}
