import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../shared/texts/t.ts';
import { IconButton } from './controls/icon-button.tsx';
import { showErrorToast } from './feedback/toast.tsx';

export interface CopyTextProps {
  readonly text: string;
  /** What screen readers call the button: "Copy the path". */
  readonly label: string;
}

/** A path, command or id in the font of code, with a button that copies it. */
export function CopyText({ text, label }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showErrorToast(t('The browser does not let this page write to the clipboard: select the text and copy it.'));
    }
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-control border border-border bg-sunken pl-2.5">
      <code className="min-w-0 py-1 font-mono text-secondary break-all text-ink">{text}</code>
      <IconButton
        label={isCopied ? t('Copied') : label}
        icon={isCopied ? <Check className="text-success" /> : <Copy />}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      />
    </span>
  );
}
