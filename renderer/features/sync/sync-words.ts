import type { SyncState } from '../../../shared/api/sync.ts';
import { locale, t } from '../../../shared/texts/t.ts';
import { timeWords } from '../../ui/time-words.ts';

const time = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(locale(), { weekday: 'long' });
const DAY_MS = 24 * 60 * 60_000;

/** When something will happen: "today at 14:05", "tomorrow at 07:00", "Monday at 09:00". */
function comingTime(date: Date, now: Date): string {
  const at = time.format(date);
  if (date.toDateString() === now.toDateString()) return t('today at {time}', { time: at });
  if (date.toDateString() === new Date(now.getTime() + DAY_MS).toDateString())
    return t('tomorrow at {time}', { time: at });
  return t('{day} at {time}', { day: weekday.format(date), time: at });
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
  if (activity === 'running') return t('Syncing…');
  if (activity === 'checking') return t('Looking for changes…');
  const before = last === null ? [] : [t('last sync {when}', { when: timeWords(new Date(last.date), now) })];
  const sentence = (...parts: readonly string[]) => t('{parts}.', { parts: [...parts, ...before].join(' · ') });
  if (activity === 'off') return sentence(t('Not synced by itself'));
  if (activity === 'paused') return sentence(t('Paused'));
  if (mode === 'schedule') {
    if (nextRunDate === null) return before.length === 0 ? '' : sentence();
    return sentence(t('Next sync {when}', { when: comingTime(new Date(nextRunDate), now) }));
  }
  if (activity === 'waiting') return t('Waiting to try again.');
  return folders.length === 0 ? t('Starting to watch…') : sentence(t('Watching {places}', { places: watched(state) }));
}
