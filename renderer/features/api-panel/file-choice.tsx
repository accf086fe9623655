import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../../../shared/texts/t.ts';
import { Button } from '../../ui/controls/button.tsx';

/** Files of this computer for a call. */
export function FileChoice({
  files,
  onChoose,
}: {
  readonly files: readonly File[];
  readonly onChoose: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex items-center gap-3">
      <Button icon={<Paperclip aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t('Choose files')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label={t('Files of the call')}
        onChange={(event) => onChoose([...(event.target.files ?? [])])}
      />
      <span className="min-w-0 truncate text-muted">
        {files.length === 0 ? t('None chosen') : files.map(({ name }) => name).join(', ')}
      </span>
    </div>
  );
}
