import { RefreshCw } from 'lucide-react';
import type { Storage } from '../../../../shared/api/storage.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useMeasureStorage, useStorage } from '../../../api/server.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { ErrorNotice, splitMessage } from '../../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { rich } from '../../../ui/rich.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { FolderButton } from '../folder-button.tsx';
import { SettingGroup } from '../setting-group.tsx';
import { PART_WORDS } from './describe-part.ts';
import { StorageList } from './storage-list.tsx';

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
