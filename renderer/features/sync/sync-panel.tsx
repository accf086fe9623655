import {
  CircleAlert,
  CircleCheck,
  CirclePause,
  HardDrive,
  Info,
  Pause,
  Play,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { HeldFiles, SyncLogEntry, SyncMode, SyncState, SyncTrigger } from '../../../shared/api/sync.ts';
import { t } from '../../../shared/texts/t.ts';
import {
  isAtWork,
  type SyncChange,
  useAnswerSync,
  useRefreshSync,
  useSaveSync,
  useSync,
  useSyncLog,
} from '../../api/sync.ts';
import { hrefOf } from '../../stores/router.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { FIRST_SCHEDULE, ScheduleFields } from './schedule-fields.tsx';
import { describeState } from './sync-words.ts';

interface HeldProps {
  readonly ownerId: string;
  readonly held: HeldFiles;
}

/** Asks what has become of files that are missing, before anything that is stored of them goes. */
function Question({ ownerId, held: { loaderId, label, count, why, answer } }: HeldProps) {
  const answering = useAnswerSync(ownerId);
  const [isAsking, setIsAsking] = useState(false);
  const isAway = answer === 'away';
  function confirm() {
    setIsAsking(false);
    answering.mutate({ answer: 'gone', loaderId });
  }
  return (
    <li className="flex flex-col gap-2 rounded-control bg-warning-soft px-3 py-2">
      <p className="flex gap-2">
        <HardDrive aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        <span className="min-w-0 break-words">
          {t('“{label}”: {why}', { label, why })}{' '}
          {isAway ? t('What is stored of them stays until they are back.') : t('Nothing of them was deleted.')}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {isAway ? null : (
          <Button disabled={answering.isPending} onClick={() => answering.mutate({ answer: 'away', loaderId })}>
            {t('The drive is away')}
          </Button>
        )}
        <Button look="quiet" disabled={answering.isPending || answer === 'gone'} onClick={() => setIsAsking(true)}>
          {t('They are gone for good')}
        </Button>
      </div>
      {answering.error === null ? null : <ErrorNotice {...splitMessage(answering.error.message)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Delete what is stored of the missing files?')}
        confirmLabel={t('Delete')}
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        {t('{count, plural, one {# file is} other {# files are}} missing. If they come back, they are read again.', {
          count,
        })}
      </ConfirmDialog>
    </li>
  );
}

/** Files of watched folders that are missing. */
function HeldList({ ownerId, held }: { readonly ownerId: string; readonly held: readonly HeldFiles[] }) {
  if (held.length === 0) return null;
  return (
    <ul aria-label={t('Missing files')} className="flex flex-col gap-1.5">
      {held.map((one) => (
        <Question key={one.loaderId} ownerId={ownerId} held={one} />
      ))}
    </ul>
  );
}

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
function SyncLog({ ownerId, newestId }: { readonly ownerId: string; readonly newestId: number | undefined }) {
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

interface SyncProps {
  readonly state: SyncState;
  readonly onSave: (change: SyncChange) => void;
}

const MODES: readonly { readonly value: SyncMode; readonly label: string; readonly help: string }[] = [
  { value: 'off', label: t('Only when I ask'), help: t('Nothing is synced by itself.') },
  { value: 'schedule', label: t('At set times'), help: t('A time that was missed is made up for once.') },
  {
    value: 'watch',
    label: t('As files change'),
    help: t('Follows what comes, changes, moves and goes in its folders.'),
  },
];

/** What is worth knowing, and what is in the way. */
function Notes({ state }: { readonly state: SyncState }) {
  const folders = state.folders.flatMap(({ reason, everySeconds, problem, path }) => {
    if (problem !== null) return [t('{problem} What is stored of it stays.', { problem })];
    return reason === null
      ? []
      : [
          t('{path}: {reason} It is scanned every {seconds} s.', {
            path,
            reason,
            seconds: everySeconds ?? 0,
          }),
        ];
  });
  const notes = [...state.notes, ...folders];
  if (notes.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5">
      {notes.map((note) => (
        <li key={note} className="flex gap-2 rounded-control bg-warning-soft px-2 py-1.5">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0 break-words">{note}</span>
        </li>
      ))}
    </ul>
  );
}

function Settings({ state, onSave }: SyncProps) {
  const { mode, canWatch, schedule } = state;
  const options = MODES.filter(({ value }) => value !== 'watch' || canWatch || mode === 'watch');
  return (
    <>
      <Field
        label={t('Mode')}
        help={canWatch ? undefined : t('With the loader Folder with Files it can also follow files as they change.')}
      >
        {(control) => (
          <Select
            {...control}
            value={mode}
            options={options}
            onValueChange={(picked) => {
              const next = MODES.find(({ value }) => value === picked)?.value ?? 'off';
              onSave((latest) => ({
                mode: next,
                schedule: next === 'schedule' ? (latest.schedule ?? FIRST_SCHEDULE) : latest.schedule,
              }));
            }}
          />
        )}
      </Field>
      {mode === 'schedule' ? (
        <ScheduleFields
          schedule={schedule ?? FIRST_SCHEDULE}
          onChange={(change) =>
            onSave(({ isPaused, schedule: latest }) => ({ mode, schedule: change(latest ?? FIRST_SCHEDULE), isPaused }))
          }
        />
      ) : null}
    </>
  );
}

interface ActionsProps extends SyncProps {
  readonly onRefresh: () => void;
}

function Actions({ state, onSave, onRefresh }: ActionsProps) {
  const { mode, isPaused } = state;
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<RefreshCw />} disabled={isAtWork(state)} onClick={onRefresh}>
        {t('Sync now')}
      </Button>
      {mode === 'off' ? null : (
        <Button
          look="quiet"
          icon={isPaused ? <Play /> : <Pause />}
          onClick={() => onSave(({ schedule }) => ({ mode, schedule, isPaused: !isPaused }))}
        >
          {isPaused ? t('Go on') : t('Pause')}
        </Button>
      )}
    </div>
  );
}

function Failure({ error }: { readonly error: Error | null }) {
  return error === null ? null : <ErrorNotice {...splitMessage(error.message)} />;
}

function SyncBody({ ownerId, state }: { readonly ownerId: string; readonly state: SyncState }) {
  const [isLogOpen, setIsLogOpen] = useState(false);
  const { save, error } = useSaveSync(ownerId);
  const refresh = useRefreshSync(ownerId);
  const { obstacle, mode, last } = state;
  return (
    <>
      <p role="status" className="break-words text-muted">
        {obstacle ?? describeState(state, new Date())}
      </p>
      <HeldList ownerId={ownerId} held={state.held} />
      <Notes state={state} />
      {obstacle === null || mode !== 'off' ? <Settings state={state} onSave={save} /> : null}
      <Failure error={error ?? refresh.error} />
      {obstacle === null ? <Actions state={state} onSave={save} onRefresh={() => refresh.mutate()} /> : null}
      {last === null ? null : (
        <>
          <Disclosure label={t('What was done')} isOpen={isLogOpen} onToggle={() => setIsLogOpen(!isLogOpen)} />
          {isLogOpen ? <SyncLog ownerId={ownerId} newestId={last.id} /> : null}
        </>
      )}
    </>
  );
}

interface SyncPanelProps {
  readonly ownerId: string;
  /** The level of its heading where it stands. */
  readonly heading?: 'h2' | 'h3';
}

/** The sync of a flow or document store with the places of its documents. */
export function SyncPanel({ ownerId, heading: Heading = 'h3' }: SyncPanelProps) {
  const query = useSync(ownerId);
  return (
    <section aria-label={t('Sync')} className="flex flex-col gap-3">
      <Heading className="font-semibold">{t('Sync')}</Heading>
      <QueryState query={query} loading={t('Reading the state of the sync…')}>
        {(state) => <SyncBody ownerId={ownerId} state={state} />}
      </QueryState>
    </section>
  );
}
