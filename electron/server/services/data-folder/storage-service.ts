import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CleanablePart, Storage, StoragePart } from '../../../../shared/api/storage.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { Log } from '../../core/log.ts';
import { listAside, removeAside } from '../../storage/aside-databases.ts';
import type { DataFolder } from '../../storage/data-folder.ts';
import { freeBytes } from '../../storage/file-size.ts';
import type { PruneService } from '../deletion/prune-service.ts';
import type { ResumableRuns } from '../runs/resumable-runs.ts';
import { measureParts, type PartsOptions } from './measure-parts.ts';

/** A picture older than this is made again when somebody looks. */
const FRESH_MS = 10 * 60 * 1000;

export interface StorageServiceOptions {
  readonly folder: DataFolder;
  readonly measureDatabase: PartsOptions['measureDatabase'];
  readonly prunes: Pick<PruneService, 'everything'>;
  readonly resumable: Pick<ResumableRuns, 'endedFolders' | 'forgetEnded'>;
  readonly log: Log;
  readonly now: () => Date;
}

async function emptyFolder(path: string): Promise<void> {
  const names = await readdir(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) await rm(join(path, name), { recursive: true, force: true });
}

/** How each part is cleaned up: nothing that people have stored goes. */
function createCleaners({ folder, prunes, resumable }: StorageServiceOptions) {
  return {
    cache: () => emptyFolder(folder.cache),
    vectors: () => prunes.everything(true),
    uploads: () => resumable.forgetEnded(),
    async setAside() {
      for (const aside of listAside(folder.database)) removeAside(folder.database, aside);
    },
  } satisfies Record<CleanablePart, () => Promise<void>>;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What was measured last, and the work on the next picture. */
function createMeasuring({ folder, measureDatabase, resumable, log, now }: StorageServiceOptions, signal: AbortSignal) {
  let parts: readonly StoragePart[] = [];
  let measuredAt: Date | undefined;
  let failure: string | null = null;
  let running: Promise<void> | undefined;

  async function measure(): Promise<void> {
    try {
      parts = await measureParts({ folder, measureDatabase, endedUploads: resumable.endedFolders }, signal);
      failure = null;
    } catch (error) {
      if (signal.aborted) return;
      failure = reasonOf(error);
      log.error({ err: error }, 'The data folder could not be measured');
    }
    measuredAt = now();
  }

  function run(): Promise<void> {
    running ??= measure().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    isOld: (): boolean => measuredAt === undefined || now().getTime() - measuredAt.getTime() > FRESH_MS,
    /** Measures, or waits for the measurement that goes on. */
    run,
    /** Measures what is there now. */
    async runAfresh(): Promise<void> {
      await running;
      await run();
    },
    sizeOf: (name: CleanablePart): number => parts.find((part) => part.name === name)?.sizeBytes ?? 0,
    describe: () => ({
      parts: [...parts],
      measuredDate: measuredAt?.toISOString() ?? null,
      isMeasuring: running !== undefined,
      failure,
    }),
  };
}

/** Measures and cleans up the data folder, in the background: a look at it answers at once with what is known. */
export function createStorageService(options: StorageServiceOptions) {
  const { folder, log, now } = options;
  const closing = new AbortController();
  const cleaners = createCleaners(options);
  const measuring = createMeasuring(options, closing.signal);
  let cleaning: CleanablePart | undefined;
  let cleaned: Storage['cleaned'] = null;
  let work: Promise<void> = Promise.resolve();

  async function clean(part: CleanablePart): Promise<void> {
    let problem: string | null = null;
    await measuring.runAfresh();
    const before = measuring.sizeOf(part);
    try {
      await cleaners[part]();
    } catch (error) {
      if (closing.signal.aborted) return;
      problem = reasonOf(error);
      log.error({ err: error, part }, 'A part of the data folder could not be cleaned up');
    }
    await measuring.runAfresh();
    const freedBytes = Math.max(0, before - measuring.sizeOf(part));
    cleaned = { part, freedBytes, endedDate: now().toISOString(), failure: problem };
  }

  return {
    /** What is known; measured again in the background when it is old. @param isFresh measures again in any case */
    look(isFresh: boolean): Storage {
      if ((measuring.isOld() || isFresh) && cleaning === undefined) void measuring.run();
      return {
        dataDir: folder.root,
        freeBytes: freeBytes(folder.root),
        ...measuring.describe(),
        cleaning: cleaning ?? null,
        cleaned,
      };
    },

    /**
     * Begins to clean up a part; {@link look} tells when it is done, and what it has freed.
     * @throws UserError CLEAN_UP_RUNNING (409) while another one goes on
     */
    cleanUp(part: CleanablePart): void {
      if (cleaning !== undefined) {
        throw new UserError('CLEAN_UP_RUNNING', 'A clean-up is going on already: wait until it has ended.');
      }
      cleaning = part;
      work = clean(part).finally(() => {
        cleaning = undefined;
      });
    },

    async close(): Promise<void> {
      closing.abort();
      await Promise.all([work, measuring.run()]);
    },
  };
}

export type StorageService = ReturnType<typeof createStorageService>;
