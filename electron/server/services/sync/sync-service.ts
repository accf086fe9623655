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
import type { StoredSync, SyncRepository } from '../../storage/repositories/sync-repository.ts';
import { Keeper, type KeeperDeps } from './keeper.ts';
import { nextTime } from './next-time.ts';
import type { SyncOwner, SyncOwners } from './owner.ts';

export interface SyncServiceOptions extends Omit<KeeperDeps, 'owners' | 'isOnBattery' | 'closing'> {
  readonly flows: SyncOwners;
  readonly stores: SyncOwners;
  /** Whether an owner is in the bin: it is left alone, and what is kept of it stays. */
  readonly isBinned: (ownerId: string) => boolean;
  /** Whether the machine runs on its battery. */
  readonly readPower: () => Promise<boolean>;
}

type Settings = z.output<typeof SyncSettingsSchema>;

/** Files forgotten in one transaction: a few ms. */
const FORGET_BATCH = 500;
const POWER_EVERY_MS = 60_000;
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Owners of both kinds as one. @throws UserError CHATFLOW_NOT_FOUND for an id of neither */
function bothKinds({ flows, stores, isBinned }: Pick<SyncServiceOptions, 'flows' | 'stores' | 'isBinned'>): SyncOwners {
  const kindOf = (ownerId: string): SyncOwners => (stores.has(ownerId) ? stores : flows);
  return {
    has: (ownerId) => (flows.has(ownerId) || stores.has(ownerId)) && !isBinned(ownerId),
    nameOf: (ownerId) => kindOf(ownerId).nameOf(ownerId),
    describe: (ownerId) => kindOf(ownerId).describe(ownerId),
    refresh: (ownerId, work, onRun) => kindOf(ownerId).refresh(ownerId, work, onRun),
  };
}

function unset(ownerId: string): StoredSync {
  return { ownerId, mode: 'off', schedule: null, isPaused: false, nextMs: null, fingerprint: null };
}

