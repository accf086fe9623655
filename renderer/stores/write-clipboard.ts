import { t } from '../../shared/texts/t.ts';
import { showErrorToast, showToast } from '../ui/feedback/toast.tsx';

/**
 * Puts text on the system's clipboard. (For commands; the keys go through the browser's own copy event.)
 * @param done what is said then
 */
export function writeClipboard(text: string | undefined, done?: string): void {
  if (text === undefined) return;
  navigator.clipboard
    .writeText(text)
    .then(() => done !== undefined && showToast(done))
    .catch(() => showErrorToast(t('The clipboard cannot be reached from here. Use the keyboard to copy.')));
}
