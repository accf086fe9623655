import { useEffect } from 'react';
import { leaveFlows, retrySaves } from '../stores/flow/flush-flow.ts';
import { startDrafts } from '../stores/saving/drafts.ts';

/** Sees to it that changes outlive the page, and are saved as soon as the server is there again. */
export function useSafeChanges(): void {
  useEffect(() => {
    startDrafts().catch((error: unknown) => console.warn('No drafts can be kept in this browser.', error));
    window.addEventListener('pagehide', leaveFlows);
    window.addEventListener('online', retrySaves);
    window.addEventListener('focus', retrySaves);
    const stopStatus = window.tributary?.onServerStatus(({ state }) => {
      if (state === 'restarted') retrySaves();
    });
    return () => {
      window.removeEventListener('pagehide', leaveFlows);
      window.removeEventListener('online', retrySaves);
      window.removeEventListener('focus', retrySaves);
      stopStatus?.();
    };
  }, []);
}
