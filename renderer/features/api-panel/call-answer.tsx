import { Download } from 'lucide-react';
import { formatBytes, formatElapsed } from '../../../shared/text/format.ts';
import { t } from '../../../shared/texts/t.ts';
import type { SentCall } from '../../api/send-call.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { saveBlob } from '../../ui/save-file.ts';

/** An answer may hold a thousand chunks: more than this is cut off, in characters. */
const MOST_SHOWN = 20_000;

function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n${t('… and more')}` : text;
}

/** What the server answered to a call: to read, or a file to save. */
export function CallAnswer({ answer }: { readonly answer: SentCall }) {
  const { status, elapsedMs, text, file } = answer;
  return (
    <section aria-label={t('Answer')} aria-live="polite" className="flex flex-col gap-2">
      <p className="tabular flex items-center gap-2">
        <StatusBadge tone={status < 400 ? 'success' : 'danger'}>{t('Status {status}', { status })}</StatusBadge>
        <span className="text-muted">{formatElapsed(elapsedMs)}</span>
      </p>
      {file === undefined ? (
        <CodeBlock label={t('Body of the answer')} text={shortened(text)} className="max-h-80 whitespace-pre-wrap" />
      ) : (
        <div className="flex items-center gap-3">
          <Button icon={<Download aria-hidden="true" />} onClick={() => void saveBlob(file.name, file.blob)}>
            {t('Save {name}', { name: file.name })}
          </Button>
          <span className="tabular text-muted">{formatBytes(file.blob.size)}</span>
        </div>
      )}
    </section>
  );
}
