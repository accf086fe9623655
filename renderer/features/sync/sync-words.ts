import type { SyncState } from '../../../shared/api/sync.ts';
import { t } from '../../../shared/texts/t.ts';
import { timeWords } from '../../ui/time-words.ts';

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' });
const DAY_MS = 24 * 60 * 60_000;

/** When something will happen: "today at 14:05", "tomorrow at 07:00", "Monday at 09:00". */
function comingTime(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return `today at ${time.format(date)}`;
  if (date.toDateString() === new Date(now.getTime() + DAY_MS).toDateString())
    return `tomorrow at ${time.format(date)}`;
  return dayAndTime
    .format(date)
    .replace(',', '')
    .replace(/ (?=\d\d:)/, ' at ');
}

/** "changes in 2 folders", "1,204 files". */
function watched({ folders }: SyncState): string {
  const files = t('{count, plural, one {# file} other {# files}}', {
    count: folders.reduce((sum, { fileCount }) => sum + fileCount, 0),
  });
  const [only] = folders;
  if (folders.length === 1 && only !== undefined && only.path !== '') return `${only.path} · ${files}`;
  return `${t('{count, plural, one {# folder} other {# folders}}', { count: folders.length })} · ${files}`;
}

/** What goes on, in a sentence. */
export function describeState(state: SyncState, now: Date): string {
  const { activity, last, mode, nextRunDate, folders } = state;
  if (activity === 'running') return 'Refreshing…';
  if (activity === 'checking') return t('Looking for changes…');
  const when = last === null ? '' : ` · last refresh ${timeWords(new Date(last.date), now)}`;
  if (activity === 'off')
    return last === null ? t('Not refreshed by itself.') : t('Not refreshed by itself{when}.', { when });
  if (activity === 'paused') return `Paused${when}.`;
  if (mode === 'schedule') {
    const next =
      nextRunDate === null
        ? ''
        : t('Next refresh {comingTime}', { comingTime: comingTime(new Date(nextRunDate), now) });
    return `${next}${when}.`;
  }
  if (activity === 'waiting') return t('Waiting to try again.');
  return folders.length === 0 ? t('Starting to watch…') : t('Watching {state}{when}.', { state: watched(state), when });
}
