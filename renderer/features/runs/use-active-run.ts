import { useEffect } from 'react';
import { messageOf } from '../../api/client.ts';
import { openUpsert } from '../../stores/editor-layout-store.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { onNewsOfRuns } from './run-news.ts';
import { resumeUpsert } from './upsert-session.ts';

/** Finds the last run of the flow, when it is opened and when one begins elsewhere; the drawer opens for a run that goes on. */
export function useActiveRun(chatflowId: string): void {
  useEffect(() => {
    const look = () => {
      resumeUpsert(chatflowId, openUpsert).catch((error: unknown) => showErrorToast(messageOf(error)));
    };
    look();
    return onNewsOfRuns(chatflowId, look);
  }, [chatflowId]);
}
