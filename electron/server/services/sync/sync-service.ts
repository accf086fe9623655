import type { z } from 'zod';
import type { Notice } from '../../../../shared/api/info.ts';
import type {
  HeldFiles,
  Schedule,
  SyncAnswer,
  SyncListSchema,
  SyncLogEntry,
  SyncMode,
  SyncSettingsSchema,
  SyncState,
} from '../../../../shared/api/sync.ts';
import { AppError, UserError } from '../../../../shared/errors/errors.ts';
import { countOf } from '../../../../shared/text/format.ts';
import type { Database } from '../../storage/database.ts';
import { createBinRepository } from '../../storage/repositories/bin-repository.ts';
import {
  createSyncRepository,
  type StoredSync,
  type SyncRepository,
} from '../../storage/repositories/sync-repository.ts';
import { createZoneClock, nextTime } from './next-time.ts';
import { isOnBattery } from './power.ts';
import { SyncWorker, type SyncWorkerDeps } from './sync-worker.ts';
import {
  createSyncedLibraries,
  type SyncedLibraries,
  type SyncedLibrariesOptions,
  type SyncedLibrary,
} from './synced-library.ts';

export interface SyncServiceOptions extends Omit<SyncWorkerDeps, 'isOnBattery' | 'closing'> {
  /** Whether a library is in the bin: it is not synced, and its settings and log stay. */
  readonly isBinned: (ownerId: string) => boolean;
  /** Whether the machine runs on its battery. */
  readonly readPower: () => Promise<boolean>;
}

type Settings = z.output<typeof SyncSettingsSchema>;

/** Files forgotten in one transaction: a few ms. */
const FORGET_BATCH = 500;
const POWER_EVERY_MS = 60_000;
const NEWEST = Number.MAX_SAFE_INTEGER;

const KINDS = { chatflow: 'flow', documentStore: 'store' } as const;

function unset(ownerId: string): StoredSync {
  return { ownerId, mode: 'off', schedule: null, isPaused: false, nextMs: null, fingerprint: null };
}

/** Notes for people about a library. */
function notesOf(
  { cleanup, fingerprint, loaders }: SyncedLibrary,
  settings: StoredSync,
  isOnBattery: boolean,
): string[] {
  const isChanged = settings.fingerprint !== null && settings.fingerprint !== fingerprint;
  const unwatched = loaders.filter(({ openFolder }) => openFolder === undefined);
  return [
    ...(cleanup === 'none'
      ? [
          'The record manager deletes nothing: old text of changed and deleted files stays. Set its clean-up to Incremental.',
        ]
      : []),
    ...(isChanged ? ['Settings have changed since the last refresh: the next one reads everything again.'] : []),
    ...(settings.mode === 'watch' && unwatched.length > 0
      ? [
          `Not watched, since they read no folder: ${unwatched.map(({ label }) => label).join(', ')}. "Refresh now" reads them.`,
        ]
      : []),
    ...(settings.mode === 'watch' && isOnBattery ? ['On battery, changes are followed less often.'] : []),
  ];
}

function heldIn(
  repository: Pick<SyncRepository, 'held'>,
  ownerId: string,
  library: SyncedLibrary | string,
): HeldFiles[] {
  const loaders = typeof library === 'string' ? [] : library.loaders;
  const labels = new Map(loaders.map(({ id, label }) => [id, label]));
  return repository
    .held(ownerId)
    .map(({ isOfAll: _, ...held }) => ({ ...held, label: labels.get(held.loaderId) ?? held.loaderId }));
}

function assertPossible({ loaders }: SyncedLibrary, mode: SyncMode, schedule: Schedule | null): void {
  if (loaders.length === 0) throw nothingFetches();
  if (mode === 'watch' && loaders.every(({ openFolder }) => openFolder === undefined)) {
    throw new UserError(
      'INVALID_INPUT',
      'There is no folder to watch: add the loader Folder with Files, or choose times.',
      {
        details: { path: 'mode' },
      },
    );
  }
  if (mode === 'schedule' && schedule === null) {
    throw new UserError('INVALID_INPUT', 'schedule in the body is missing: say when to refresh.', {
      details: { path: 'schedule' },
    });
  }
}

function nothingFetches(): UserError {
  return new UserError(
    'MISSING_INPUT',
    'Nothing here fetches its documents by itself: add a loader such as Folder with Files, a website or a database.',
  );
}

