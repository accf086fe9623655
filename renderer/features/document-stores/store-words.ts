import type { StoreLoader, StoreStatus } from '../../../shared/api/document-stores.ts';
import type { Run } from '../../../shared/api/runs.ts';
import { describeCounts } from '../../../shared/text/describe-counts.ts';
import type { StatusTone } from '../../ui/feedback/status-badge.tsx';

interface StateWords {
  readonly tone: StatusTone;
  readonly words: string;
}

const STORE_STATES: Readonly<Record<StoreStatus, StateWords>> = {
  EMPTY: { tone: 'neutral', words: 'Empty' },
  NEW: { tone: 'warning', words: 'Not upserted yet' },
  SYNC: { tone: 'warning', words: 'Not upserted yet' },
  STALE: { tone: 'warning', words: 'Changed since' },
  SYNCING: { tone: 'active', words: 'Loading' },
  UPSERTING: { tone: 'active', words: 'Upserting' },
  UPSERTED: { tone: 'success', words: 'Up to date' },
};

/** How a store stands. */
export function storeState(status: StoreStatus): StateWords {
  return STORE_STATES[status];
}

export function isBusy(status: StoreStatus): boolean {
  return status === 'SYNCING' || status === 'UPSERTING';
}

/** How a loader stands when nothing goes on. */
export function loaderState({ status, indexState }: Pick<StoreLoader, 'status' | 'indexState'>): StateWords {
  if (status === 'SYNCING') return { tone: 'active', words: 'Loading' };
  if (status === 'NEW') return { tone: 'warning', words: 'Not loaded yet' };
  if (status === 'STALE') return { tone: 'warning', words: 'Settings changed' };
  if (indexState === 'NONE') return { tone: 'warning', words: 'Not upserted yet' };
  if (indexState === 'CHANGED') return { tone: 'warning', words: 'Chunks edited' };
  return { tone: 'success', words: 'Up to date' };
}

type Ended = Pick<Run, 'status' | 'result'>;

/** How an upsert ended: "3 chunks added, 41 unchanged". */
export function resultWords({ status, result }: Ended): string {
  if (status === 'CANCELLED') return 'Cancelled';
  if (status === 'INTERRUPTED') return 'Cut off';
  if (status === 'FAILED') return 'Failed';
  if (result === null) return status === 'QUEUED' ? 'Waiting' : 'Running';
  return describeCounts(result);
}
