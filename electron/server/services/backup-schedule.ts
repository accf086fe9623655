export interface BackupPauses {
  /** After the last change of a burst, in ms: a copy made in its midst would be out of date at once. */
  readonly quietMs: number;
  /** After the first change that no backup has, in ms: changes that never pause do not put it off for longer. */
  readonly longestMs: number;
  /** The same where no backup holds anything yet. */
  readonly firstMs: number;
  /** Two copies are never further apart because of what the last one took, in ms. */
  readonly intervalMs: number;
}

export const BACKUP_PAUSES: BackupPauses = {
  quietMs: 30_000,
  longestMs: 10 * 60 * 1000,
  firstMs: 45_000,
  intervalMs: 60 * 60 * 1000,
};

/** A copy reads and writes the whole database: that may take a hundredth of the time. */
const SHARE = 100;

/** Moments in ms of one clock that only grows. */
export interface BackupMoments {
  readonly nowMs: number;
  /** The first change that no backup has. */
  readonly firstChangeMs: number;
  /** Whether a backup holds what was stored before. */
  readonly hasBackup: boolean;
  /** When the last copy began, and what it took; undefined: none since the start. */
  readonly last: { readonly atMs: number; readonly tookMs: number } | undefined;
}

/** How long after a change the next backup is made, in ms, if no other change follows. */
export function backupDelayMs({ nowMs, firstChangeMs, hasBackup, last }: BackupMoments, pauses: BackupPauses): number {
  const { quietMs, longestMs, firstMs, intervalMs } = pauses;
  const latest = firstChangeMs + (hasBackup ? longestMs : firstMs);
  const pauseMs = Math.min(intervalMs, Math.max(longestMs, SHARE * (last?.tookMs ?? 0)));
  const earliest = last === undefined || !hasBackup ? nowMs : last.atMs + pauseMs;
  return Math.max(earliest, Math.min(nowMs + quietMs, latest)) - nowMs;
}

/**
 * When the backups of a server are due.
 * @param hasBackup whether one holds what was stored before this start
 */
export function createBackupSchedule(pauses: BackupPauses, clock: () => number, hasRuns: boolean, hasBackup: boolean) {
  let isFilled = hasRuns;
  let isHeld = hasBackup;
  let firstChangeMs: number | undefined;
  let last: BackupMoments['last'];
  return {
    /** Something was written. @returns how long to wait for the next copy, in ms */
    changed(): number {
      const nowMs = clock();
      isFilled = true;
      firstChangeMs ??= nowMs;
      return backupDelayMs({ nowMs, firstChangeMs, hasBackup: isHeld, last }, pauses);
    },
    /** A copy begins: what is changed from now on may not be in it. @returns to be called at its end, with whether it was made */
    begin(): (isMade: boolean) => void {
      const atMs = clock();
      const holdsAll = isFilled;
      firstChangeMs = undefined;
      return (isMade) => {
        last = { atMs, tookMs: clock() - atMs };
        isHeld ||= isMade && holdsAll;
      };
    },
  };
}
