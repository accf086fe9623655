import { rmSync } from 'node:fs';
import type { Notice } from '../../shared/api/info.ts';
import { OperationalError, UserError } from '../../shared/errors/errors.ts';
import { findSystemFailure } from '../../shared/errors/system-errors.ts';
import type { Config } from './config.ts';
import { freeRoom, isDiskFull } from './services/disk-guard.ts';
import { backUpBeforeMigrating } from './storage/backup-before-migrating.ts';
import {
  type DataFolder,
  type DataFolderLock,
  explainFolderError,
  lockDataFolder,
  prepareDataFolder,
} from './storage/data-folder.ts';
import { setAsideDatabase } from './storage/database.ts';
import { describeSetAside } from './storage/database-notices.ts';
import { type PreparedRestore, prepareRestore, removeRestoring } from './storage/restore-backup.ts';

export interface RunningServer {
  readonly url: string;
  /** A link that lets one browser in as the app, once. */
  makeLink(): string;
  /** Stops taking calls and brings running upserts to a safe point. */
  close(): Promise<void>;
  /** How long {@link close} may take to save the search index, over what it takes otherwise, in ms. */
  savingMs(): number;
}

/** A damaged database is put aside, and a full disk emptied, once each: a second time would not help either. */
const MOST_TRIES = 3;

const now = () => new Date();

/** What a server is opened with. */
export interface Opening {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly lock: DataFolderLock;
  /** Checks a backup and copies it beside the database. @returns what puts it in place and starts the server again */
  readonly prepareRestore: (name: string) => Promise<() => void>;
  /** What the start has found. */
  readonly notices: readonly Notice[];
  readonly isDiskFull: boolean;
}

export type Open = (opening: Opening) => Promise<RunningServer>;

/** Opens the server, past what a damaged database or a full disk puts in its way. */
async function openRecovering(
  open: Open,
  opening: Omit<Opening, 'notices' | 'isDiskFull'>,
  signal: AbortSignal,
): Promise<RunningServer> {
  const { folder } = opening;
  const notices: Notice[] = [];
  let isFull = isDiskFull(folder);
  if (isFull) freeRoom(folder);
  for (let tries = 1; ; tries += 1) {
    try {
      if (!isFull) notices.push(...(await backUpBeforeMigrating(folder, now(), signal)));
      return await open({ ...opening, notices, isDiskFull: isFull });
    } catch (error) {
      const code = findSystemFailure(error)?.code;
      if (tries === MOST_TRIES) throw error;
      if (code === 'DATABASE_DAMAGED') {
        notices.push(describeSetAside(folder, setAsideDatabase(folder.database, now())));
      } else if (code === 'DISK_FULL' && !isFull) {
        isFull = true;
        freeRoom(folder);
      } else if (code === 'DISK_FULL') {
        // Uploads of runs that did not finish: on a full disk the room counts for more.
        rmSync(folder.temporary, { recursive: true, force: true });
      } else throw error;
    }
  }
}

function crash(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/**
 * Runs a server on a data folder that is its own, and starts it again at the same address when a backup is restored.
 * @param onLost the server had to start again, and could not; the process ends with the error unless this is given
 * @throws AppError whose message says what to do when it can't start
 */
export async function runServer(
  config: Config,
  open: Open,
  onLost: (error: unknown) => void = crash,
): Promise<RunningServer> {
  const folder = prepareDataFolder(config.dataDir);
  const lock = lockDataFolder(folder);
  const stopping = new AbortController();
  let isRestoring = false;
  let preparing: Promise<unknown> | undefined;
  let restarting: Promise<void> | undefined;

  async function prepare(name: string): Promise<() => void> {
    if (isRestoring) {
      throw new UserError('RESTORE_RUNNING', 'A backup is being restored already: wait until the server is back.');
    }
    isRestoring = true;
    try {
      const preparation = prepareRestore(folder, name, stopping.signal);
      preparing = preparation;
      const prepared = await preparation;
      return () => {
        if (stopping.signal.aborted) prepared.discard();
        else restarting ??= restart(prepared).catch(onLost);
      };
    } catch (error) {
      isRestoring = false;
      throw error;
    }
  }

  async function restart({ putInPlace }: PreparedRestore): Promise<void> {
    const port = Number(new URL(current.url).port);
    await current.close();
    current = { ...current, close: () => Promise.resolve() };
    putInPlace(now());
    // Stopped meanwhile: it is there for the next start.
    if (stopping.signal.aborted) return;
    const opening = { config: { ...config, port }, folder, lock, prepareRestore: prepare };
    current = await openRecovering(open, opening, stopping.signal);
    restarting = undefined;
    isRestoring = false;
  }

  let current: RunningServer;
  try {
    removeRestoring(folder);
    current = await openRecovering(open, { config, folder, lock, prepareRestore: prepare }, stopping.signal);
  } catch (error) {
    lock.release();
    throw explainFolderError(folder.root, error);
  }
  const { url } = current;
  return {
    url,
    makeLink: () => current.makeLink(),
    savingMs: () => current.savingMs(),
    async close() {
      stopping.abort(new OperationalError('SHUTTING_DOWN', 'Tributary is shutting down: restore it when it is back.'));
      // Its caller learns why it failed; the folder is released only when nothing writes to it.
      await Promise.allSettled([preparing]);
      await restarting;
      await current.close();
      lock.release();
    },
  };
}
