import type { Log } from '../log.ts';
import { backUpDatabase, type Database } from '../storage/database.ts';

/** After the last change of a burst: a copy made while an upsert goes on would be thrown away by the next. */
const QUIET_MS = 30_000;
/** Not more often than this: a copy reads and writes the whole database. */
const INTERVAL_MS = 60 * 60 * 1000;

export interface BackupOptions {
  readonly db: Database;
  readonly folder: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Whether an upsert is going on. */
  readonly isBusy: () => boolean;
}

/** Copies the database after runs that changed something, once it is quiet, at most once an hour; the newest three are kept. */
export function createBackupService({ db, folder, log, now, isBusy }: BackupOptions) {
  let timer: NodeJS.Timeout | undefined;
  let lastAt = -Infinity;
  let running: Promise<void> | undefined;

  async function backUp(): Promise<void> {
    try {
      const name = await backUpDatabase(db, folder, now());
      lastAt = now().getTime();
      log.info({ name }, 'Backed up the database');
    } catch (error) {
      log.error({ err: error }, 'The backup of the database failed; the next run tries again');
    }
  }

  function arm(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isBusy()) arm(QUIET_MS);
      else running = backUp();
    }, delayMs);
    timer.unref();
  }

  return {
    /** Something was written; asks for a backup when it is due. */
    changed: () => arm(Math.max(QUIET_MS, lastAt + INTERVAL_MS - now().getTime())),
    async close(): Promise<void> {
      clearTimeout(timer);
      await running;
    },
  };
}
