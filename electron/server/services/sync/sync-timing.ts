const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** How patient syncing is. */
export interface SyncTiming {
  /** A change is followed when nothing more has changed for so long, */
  readonly quietMs: number;
  /** or after so long at the latest. */
  readonly longestWaitMs: number;
  /** A folder that tells of nothing is looked through so often at most, */
  readonly pollMs: number;
  /** and one that tells of changes so often, in case it has missed one. */
  readonly sweepMs: number;
}

/** A changed file is in the store within 5 s, with what reading and embedding take. */
const ON_MAINS: SyncTiming = {
  quietMs: 700,
  longestWaitMs: 2500,
  pollMs: 30 * SECOND_MS,
  sweepMs: 10 * MINUTE_MS,
};

/** On battery a minute more matters less than the battery. */
const ON_BATTERY: SyncTiming = {
  quietMs: 10 * SECOND_MS,
  longestWaitMs: MINUTE_MS,
  pollMs: 5 * MINUTE_MS,
  sweepMs: 30 * MINUTE_MS,
};

export function timingOf(isOnBattery: boolean): SyncTiming {
  return isOnBattery ? ON_BATTERY : ON_MAINS;
}

/** Looking through a folder takes at most a twentieth of the time. */
const SCAN_SHARE = 20;

/** How often a folder is looked through that takes `scanMs` for it. */
export function pollEvery({ pollMs }: SyncTiming, scanMs: number): number {
  return Math.max(pollMs, scanMs * SCAN_SHARE);
}

/** Waits after failures in a row. */
const RETRIES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];

/** So many failures in a row, and more, wait longest. */
export const LAST_RETRY = RETRIES_MS.length;

/** @param failures in a row, from 1 */
export function retryAfter(failures: number): number {
  return RETRIES_MS[Math.min(failures, LAST_RETRY) - 1] ?? MINUTE_MS;
}

/** When to try a file again that could not be read: another program may just have had it open. */
export function fileRetryAfter(code: string): number {
  return code === 'FILE_UNREADABLE' ? 5 * MINUTE_MS : 60 * MINUTE_MS;
}

/** So much later than planned a scheduled run counts as missed. */
export const MISSED_AFTER_MS = 2 * MINUTE_MS;
/** The clock is looked at so often, for it may have been set, or the machine have slept. */
export const LONGEST_TIMER_MS = 30 * SECOND_MS;
