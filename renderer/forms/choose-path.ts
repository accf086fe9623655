import { messageOf } from '../api/client.ts';
import { showErrorToast } from '../ui/feedback/toast.tsx';

/**
 * In the app: has a file or folder of this machine chosen by the system's dialog.
 * @param now the path that is there now, "" for none
 */
export async function choosePath(kind: 'folder' | 'file', now: string, take: (path: string) => void): Promise<void> {
  try {
    const chosen = await window.tributary?.choosePath({ kind, now });
    if (chosen !== undefined) take(chosen);
  } catch (error) {
    showErrorToast(messageOf(error));
  }
}
