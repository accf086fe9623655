import { t } from '../../shared/texts/t.ts';
import { showErrorToast } from './feedback/toast.tsx';

/** In the app: shows a file or folder of this machine in the system's file manager. Says so if it is not there. */
export async function showInFolder(path: string): Promise<void> {
  try {
    const isThere = await window.tributary?.showInFolder(path);
    if (isThere === false)
      showErrorToast(t('{path} is not there: it may have been moved, renamed or deleted.', { path }));
  } catch (error) {
    showErrorToast(error instanceof Error ? error.message : String(error));
  }
}