/** Syncs libraries with where their documents come from: at set times, or as files change. */
export class SyncService {
  readonly #options: SyncServiceOptions;
  readonly #libraries: SyncedLibraries;
  readonly #closing = new AbortController();
  readonly #workers = new Map<string, SyncWorker>();
  #isOnBattery = false;
  #powerTimer: NodeJS.Timeout | undefined;

  constructor(options: SyncServiceOptions) {
    this.#options = options;
    this.#libraries = options.libraries;
  }

  /** @throws UserError CHATFLOW_NOT_FOUND for an id of neither kind */
  async read(ownerId: string): Promise<SyncState> {
    const { repository } = this.#options;
    this.#assertThere(ownerId);
    const settings = this.#settingsOf(ownerId);
    const { mode, schedule, isPaused } = settings;
    const isOnBattery = this.#isOnBattery;
    const library = await this.#describeOrSay(ownerId);
    return {
      ownerId,
      mode,
      schedule,
      isPaused,
      isOnBattery,
      obstacle: typeof library === 'string' ? library : null,
      canWatch: typeof library !== 'string' && library.loaders.some(({ openFolder }) => openFolder !== undefined),
      notes: typeof library === 'string' ? [] : notesOf(library, settings, isOnBattery),
      held: heldIn(repository, ownerId, library),
      last: repository.log(ownerId, NEWEST, 1)[0] ?? null,
      ...this.#workerOf(ownerId).describe(),
    };
  }

