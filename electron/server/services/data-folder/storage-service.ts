import type { Dirent } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  CLEANABLE_PARTS,
  type CleanablePart,
  STORAGE_PARTS,
  type Storage,
  type StoragePart,
  type StoragePartName,
} from '../../../../shared/api/storage.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { Log } from '../../core/log.ts';
import { listAside, removeAside } from '../../storage/aside-databases.ts';
import type { DataFolder } from '../../storage/data-folder.ts';
import type { DatabaseSizes } from '../../storage/database-task-messages.ts';
import { freeBytes } from '../../storage/file-size.ts';
import type { PruneService } from '../deletion/prune-service.ts';
import type { ResumableRuns } from '../runs/resumable-runs.ts';

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
     * Begins to clean up a part; {@link look} reports when it is done, and what it has freed.
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

/** Files that are looked at together. */
const TOGETHER = 32;

async function unlessGone<T>(found: Promise<T>, instead: T): Promise<T> {
  return await found.catch((error: unknown) => {
    // What is deleted meanwhile takes no space.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return instead;
    throw error;
  });
}

async function sizeOfFile(path: string): Promise<number> {
  return await unlessGone(
    lstat(path).then(({ size }) => size),
    0,
  );
}

/**
 * Bytes of all files in a folder, or of one file; 0 when it is not there. Links count themselves, not what they lead to. Never holds the thread up, whatever
 * the number of files.
 */
async function measureFolder(path: string, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const entries = await unlessGone<Dirent[] | undefined>(readdir(path, { withFileTypes: true }), undefined);
  if (entries === undefined) return await sizeOfFile(path);
  let bytes = 0;
  const files = entries.filter((entry) => !entry.isDirectory());
  for (let from = 0; from < files.length; from += TOGETHER) {
    signal.throwIfAborted();
    const some = files.slice(from, from + TOGETHER).map(({ name }) => sizeOfFile(join(path, name)));
    for (const size of await Promise.all(some)) bytes += size;
  }
  for (const entry of entries) if (entry.isDirectory()) bytes += await measureFolder(join(path, entry.name), signal);
  return bytes;
}

/** Which part of the picture a table belongs to; all others are `otherRows`. */
const PART_OF_TABLE: Readonly<Record<string, StoragePartName>> = {
  chunk: 'texts',
  chunk_text: 'texts',
  document_store_chunk: 'texts',
  document_store_chunk_next: 'texts',
  embedding: 'vectors',
  embedding_unused: 'vectors',
  embedding_outside: 'vectors',
  record: 'records',
  record_source: 'records',
  vector_log: 'records',
  chat_message: 'chats',
  chat_passage: 'chats',
  chat_source: 'chats',
  conversation: 'chats',
  feedback: 'chats',
  lead: 'chats',
};

/** Which part a file or folder at the top of the data folder belongs to; the database is measured by its tables. */
const PART_OF_ENTRY: Readonly<Record<string, StoragePartName>> = {
  stores: 'originals',
  originals: 'originals',
  attachments: 'originals',
  tmp: 'uploads',
  cache: 'cache',
  models: 'models',
  backups: 'backups',
  logs: 'logs',
  index: 'graphs',
};

const KEYWORDS = /^keyword\.db/;

interface PartsOptions {
  readonly folder: DataFolder;
  readonly measureDatabase: (file: string, signal: AbortSignal) => Promise<DatabaseSizes>;
  /** Names of the folders in `tmp/` that a clean-up of uploads would take. */
  readonly endedUploads: () => ReadonlySet<string>;
}

function addTables(sizes: Map<StoragePartName, number>, { tables, freeBytes }: DatabaseSizes): void {
  for (const [table, bytes] of Object.entries(tables)) add(sizes, PART_OF_TABLE[table] ?? 'otherRows', bytes);
  add(sizes, 'freePages', freeBytes);
}

function add(sizes: Map<StoragePartName, number>, name: StoragePartName, bytes: number): void {
  sizes.set(name, (sizes.get(name) ?? 0) + bytes);
}

async function addEntries(
  sizes: Map<StoragePartName, number>,
  { root, database }: DataFolder,
  signal: AbortSignal,
): Promise<void> {
  const own = basename(database);
  const aside = listAside(database).map(({ name }) => name);
  for (const name of await readdir(root)) {
    // Its rows are counted by table.
    if (name === own) continue;
    const isAside = aside.some((start) => name.startsWith(start));
    const part = isAside ? 'setAside' : KEYWORDS.test(name) ? 'keywords' : undefined;
    const isLog = name.startsWith(`${own}-`);
    const known = part ?? PART_OF_ENTRY[name] ?? (isLog ? 'otherRows' : 'other');
    add(sizes, known, await measureFolder(join(root, name), signal));
  }
}

/** Measures what takes space in a data folder. Takes about a second for each gigabyte of the database, in another process. */
async function measureParts(options: PartsOptions, signal: AbortSignal): Promise<StoragePart[]> {
  const { folder, measureDatabase, endedUploads } = options;
  const sizes = new Map<StoragePartName, number>();
  const [database] = await Promise.all([measureDatabase(folder.database, signal), addEntries(sizes, folder, signal)]);
  addTables(sizes, database);
  let endedBytes = 0;
  for (const name of endedUploads()) endedBytes += await measureFolder(join(folder.temporary, name), signal);
  const vectorBytes = sizes.get('vectors') ?? 0;
  const freeable: Partial<Record<StoragePartName, number>> = {
    vectors: database.vectors === 0 ? 0 : Math.round((vectorBytes * database.unusedVectors) / database.vectors),
    uploads: endedBytes,
  };
  return STORAGE_PARTS.map((name) => {
    const sizeBytes = sizes.get(name) ?? 0;
    const isCleanable = CLEANABLE_PARTS.some((part) => part === name);
    return { name, sizeBytes, freeableBytes: isCleanable ? (freeable[name] ?? sizeBytes) : 0 };
  });
}
