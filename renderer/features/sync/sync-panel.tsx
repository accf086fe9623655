import { Pause, Play, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SyncMode, SyncState } from '../../../shared/api/sync.ts';
import { t } from '../../../shared/texts/t.ts';
import { isAtWork, type SyncChange, useRefreshSync, useSaveSync, useSync } from '../../api/sync.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { ErrorNotice, splitMessage } from '../../ui/feedback/error-notice.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { HeldList } from './held-files.tsx';
import { FIRST_SCHEDULE, ScheduleFields } from './schedule-fields.tsx';
import { SyncLog } from './sync-log.tsx';
import { describeState } from './sync-words.ts';

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
