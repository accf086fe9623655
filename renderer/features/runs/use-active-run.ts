import { useEffect } from 'react';
import { messageOf } from '../../api/client.ts';
import { openUpsert } from '../../stores/editor-layout-store.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { resumeUpsert } from './upsert-session.ts';

/** Finds a run of the flow that goes on, after the page was loaded or the flow was opened; the drawer opens for it. */
export function useActiveRun(chatflowId: string): void {
  useEffect(() => {
    resumeUpsert(chatflowId, openUpsert).catch((error: unknown) => showErrorToast(messageOf(error)));
  }, [chatflowId]);
}
