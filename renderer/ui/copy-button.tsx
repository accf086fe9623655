import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../shared/texts/t.ts';
import { Button } from './controls/button.tsx';
import { showErrorToast } from './feedback/toast.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** "Copy", and what: "Copy the key". */
  readonly label: string;
  readonly className?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  // What was copied last: another text is not copied yet.
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  function copy() {
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () =>
        showErrorToast(t('The browser does not let this page copy. Select the text and copy it with the keyboard.')),
    );
  }
  return (
    <Button
      icon={isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      className={className}
      onClick={copy}
    >
      <span aria-live="polite">{isCopied ? t('Copied') : label}</span>
    </Button>
  );
}
