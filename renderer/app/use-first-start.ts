import { useEffect } from 'react';
import { useChatflows } from '../api/chatflows.ts';
import { hrefOf } from '../stores/router.ts';

const STORAGE_KEY = 'tributary.visited';

/** On the first visit to a new data folder the one ready flow is opened: what a newcomer came to see is the canvas, not a list of one. */
export function useFirstStart(): void {
  const { data: chatflows } = useChatflows();
  useEffect(() => {
    if (chatflows === undefined || localStorage.getItem(STORAGE_KEY) !== null) return;
    localStorage.setItem(STORAGE_KEY, new Date().toISOString());
    const [only, second] = chatflows;
    const isUntouched = only !== undefined && second === undefined && only.createdDate === only.updatedDate;
    // An address that names a page was meant.
    if (!isUntouched || window.location.hash !== '') return;
    window.location.replace(hrefOf({ page: 'editor', chatflowId: only.id }));
  }, [chatflows]);
}
