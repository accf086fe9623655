import { CircleAlert, CircleCheck, CirclePause, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SyncLogEntry, SyncTrigger } from '../../../shared/api/sync.ts';
import { t } from '../../../shared/texts/t.ts';
import { useSyncLog } from '../../api/sync.ts';
import { hrefOf } from '../../stores/router.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';

const TRIGGERS: Readonly<Record<SyncTrigger, string>> = {
  watch: t('files changed'),
  schedule: t('on time'),
  missed: t('made up for'),
  start: t('when it began'),
  person: t('asked for'),
};

const ICONS: Readonly<Record<SyncLogEntry['outcome'], ReactNode>> = {
  finished: <CircleCheck className="text-success" />,
  unchanged: <CircleCheck className="text-muted" />,
  failed: <CircleAlert className="text-danger" />,
  held: <CirclePause className="text-warning" />,
  noted: <Info className="text-warning" />,
};

function Entry({ entry }: { readonly entry: SyncLogEntry }) {
  const { date, trigger, outcome, message, runId } = entry;
  return (
    <li className="flex gap-2 border-border border-t py-2 first:border-t-0">
      <span aria-hidden="true" className="mt-0.5 shrink-0 [&_svg]:size-4">
        {ICONS[outcome]}
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">{message}</p>
        <p className="text-secondary text-muted">
          <TimeAgo date={date} /> · {TRIGGERS[trigger]}
          {runId === null ? null : (
            <>
              {' · '}
              <a className="text-accent underline" href={hrefOf({ page: 'run', runId })}>
                {t('Show the run')}
              </a>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** What the sync did, newest first. */
export function SyncLog({ ownerId, newestId }: { readonly ownerId: string; readonly newestId: number | undefined }) {
  const query = useSyncLog(ownerId, newestId);
  return (
    <QueryState query={query} loading={t('Reading what was done…')}>
      {(entries) =>
        entries.length === 0 ? (
          <p className="text-secondary text-muted">{t('Nothing yet. Each sync will be listed here.')}</p>
        ) : (
          <ol aria-label={t('What was done')} className="flex max-h-80 flex-col overflow-y-auto">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )
      }
    </QueryState>
  );
}
