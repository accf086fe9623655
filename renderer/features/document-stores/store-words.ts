import type { StoreLoader, StoreStatus } from '../../../shared/api/document-stores.ts';
import type { Run } from '../../../shared/api/runs.ts';
import { describeCounts } from '../../../shared/text/describe-counts.ts';
import { t } from '../../../shared/texts/t.ts';
import type { StatusWords } from '../../ui/feedback/status-badge.tsx';

const STORE_STATES: Readonly<Record<StoreStatus, StatusWords>> = {
  EMPTY: { tone: 'neutral', words: t('Empty') },
  NEW: { tone: 'warning', words: t('Not upserted yet') },
  SYNC: { tone: 'warning', words: t('Not upserted yet') },
  STALE: { tone: 'warning', words: t('Changed since') },
  SYNCING: { tone: 'active', words: t('Loading') },
  UPSERTING: { tone: 'active', words: t('Upserting') },
  UPSERTED: { tone: 'success', words: t('Up to date') },
};

/** How a store stands. */
export function storeState(status: StoreStatus): StatusWords {
  return STORE_STATES[status];
}

export function isBusy(status: StoreStatus): boolean {
  return status === 'SYNCING' || status === 'UPSERTING';
}

/** How a loader stands when nothing goes on. */
export function loaderState({ status, indexState }: Pick<StoreLoader, 'status' | 'indexState'>): StatusWords {
  if (status === 'SYNCING') return { tone: 'active', words: t('Loading') };
  if (status === 'NEW') return { tone: 'warning', words: t('Not loaded yet') };
  if (status === 'STALE') return { tone: 'warning', words: t('Settings changed') };
  if (indexState === 'NONE') return { tone: 'warning', words: t('Not upserted yet') };
  if (indexState === 'CHANGED') return { tone: 'warning', words: t('Chunks edited') };
  return { tone: 'success', words: t('Up to date') };
}

type Ended = Pick<Run, 'status' | 'result' | 'undoneDate'>;

/** How an upsert ended: "3 chunks added, 41 unchanged". */
export function resultWords({ status, result, undoneDate }: Ended): string {
  if (undoneDate !== undefined) return t('Undone');
  if (status === 'CANCELLED') return t('Cancelled');
  if (status === 'INTERRUPTED') return t('Cut off');
  if (status === 'FAILED') return t('Failed');
  if (result === null) return status === 'QUEUED' ? t('Waiting') : t('Running');
  return describeCounts(result);
}
