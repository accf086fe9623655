import { useState } from 'react';
import { t } from '../../shared/texts/t.ts';
import { showErrorToast } from './feedback/toast.tsx';

/** Copies a text; `isCopied` until the text is another. */
export function useCopy(text: string): { readonly isCopied: boolean; readonly copy: () => void } {
  // What was copied last: another text is not copied yet.
  const [copied, setCopied] = useState<string>();
  function copy(): void {
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () =>
        showErrorToast(t('The browser does not let this page copy. Select the text and copy it with the keyboard.')),
    );
  }
  return { isCopied: copied === text, copy };
}
