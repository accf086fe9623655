import { locale, t } from '../../shared/texts/t.ts';

const dayAndTime = new Intl.DateTimeFormat(locale(), {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric' });
const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** When something happened: "just now", "5 minutes ago", "3 hours ago", "12 Nov, 14:05", "3 Jan 2025". */
export function timeWords(date: Date, now: Date): string {
  const ago = now.getTime() - date.getTime();
  if (ago < MINUTE_MS) return t('just now');
  if (ago < HOUR_MS) return relative.format(-Math.floor(ago / MINUTE_MS), 'minute');
  if (ago < 24 * HOUR_MS) return relative.format(-Math.floor(ago / HOUR_MS), 'hour');
  return date.getFullYear() === now.getFullYear() ? dayAndTime.format(date) : day.format(date);
}
