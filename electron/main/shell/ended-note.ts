import type { EndedRun } from '../../../shared/ipc/work.ts';
import { t } from '../../../shared/texts/t.ts';

/** Who starts an upsert of less than this, in ms, still looks when it ends. */
const LONG_MS = 30_000;

export interface Note {
  readonly title: string;
  readonly body: string;
}

/** The notification about an upsert that has ended; undefined where there is none: it was short, or a person stopped it. */
export function endedNote({ name, outcome, durationMs }: EndedRun): Note | undefined {
  if (durationMs < LONG_MS || outcome === 'CANCELLED') return undefined;
  const minutes = Math.max(1, Math.round(durationMs / 60_000));
  const body = t('{name}, after {minutes, plural, one {# minute} other {# minutes}}', { name, minutes });
  if (outcome === 'FINISHED') return { title: t('The upsert has finished'), body };
  return { title: outcome === 'FAILED' ? t('The upsert has failed') : t('The upsert was cut off'), body };
}
