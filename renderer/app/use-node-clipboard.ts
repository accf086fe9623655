import { useEffect } from 'react';
import { pasteText } from '../stores/flow/clipboard-access.ts';
import { copySelection, deleteSelection } from '../stores/flow/selection-edits.ts';
import { hasOwnKeys, isTextField } from '../ui/key-targets.ts';
import { hasNoSelectedText } from './use-keymap.ts';

/** Whether a clipboard event is about nodes, and not about text that is selected or being typed. */
function isAboutNodes(event: ClipboardEvent): boolean {
  if (isTextField(event.target) || hasOwnKeys(event.target)) return false;
  return event.type === 'paste' || hasNoSelectedText();
}

function onCopyOrCut(event: ClipboardEvent): void {
  const text = isAboutNodes(event) ? copySelection() : undefined;
  if (text === undefined) return;
  event.clipboardData?.setData('text/plain', text);
  event.preventDefault();
  if (event.type === 'cut') deleteSelection('cut');
}

function onPaste(event: ClipboardEvent): void {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (text !== '' && event.clipboardData?.files.length === 0 && isAboutNodes(event) && pasteText(text))
    event.preventDefault();
}

/** Copy, cut and paste of nodes, while a flow is open. */
export function useNodeClipboard(): void {
  useEffect(() => {
    document.addEventListener('copy', onCopyOrCut);
    document.addEventListener('cut', onCopyOrCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopyOrCut);
      document.removeEventListener('cut', onCopyOrCut);
      document.removeEventListener('paste', onPaste);
    };
  }, []);
}