  /** Those that are synced, by id. */
  list(): z.input<typeof SyncListSchema> {
    return this.#options.repository
      .list()
      .filter(({ mode, ownerId }) => mode !== 'off' && this.#libraries.has(ownerId))
      .map(({ ownerId, mode, isPaused }) => ({ ownerId, mode, isPaused, missing: this.#missing(ownerId) }));
  }

  /** Questions about missing files. @param hidden owners that the caller may not see */
  notices(hidden: ReadonlySet<string>): Notice[] {
    return this.list()
      .filter(({ ownerId, missing }) => missing > 0 && !hidden.has(ownerId))
      .map(({ ownerId, missing }) => ({ ...this.#libraries.find(ownerId), ownerId, missing }))
      .map(({ ownerId, missing, name, kind }) => ({
        code: 'FILES_MISSING',
        message: `“${name}”: ${countOf(missing, 'file')} of its folders ${missing === 1 ? 'is' : 'are'} missing. Nothing was deleted: say whether a drive is away.`,
        owner: { id: ownerId, kind: KINDS[kind] },
        backup: null,
      }));
  }

  /**
   * Sets how a library is synced.
   * @throws UserError CHATFLOW_NOT_FOUND, INVALID_INPUT, and why it can't be refreshed
   */
  async save(ownerId: string, settings: Settings): Promise<SyncState> {
    const { repository, now, zone } = this.#options;
    this.#assertThere(ownerId);
    const before = this.#settingsOf(ownerId);
    const { mode, isPaused } = settings;
    const schedule = settings.schedule === undefined ? before.schedule : settings.schedule;
    if (mode !== 'off') assertPossible(await this.#libraries.describe(ownerId), mode, schedule);
    const isDue = mode === 'schedule' && schedule !== null;
    const nextMs = isDue ? nextTime(schedule, now().getTime(), zone) : null;
    const saved = { ...before, mode, schedule, isPaused, nextMs };
    repository.save(saved);
    this.#workerOf(ownerId).configure(saved);
    return this.read(ownerId);
  }

  /** Refreshes everything now, whatever the settings. @throws UserError CHATFLOW_NOT_FOUND, and why it can't be refreshed */
  async refresh(ownerId: string): Promise<SyncState> {
    this.#assertThere(ownerId);
    if ((await this.#libraries.describe(ownerId)).loaders.length === 0) throw nothingFetches();
    this.#workerOf(ownerId).refresh();
    return this.read(ownerId);
  }

  /**
   * Answers what became of missing files.
   * @throws UserError CHATFLOW_NOT_FOUND, NOTHING_HELD
   */
  async answer(ownerId: string, { answer, loaderId }: SyncAnswer): Promise<SyncState> {
    const { repository } = this.#options;
    this.#assertThere(ownerId);
    const held = repository.held(ownerId).filter((one) => loaderId === undefined || one.loaderId === loaderId);
    if (held.length === 0) {
      throw new UserError('NOTHING_HELD', 'No files are missing here, or they are back: look again.');
    }
    for (const { loaderId: id, ...one } of held) repository.hold({ ownerId, loaderId: id }, { ...one, answer });
    if (answer === 'gone') this.#workerOf(ownerId).refresh();
    return this.read(ownerId);
  }

  /** What syncing did, newest first. @throws UserError CHATFLOW_NOT_FOUND */
  async log(ownerId: string, before: number | undefined, limit: number): Promise<SyncLogEntry[]> {
    this.#assertThere(ownerId);
    return this.#options.repository.log(ownerId, before ?? NEWEST, limit);
  }

  /** Deletes the settings, files and log of a library that was removed. */
  forget(ownerId: string): void {
    const { repository } = this.#options;
    this.#workers.get(ownerId)?.close();
    this.#workers.delete(ownerId);
    repository.remove(ownerId);
    repository.clearLog(ownerId);
    repository.removeFolders(ownerId);
    const some = (): void => {
      if (!this.#closing.signal.aborted && repository.removeSomeFiles(ownerId, FORGET_BATCH) > 0) setImmediate(some);
    };
    some();
  }

  /** Starts a worker for each synced library; a time that passed while the server did not run is made up for once. */
  async start(): Promise<void> {
    await this.#readPower();
    for (const settings of this.#options.repository.list()) {
      if (this.#libraries.has(settings.ownerId) || this.#options.isBinned(settings.ownerId))
        this.#workerOf(settings.ownerId).configure(settings);
      else this.forget(settings.ownerId);
    }
  }

  /** Ends all workers; nothing starts any more. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#powerTimer);
    for (const worker of this.#workers.values()) worker.close();
  }

  /** Settles when nothing is at work. */
  async settled(): Promise<void> {
    const ends = await Promise.allSettled([...this.#workers.values()].map((worker) => worker.settled()));
    for (const end of ends) {
      if (end.status === 'rejected') this.#options.log.error({ err: end.reason }, 'A sync failed');
    }
  }

  /** Missing files without an answer. */
  #missing(ownerId: string): number {
    const open = this.#options.repository.held(ownerId).filter(({ answer }) => answer === null);
    return open.reduce((sum, { count }) => sum + count, 0);
  }

  #settingsOf(ownerId: string): StoredSync {
    return this.#options.repository.find(ownerId) ?? unset(ownerId);
  }

  #workerOf(ownerId: string): SyncWorker {
    const known = this.#workers.get(ownerId);
    if (known !== undefined) return known;
    const worker = new SyncWorker(this.#settingsOf(ownerId), {
      ...this.#options,
      isOnBattery: () => this.#isOnBattery,
      closing: this.#closing.signal,
    });
    this.#workers.set(ownerId, worker);
    return worker;
  }

  #assertThere(ownerId: string): void {
    if (!this.#libraries.has(ownerId)) this.#libraries.find(ownerId);
  }

  /** The library, or why it can't be synced. */
  async #describeOrSay(ownerId: string): Promise<SyncedLibrary | string> {
    try {
      const library = await this.#libraries.describe(ownerId);
      return library.loaders.length === 0 ? nothingFetches().message : library;
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }

  async #readPower(): Promise<void> {
    this.#isOnBattery = await this.#options.readPower();
    if (this.#closing.signal.aborted) return;
    this.#powerTimer = setTimeout(() => void this.#readPower(), POWER_EVERY_MS).unref();
  }
}

export interface OpenSyncOptions
  extends Omit<SyncedLibrariesOptions, 'cacheFolder'>,
    Pick<SyncWorkerDeps, 'now' | 'clock' | 'log'> {
  readonly db: Database;
  readonly folder: { readonly cache: string };
  /** Called when an owner is deleted. */
  readonly onRemoved: ((ownerId: string) => void)[];
}

/** Makes the service, not started. */
export function openSync({ db, folder, libraries, upserts, onRemoved, ...given }: OpenSyncOptions): SyncService {
  const bin = createBinRepository(db);
  const sync = new SyncService({
    ...given,
    repository: createSyncRepository(db),
    libraries: createSyncedLibraries({ libraries, upserts, cacheFolder: folder.cache }),
    isBinned: (ownerId) => bin.find(ownerId) !== undefined,
    readPower: isOnBattery,
    zone: createZoneClock(),
  });
  onRemoved.push((ownerId) => sync.forget(ownerId));
  return sync;
}
