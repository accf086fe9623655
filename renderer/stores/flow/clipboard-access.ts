import { t } from '../../../shared/texts/t.ts';
import { readClipboard } from '../../editor/clipboard.ts';
import type { Point } from '../../editor/flow-content.ts';
import { showErrorToast } from '../../ui/feedback/toast.tsx';
import { pastePlace } from '../canvas-pointer.ts';
import { beginWithPasted } from './files-on-demand.ts';
import { currentContent, isEmptyFlow } from './flow-store.ts';
import { insertNodes } from './selection-edits.ts';

/** Pastes nodes from the system's clipboard; the browser may ask first. */
export async function pasteFromClipboard(): Promise<void> {
  // The menu that requested it is closed when the text comes.
  const at = pastePlace();
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    showErrorToast(t('The clipboard cannot be reached from here. Use the keyboard to paste.'));
    return;
  }
  pasteText(text, at);
}

/** Pastes nodes from a text, if it has any, at a place of the canvas or near their originals; on an empty canvas any text begins a flow. */
export function pasteText(text: string, at: Point | undefined = pastePlace()): boolean {
  const clip = readClipboard(text);
  if (clip === undefined) {
    if (text.trim() !== '' && isEmptyFlow(currentContent())) {
      beginWithPasted(text.trim());
      return true;
    }
    showErrorToast(t('There are no nodes on the clipboard. Copy some nodes, or the text of an exported flow.'));
    return false;
  }
  insertNodes(clip, 'paste', at);
  return true;
}
