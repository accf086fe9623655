import { useState } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { cutExtensions } from './choose-files.ts';

/** "Takes .pdf, .docx and 39 more", where the last words open the whole list. */
export function AcceptedTypes({ extensions }: { readonly extensions: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const { shown, rest } = cutExtensions(extensions);
  if (rest.length === 0 || isWhole)
    return <span>{t('Takes {extensions}', { extensions: extensions.join(', ') })}</span>;
  return (
    <span>
      Takes {shown.join(', ')} and{' '}
      <button
        type="button"
        aria-expanded={false}
        className="rounded-sm text-accent underline underline-offset-2 hover:text-accent-hover"
        onClick={() => setIsWhole(true)}
      >
        {t('{count} more', { count: rest.length })}
      </button>
    </span>
  );
}
