import { useEffect } from 'react';
import { readChatflow, useFlowNames } from '../api/chatflows.ts';
import { messageOf } from '../api/client.ts';
import { hrefOf } from '../stores/router.ts';
import { showErrorToast } from '../ui/feedback/toast.tsx';

const STORAGE_KEY = 'tributary.visited';

// An address that names a page was meant.
const isAddressed = (): boolean => window.location.hash !== '';

async function openUntouched(id: string): Promise<void> {
  const { createdDate, updatedDate } = await readChatflow(id);
  if (createdDate === updatedDate && !isAddressed())
    window.location.replace(hrefOf({ page: 'editor', chatflowId: id }));
}

/** On the first visit to a new data folder the one ready flow is opened: what a newcomer came to see is the canvas, not a list of one. */
export function useFirstStart(): void {
  const { data: flows } = useFlowNames();
  useEffect(() => {
    if (flows === undefined || localStorage.getItem(STORAGE_KEY) !== null) return;
    localStorage.setItem(STORAGE_KEY, new Date().toISOString());
    const [only, second] = flows;
    if (only === undefined || second !== undefined || isAddressed()) return;
    openUntouched(only.id).catch((error: unknown) => showErrorToast(messageOf(error)));
  }, [flows]);
}
