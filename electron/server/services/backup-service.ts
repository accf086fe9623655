import { rmSync } from 'node:fs';
import { BugError, OperationalError } from '../../../shared/errors/errors.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import type { Log } from '../core/log.ts';
import { expireAside } from '../storage/aside-databases.ts';
import { addBackup, type BackupFile, listBackups, partialBackup } from '../storage/backups.ts';
import { fileSize, freeBytes } from '../storage/file-size.ts';
import { runDatabaseTask } from '../storage/run-database-task.ts';

interface BackupPauses {
  /** After the last change of a burst, in ms: a copy made in its midst would be out of date at once. */
  readonly quietMs: number;
  /** After the first change that no backup has, in ms: changes that never pause do not delay it for longer. */
  readonly longestMs: number;
  /** The same where no backup holds anything yet. */
  readonly firstMs: number;
  /** Longest pause that a slow last copy causes, in ms. */
  readonly intervalMs: number;
}

export const BACKUP_PAUSES: BackupPauses = {
  quietMs: 30_000,
  longestMs: 10 * 60 * 1000,
  firstMs: 45_000,
  intervalMs: 60 * 60 * 1000,
};

export interface BackupLimits extends BackupPauses {
  /** After the start, in ms: the check of all pages must not slow it down. */
  readonly checkAfterMs: number;
  /** In ms: so long after the last one the database is checked again, and copied whether it changed or not. So old backups go in time, with what was deleted since. */
  readonly dayMs: number;
  /** Bytes that stay free on the disk after a backup. */
  readonly marginBytes: number;
}

const LIMITS: BackupLimits = {
  ...BACKUP_PAUSES,
  checkAfterMs: 5_000,
  dayMs: 24 * 60 * 60 * 1000,
  marginBytes: 100 * 1024 * 1024,
};

export interface BackupOptions {
  readonly databaseFile: string;
  readonly folder: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds that only grow, whatever happens to the clock. */
  readonly clock: () => number;
  /** Whether runs were there before this start; the backups of a database without any hold nothing. */
  readonly hasRuns: boolean;
  readonly limits?: Partial<BackupLimits>;
}

function damaged(): OperationalError {
  return new OperationalError(
    'DATABASE_DAMAGED',
    'No backup was made, since the database is damaged: restore one of the backups that are there.',
  );
}

/** @throws OperationalError DISK_FULL */
function assertRoom({ databaseFile, folder }: BackupOptions, marginBytes: number): void {
  const neededBytes = fileSize(databaseFile) + fileSize(`${databaseFile}-wal`) + marginBytes;
  if (freeBytes(folder) >= neededBytes) return;
  const message = `No backup was made, it needs ${formatBytes(neededBytes)}: free some space on the disk.`;
  throw new OperationalError('DISK_FULL', message, { details: { neededBytes } });
}

/** Makes a backup that nobody waits for: a full disk, and damage that the check has already reported, are not failures. */
async function unasked(backUp: () => Promise<void>, log: Log): Promise<void> {
  try {
    await backUp();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    if (error.code === 'DISK_FULL') log.warn({ ...error.details }, error.message);
    else if (error.code !== 'DATABASE_DAMAGED') throw error;
  }
}

/** Copies the database and takes the copy among the backups if it is sound. @returns whether it is */
async function copy(
  { databaseFile, folder, log, now }: BackupOptions,
  partial: string,
  signal: AbortSignal,
): Promise<boolean> {
  const findings = await runDatabaseTask({ kind: 'copy', file: databaseFile, to: partial }, signal);
  if (findings.length > 0) {
    log.error({ findings }, 'A backup was thrown away, since it is damaged; the earlier ones stay');
    return false;
  }
  log.info({ name: addBackup(folder, partial, now()) }, 'Backed up the database');
  const names = expireAside(databaseFile, listBackups(folder), now());
  if (names.length > 0) log.info({ names }, 'Deleted databases that were set aside more than 30 days ago');
  return true;
}

/**
 * Checks the database after the start and every day, and copies it after changes (createBackupSchedule says when). A copy is checked before it
 * counts; backups of hours, days and weeks stay (storage/backups.ts). A damaged database is not copied, so that the good copies stay.
 */
export function createBackupService(options: BackupOptions) {
  const { databaseFile, folder, log, now, clock, hasRuns } = options;
  const limits = { ...LIMITS, ...options.limits };
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const schedule = createBackupSchedule(limits, clock, hasRuns, hasRuns && listBackups(folder).length > 0);
  let running: Promise<void> = Promise.resolve();
  let isDamaged = false;

  async function check(): Promise<void> {
    const findings = await runDatabaseTask({ kind: 'check', file: databaseFile }, closing.signal);
    if (findings.length === 0) return;
    isDamaged = true;
    log.error({ findings }, 'The database is damaged: restore a backup; until then no new one is made');
  }

  /** @throws OperationalError DATABASE_DAMAGED, DISK_FULL, WORKER_CRASHED */
  async function backUp(): Promise<void> {
    const ended = schedule.begin();
    let isMade = false;
    const partial = partialBackup(folder);
    try {
      if (isDamaged) throw damaged();
      assertRoom(options, limits.marginBytes);
      isMade = await copy(options, partial, closing.signal);
      if (isMade) return;
      await check();
      throw damaged();
    } finally {
      ended(isMade);
      rmSync(partial, { force: true });
    }
  }

  async function start(): Promise<void> {
    await check();
    const [newest] = listBackups(folder);
    const isDue = newest === undefined || Math.abs(now().getTime() - newest.date.getTime()) > limits.dayMs;
    if (isDue) arm(0);
  }

  /** One after the other; a failure is reported and the next change tries again. */
  function run(work: () => Promise<void>): void {
    running = running.then(work).catch((error: unknown) => {
      if (!closing.signal.aborted) log.error({ err: error }, 'A check or backup of the database failed');
    });
  }

  function arm(delayMs: number): void {
    if (closing.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => run(() => unasked(backUp, log)), delayMs);
    timer.unref();
  }

  const starting = setTimeout(() => run(start), limits.checkAfterMs).unref();
  const daily = setInterval(() => run(start), limits.dayMs).unref();
  return {
    /** Something was written: schedules a backup. */
    changed: () => arm(schedule.changed()),
    /** Whether a check has found the database damaged. */
    isDamaged: () => isDamaged,
    /**
     * Backs up the database now, also while an upsert goes on: then up to its last batch.
     * @throws OperationalError DATABASE_DAMAGED, DISK_FULL, WORKER_CRASHED, SHUTTING_DOWN
     */
    async backUpNow(): Promise<BackupFile> {
      const mine = running.then(async () => {
        if (closing.signal.aborted) throw new OperationalError('SHUTTING_DOWN', 'The server is stopping.');
        await backUp();
      });
      running = mine.catch(() => undefined);
      await mine;
      const [newest] = listBackups(folder);
      if (newest === undefined) throw new BugError('A backup was made and is not there.');
      return newest;
    },
    async close(): Promise<void> {
      closing.abort();
      clearTimeout(starting);
      clearInterval(daily);
      clearTimeout(timer);
      await running;
    },
  };
}

export type BackupService = ReturnType<typeof createBackupService>;

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
function createBackupSchedule(pauses: BackupPauses, clock: () => number, hasRuns: boolean, hasBackup: boolean) {
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
