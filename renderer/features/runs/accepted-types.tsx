import { type ReactNode, useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { rich } from '../../ui/rich.tsx';
import { cutExtensions } from './choose-files.ts';

/** "Takes .pdf, .docx and 39 more", where the last words open the whole list. */
export function AcceptedTypes({ extensions }: { readonly extensions: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const { shown, rest } = cutExtensions(extensions);
  if (rest.length === 0 || isWhole)
    return <span>{t('Takes {extensions}', { extensions: extensions.join(', ') })}</span>;
  const open = (words: ReactNode) => (
    <button
      type="button"
      aria-expanded={false}
      className="rounded-sm text-accent underline underline-offset-2 hover:text-accent-hover"
      onClick={() => setIsWhole(true)}
    >
      {words}
    </button>
  );
  return (
    <span>
      {rich('Takes {extensions} and <open>{count} more</open>', {
        extensions: shown.join(', '),
        count: rest.length,
        open,
      })}
    </span>
  );
}
