import { readClipboard } from '../../editor/clipboard.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { insertNodes } from './selection-edits.ts';

/** Puts text on the system's clipboard. (For commands; the keys go through the browser's own copy event.) */
export function writeClipboard(text: string | undefined): void {
  if (text === undefined) return;
  navigator.clipboard
    .writeText(text)
    .catch(() => showErrorToast('The clipboard cannot be reached from here. Use the keyboard to copy.'));
}

/** Pastes nodes from the system's clipboard; the browser may ask first. */
export async function pasteFromClipboard(): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    showErrorToast('The clipboard cannot be reached from here. Use the keyboard to paste.');
    return;
  }
  pasteText(text);
}

/** Pastes nodes from a text, if it has any. */
export function pasteText(text: string): boolean {
  const clip = readClipboard(text);
  if (clip === undefined) {
    showErrorToast('There are no nodes on the clipboard. Copy some nodes, or the text of an exported flow.');
    return false;
  }
  insertNodes(clip, 'paste');
  return true;
}
