import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { CLEANABLE_PARTS, type CleanablePart, type Storage, type StoragePart } from '../../../../shared/api/storage.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useCleanUp, useMeasureStorage, useStorage } from '../../../api/server.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { FolderButton } from '../folder-button.tsx';
import { SettingGroup } from '../setting-group.tsx';
import { ClearChats } from './clear-chats.tsx';
import { CLEAN_UP_WORDS, PART_WORDS } from './describe-part.ts';

function cleanableOf({ name, freeableBytes }: StoragePart): CleanablePart | undefined {
  return freeableBytes === 0 ? undefined : CLEANABLE_PARTS.find((part) => part === name);
}

interface RowProps {
  readonly part: StoragePart;
  /** Of all parts together. */
  readonly totalBytes: number;
  readonly cleaning: CleanablePart | null;
  readonly onCleanUp: (part: CleanablePart) => void;
}

function Row({ part, totalBytes, cleaning, onCleanUp }: RowProps) {
  const { name, sizeBytes, freeableBytes } = part;
  const { label, help } = PART_WORDS[name];
  const cleanable = cleanableOf(part);
  const share = totalBytes === 0 ? 0 : sizeBytes / totalBytes;
  return (
    <li className="flex items-center gap-4 border-b border-border py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{label}</p>
        <p className="text-secondary text-muted">{help}</p>
        <div aria-hidden="true" className="mt-1.5 h-1 overflow-hidden rounded-full bg-sunken">
          <div className="h-full rounded-full bg-accent" style={{ width: `${(share * 100).toFixed(1)}%` }} />
        </div>
      </div>
      <span className="tabular w-20 shrink-0 text-right">{formatBytes(sizeBytes)}</span>
      <div className="flex w-36 shrink-0 justify-end">
        {name === 'chats' ? <ClearChats /> : null}
        {cleanable === undefined ? null : (
          <Button
            disabled={cleaning !== null}
            aria-label={t('Free {size} of {part}', { size: formatBytes(freeableBytes), part: label })}
            onClick={() => onCleanUp(cleanable)}
          >
            {cleaning === cleanable ? t('Cleaning up…') : t('Free {size}', { size: formatBytes(freeableBytes) })}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What takes space, the largest part first, and how to free some of it. */
function StorageList({ storage }: { readonly storage: Storage }) {
  const [asked, setAsked] = useState<CleanablePart>();
  const cleanUp = useCleanUp();
  const parts = storage.parts.filter(({ sizeBytes }) => sizeBytes > 0).toSorted((a, b) => b.sizeBytes - a.sizeBytes);
  const totalBytes = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const freeable = parts.find(({ name }) => name === asked)?.freeableBytes ?? 0;
  return (
    <>
      <ul aria-label={t('What takes space')}>
        {parts.map((part) => (
          <Row key={part.name} part={part} totalBytes={totalBytes} cleaning={storage.cleaning} onCleanUp={setAsked} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={asked === undefined ? '' : CLEAN_UP_WORDS[asked].question}
        confirmLabel={t('Free {size}', { size: formatBytes(freeable) })}
        cancelLabel={t('Cancel')}
        onConfirm={() => {
          if (asked !== undefined) cleanUp.mutate(asked, { onError: (error) => showErrorToast(messageOf(error)) });
          setAsked(undefined);
        }}
        onCancel={() => setAsked(undefined)}
      >
        {asked === undefined ? '' : CLEAN_UP_WORDS[asked].cost}
      </ConfirmDialog>
    </>
  );
}

function Cleaned({ cleaned }: { readonly cleaned: NonNullable<Storage['cleaned']> }) {
  const { part, freedBytes, failure } = cleaned;
  const { label } = PART_WORDS[part];
  if (failure !== null) return <ErrorNotice where={label} {...splitMessage(failure)} />;
  return (
    <p role="status" className="mb-3 rounded-control bg-success-soft px-3 py-2 text-success">
      {rich('{part} cleaned up {when}: {size} freed.', {
        part: label,
        when: <TimeAgo date={cleaned.endedDate} />,
        size: formatBytes(freedBytes),
      })}
    </p>
  );
}

function Measured({ storage }: { readonly storage: Storage }) {
  const measure = useMeasureStorage();
  const { measuredDate, isMeasuring, failure, freeBytes, parts, cleaned, cleaning } = storage;
  const usedBytes = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-muted">
          {measuredDate === null ? (
            t('Measuring the data folder…')
          ) : (
            <>
              {rich('<b>{size}</b> in all', {
                size: formatBytes(usedBytes),
                b: (words) => <strong className="font-semibold text-ink">{words}</strong>,
              })}{' '}
              · {t('{size} free on the disk', { size: formatBytes(freeBytes) })} ·{' '}
              {isMeasuring || cleaning !== null
                ? t('measuring…')
                : rich('measured {when}', { when: <TimeAgo date={measuredDate} /> })}
            </>
          )}
        </p>
        <Button
          icon={<RefreshCw aria-hidden="true" />}
          disabled={isMeasuring || cleaning !== null}
          onClick={() => measure.mutate(undefined, { onError: (error) => showErrorToast(messageOf(error)) })}
        >
          {t('Measure again')}
        </Button>
      </div>
      {failure === null ? null : <ErrorNotice {...splitMessage(failure)} />}
      {cleaned === null ? null : <Cleaned cleaned={cleaned} />}
      <StorageList storage={storage} />
    </>
  );
}

export function DataFolderSection() {
  const storage = useStorage();
  return (
    <QueryState query={storage} loading={t('Looking at the data folder…')}>
      {(data) => (
        <>
          <SettingGroup title={t('Where it is')} help={t('Another one can be chosen at the start, with --data-dir.')}>
            <div className="flex flex-wrap items-center gap-2">
              <CopyText text={data.dataDir} label={t('Copy the path')} />
              <FolderButton folder="data" label={t('Show the data folder')} />
            </div>
          </SettingGroup>
          <SettingGroup
            title={t('What takes space in it')}
            help={t('Nothing that you have stored goes with a clean-up.')}
          >
            <Measured storage={data} />
          </SettingGroup>
        </>
      )}
    </QueryState>
  );
}
