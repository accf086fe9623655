import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../../shared/api/info.ts';
import { OperationalError } from '../../../shared/errors/errors.ts';
import { findSystemFailure } from '../../../shared/errors/system-errors.ts';
import { removeOldLogs } from '../common/rolling-file.ts';
import type { DataFolder } from '../storage/data-folder.ts';
import { freeBytes } from '../storage/file-size.ts';

/** Size of a file that reserves space for what must be written on a full disk: the end of a run, an edit, a start. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** The disk counts as full while less than this is free beside the reserve. */
const MARGIN_BYTES = 8 * 1024 * 1024;
const STEP_BYTES = 1024 * 1024;

const FULL_MESSAGE =
  'The disk of the data folder is full: free some space. Until then upserts are refused; what was stored stays.';

function reserveOf(folder: DataFolder): string {
  return join(folder.root, 'reserve');
}

function removeAll(folder: string, isRemoved: (name: string) => boolean): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (isRemoved(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Deletes what can be made again: the reserve, the cache of loaders, unfinished backups and old logs. */
export function freeRoom(folder: DataFolder): void {
  rmSync(reserveOf(folder), { force: true });
  removeAll(folder.cache, () => true);
  removeAll(folder.backups, (name) => name.includes('.partial'));
  if (existsSync(folder.logs)) removeOldLogs(folder.logs, 1);
}

/** Whether a start has to free space before it writes. */
export function isDiskFull(folder: DataFolder): boolean {
  return freeBytes(folder.root) < MARGIN_BYTES;
}

export interface DiskGuardOptions {
  readonly folder: DataFolder;
  /** Brings the database's log into the database, and cuts it. */
  readonly cutDatabaseLog: () => void;
  /** What the start has found. */
  readonly isFull: boolean;
}

/** Knows whether the disk is full, reserves some space for that case, and frees it when it happens. */
export function createDiskGuard({ folder, cutDatabaseLog, ...options }: DiskGuardOptions) {
  let isFull = options.isFull;

  /** Random bytes, since some file systems store no blocks of zeros. */
  function makeReserve(): void {
    const file = reserveOf(folder);
    if (existsSync(file) || freeBytes(folder.root) < RESERVE_BYTES + MARGIN_BYTES) return;
    const handle = openSync(file, 'w', 0o600);
    try {
      const step = randomFillSync(Buffer.allocUnsafe(STEP_BYTES));
      for (let written = 0; written < RESERVE_BYTES; written += STEP_BYTES) writeSync(handle, step);
    } catch (error) {
      rmSync(file, { force: true });
      if (findSystemFailure(error)?.code !== 'DISK_FULL') throw error;
      isFull = true;
    } finally {
      closeSync(handle);
    }
  }

  function look(): void {
    if (isFull && freeBytes(folder.root) < RESERVE_BYTES + MARGIN_BYTES) return;
    isFull = false;
    makeReserve();
  }

  look();
  return {
    /** To be called when a write failed: frees space for small writes. */
    noticeFull(): void {
      isFull = true;
      freeRoom(folder);
      cutDatabaseLog();
    },

    /**
     * To be called before work that needs space.
     * @throws OperationalError DISK_FULL until there is room again
     */
    assertRoom(): void {
      look();
      if (isFull) throw new OperationalError('DISK_FULL', FULL_MESSAGE);
    },

    /** What the user should know now. */
    notices(): Notice[] {
      look();
      return isFull ? [{ code: 'DISK_FULL', message: FULL_MESSAGE, backup: null }] : [];
    },
  };
}