/** What is to be known of an owner besides its settings. */
function notesOf({ cleanup, fingerprint, loaders }: SyncOwner, settings: StoredSync, isOnBattery: boolean): string[] {
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

function heldIn(repository: Pick<SyncRepository, 'held'>, ownerId: string, owner: SyncOwner | string): HeldFiles[] {
  const loaders = typeof owner === 'string' ? [] : owner.loaders;
  const labels = new Map(loaders.map(({ id, label }) => [id, label]));
  return repository
    .held(ownerId)
    .map(({ isOfAll: _, ...held }) => ({ ...held, label: labels.get(held.loaderId) ?? held.loaderId }));
}

function assertPossible({ loaders }: SyncOwner, mode: SyncMode, schedule: Schedule | null): void {
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

/** Keeps chatflows and document stores in step with where their documents come from: at set times, or as files change. */
export class SyncService {
  readonly #options: SyncServiceOptions;
  readonly #owners: SyncOwners;
  readonly #closing = new AbortController();
  readonly #keepers = new Map<string, Keeper>();
  #isOnBattery = false;
  #powerTimer: NodeJS.Timeout | undefined;

  constructor(options: SyncServiceOptions) {
    this.#options = options;
    this.#owners = bothKinds(options);
  }

  /** @throws UserError CHATFLOW_NOT_FOUND for an id of neither kind */
  async read(ownerId: string): Promise<SyncState> {
    const { repository } = this.#options;
    await this.#assertThere(ownerId);
    const settings = this.#settingsOf(ownerId);
    const { mode, schedule, isPaused } = settings;
    const isOnBattery = this.#isOnBattery;
    const owner = await this.#describeOrSay(ownerId);
    return {
      ownerId,
      mode,
      schedule,
      isPaused,
      isOnBattery,
      obstacle: typeof owner === 'string' ? owner : null,
      canWatch: typeof owner !== 'string' && owner.loaders.some(({ openFolder }) => openFolder !== undefined),
      notes: typeof owner === 'string' ? [] : notesOf(owner, settings, isOnBattery),
      held: heldIn(repository, ownerId, owner),
      last: repository.log(ownerId, NEWEST, 1)[0] ?? null,
      ...this.#keeperOf(ownerId).describe(),
    };
  }

  /** Those that are kept in step, by id. */
  list(): z.input<typeof SyncListSchema> {
    return this.#options.repository
      .list()
      .filter(({ mode, ownerId }) => mode !== 'off' && this.#owners.has(ownerId))
      .map(({ ownerId, mode, isPaused }) => ({ ownerId, mode, isPaused, missing: this.#missing(ownerId) }));
  }

  /** Asks about files that are missing. @param hidden owners that the caller may not see */
  notices(hidden: ReadonlySet<string>): Notice[] {
    return this.list()
      .filter(({ ownerId, missing }) => missing > 0 && !hidden.has(ownerId))
      .map(({ ownerId, missing }) => ({
        code: 'FILES_MISSING',
        message: `“${this.#owners.nameOf(ownerId)}”: ${countOf(missing, 'file')} of its folders ${missing === 1 ? 'is' : 'are'} missing. Nothing was deleted: say whether a drive is away.`,
        owner: { id: ownerId, kind: this.#options.stores.has(ownerId) ? 'store' : 'flow' },
        backup: null,
      }));
  }

  /**
   * Says how an owner is kept in step from now on.
   * @throws UserError CHATFLOW_NOT_FOUND, INVALID_INPUT, and why it can't be refreshed
   */
  async save(ownerId: string, settings: Settings): Promise<SyncState> {
    const { repository, now, zone } = this.#options;
    await this.#assertThere(ownerId);
    const before = this.#settingsOf(ownerId);
    const { mode, isPaused } = settings;
    const schedule = settings.schedule === undefined ? before.schedule : settings.schedule;
    if (mode !== 'off') assertPossible(await this.#owners.describe(ownerId), mode, schedule);
    const isDue = mode === 'schedule' && schedule !== null;
    const nextMs = isDue ? nextTime(schedule, now().getTime(), zone) : null;
    const saved = { ...before, mode, schedule, isPaused, nextMs };
    repository.save(saved);
    this.#keeperOf(ownerId).configure(saved);
    return this.read(ownerId);
  }

  /** Refreshes everything now, whatever the settings. @throws UserError CHATFLOW_NOT_FOUND, and why it can't be refreshed */
  async refresh(ownerId: string): Promise<SyncState> {
    await this.#assertThere(ownerId);
    if ((await this.#owners.describe(ownerId)).loaders.length === 0) throw nothingFetches();
    this.#keeperOf(ownerId).ask('person');
    return this.read(ownerId);
  }

  /**
   * Says what has become of files that are missing.
   * @throws UserError CHATFLOW_NOT_FOUND, NOTHING_HELD
   */
  async answer(ownerId: string, { answer, loaderId }: SyncAnswer): Promise<SyncState> {
    const { repository } = this.#options;
    await this.#assertThere(ownerId);
    const held = repository.held(ownerId).filter((one) => loaderId === undefined || one.loaderId === loaderId);
    if (held.length === 0) {
      throw new UserError('NOTHING_HELD', 'No files are missing here, or they are back: look again.');
    }
    for (const { loaderId: id, ...one } of held) repository.hold({ ownerId, loaderId: id }, { ...one, answer });
    if (answer === 'gone') this.#keeperOf(ownerId).ask('person');
    return this.read(ownerId);
  }

  /** What keeping in step did, newest first. @throws UserError CHATFLOW_NOT_FOUND */
  async log(ownerId: string, before: number | undefined, limit: number): Promise<SyncLogEntry[]> {
    await this.#assertThere(ownerId);
    return this.#options.repository.log(ownerId, before ?? NEWEST, limit);
  }

  /** Deletes what is kept of an owner that is gone. */
  forget(ownerId: string): void {
    const { repository } = this.#options;
    this.#keepers.get(ownerId)?.close();
    this.#keepers.delete(ownerId);
    repository.remove(ownerId);
    repository.clearLog(ownerId);
    repository.removeFolders(ownerId);
    const some = (): void => {
      if (!this.#closing.signal.aborted && repository.removeSomeFiles(ownerId, FORGET_BATCH) > 0) setImmediate(some);
    };
    some();
  }

  /** Begins what the settings ask for; what was missed while the server did not run is done once. */
  async start(): Promise<void> {
    await this.#lookAtPower();
    for (const settings of this.#options.repository.list()) {
      if (this.#owners.has(settings.ownerId) || this.#options.isBinned(settings.ownerId))
        this.#keeperOf(settings.ownerId).configure(settings);
      else this.forget(settings.ownerId);
    }
  }

  /** Begins nothing any more. */
  close(): void {
    this.#closing.abort();
    clearTimeout(this.#powerTimer);
    for (const keeper of this.#keepers.values()) keeper.close();
  }

  /** Settles when nothing is at work. */
  async settled(): Promise<void> {
    const ends = await Promise.allSettled([...this.#keepers.values()].map(({ settled }) => settled));
    for (const end of ends) {
      if (end.status === 'rejected') this.#options.log.error({ err: end.reason }, 'Keeping in step failed');
    }
  }

  /** Files that somebody has to answer for. */
  #missing(ownerId: string): number {
    const open = this.#options.repository.held(ownerId).filter(({ answer }) => answer === null);
    return open.reduce((sum, { count }) => sum + count, 0);
  }

  #settingsOf(ownerId: string): StoredSync {
    return this.#options.repository.find(ownerId) ?? unset(ownerId);
  }

  #keeperOf(ownerId: string): Keeper {
    const known = this.#keepers.get(ownerId);
    if (known !== undefined) return known;
    const keeper = new Keeper(this.#settingsOf(ownerId), {
      ...this.#options,
      owners: this.#owners,
      isOnBattery: () => this.#isOnBattery,
      closing: this.#closing.signal,
    });
    this.#keepers.set(ownerId, keeper);
    return keeper;
  }

  async #assertThere(ownerId: string): Promise<void> {
    if (!this.#owners.has(ownerId)) await this.#options.flows.describe(ownerId);
  }

  /** The owner, or why it can't be refreshed. */
  async #describeOrSay(ownerId: string): Promise<SyncOwner | string> {
    try {
      const owner = await this.#owners.describe(ownerId);
      return owner.loaders.length === 0 ? nothingFetches().message : owner;
    } catch (error) {
      if (error instanceof AppError) return error.message;
      throw error;
    }
  }

  async #lookAtPower(): Promise<void> {
    this.#isOnBattery = await this.#options.readPower();
    if (this.#closing.signal.aborted) return;
    this.#powerTimer = setTimeout(() => void this.#lookAtPower(), POWER_EVERY_MS).unref();
  }
}
