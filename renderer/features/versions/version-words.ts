import type { FlowVersion } from '../../../shared/api/flow-versions.ts';
import { locale, t } from '../../../shared/texts/t.ts';

const today = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' });
const thisYear = new Intl.DateTimeFormat(locale(), {
  ...({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
});
const anyYear = new Intl.DateTimeFormat(locale(), {
  ...({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
});

/** The time of a version: "Today, 14:05", "12 Nov, 14:05", "3 Jan 2025, 09:00". */
export function versionTime(savedDate: string, now: Date): string {
  const date = new Date(savedDate);
  if (date.toDateString() === now.toDateString()) return t('Today, {time}', { time: today.format(date) });
  return (date.getFullYear() === now.getFullYear() ? thisYear : anyYear).format(date);
}

/** Why a version was made. */
export const REASONS: Readonly<Record<FlowVersion['reason'], string>> = {
  change: t('Kept while you worked'),
  upsert: t('As it was upserted'),
  restore: t('Before an earlier version came back'),
  replace: t('Before it was written over'),
  request: t('Kept by you'),
};
