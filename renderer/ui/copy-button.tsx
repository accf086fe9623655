import { Check, Copy } from 'lucide-react';
import { t } from '../../shared/texts/t.ts';
import { Button } from './controls/button.tsx';
import { useCopy } from './use-copy.ts';

export interface CopyButtonProps {
  readonly text: string;
  /** "Copy", and what: "Copy the key". */
  readonly label: string;
  readonly className?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(text);
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
