import type { RunResult } from '../../../../shared/api/runs.ts';
import type { SyncState, SyncTrigger } from '../../../../shared/api/sync.ts';
import { AppError, fromErrorData, toErrorData } from '../../../../shared/errors/errors.ts';
import type { FileChanges } from '../../core/document-loader.ts';
import type { Log } from '../../core/log.ts';
import type { LoaderChanges } from '../../pipeline/flow-source.ts';
import type { StoredSync, SyncRepository } from '../../storage/repositories/sync-repository.ts';
import type { FolderWatchOptions } from './folder-watch.ts';
import { nextTime, type ZoneClock } from './next-time.ts';
import { describeRefresh, RefreshLog } from './refresh-log.ts';
import {
  fileRetryAfter,
  LAST_RETRY,
  LONGEST_TIMER_MS,
  MISSED_AFTER_MS,
  pollEvery,
  retryAfter,
  type SyncTiming,
  timingOf,
} from './sync-timing.ts';
import type { SyncedLibraries, SyncedLibrary } from './synced-library.ts';
import { type FolderChange, WatchedFolders } from './watched-folders.ts';

const RANK: Readonly<Record<SyncTrigger, number>> = { watch: 0, start: 1, schedule: 2, missed: 2, person: 3 };

/** Of two reasons for a refresh the one that asks for more. */
function strongest(one: SyncTrigger, other: SyncTrigger | undefined): SyncTrigger {
  return other === undefined || RANK[one] > RANK[other] ? one : other;
}

/** What has changed; all of a loader whose chunks are not known by its paths, unless something is missing: read whole, that would be swept away. */
function partOf({ loader, changed, gone, held }: FolderChange): FileChanges {
  if (loader.isBySource) return { changed: changed.map(({ path }) => path), gone };
  return { changed: held === undefined ? undefined : [], gone: [] };
}

/** Everything that there is, but of a folder of which something is missing; files that are known to be gone are cleaned up, however the clean-up is set. */
function wholeWork(found: readonly FolderChange[]): LoaderChanges {
  const changesOf = (change: FolderChange): FileChanges =>
    change.held === undefined ? { ...partOf(change), changed: undefined } : partOf(change);
  return { isOnly: false, byLoader: new Map(found.map((change) => [change.loader.id, changesOf(change)])) };
}

/** Only what has changed, and files of the same path in other folders of the library: their chunks are of one source. */
function someWork(
  ownerId: string,
  library: SyncedLibrary,
  changes: readonly FolderChange[],
  files: Pick<SyncRepository, 'filesAt'>,
): LoaderChanges {
  const byLoader = new Map<string, FileChanges>();
  for (const change of changes) byLoader.set(change.loader.id, partOf(change));
  const touched = changes.flatMap(({ changed, gone }) => [...changed.map(({ path }) => path), ...gone]);
  const others = library.loaders.filter(({ openFolder, isBySource }) => openFolder !== undefined && isBySource);
  for (const { id: loaderId } of others.length > 1 ? others : []) {
    const own = byLoader.get(loaderId) ?? { changed: [], gone: [] };
    const known = new Set([...(own.changed ?? []), ...own.gone]);
    const isStored = (path: string): boolean => files.filesAt({ ownerId, loaderId }, path)[0]?.path === path;
    const same = touched.filter((path) => !known.has(path) && isStored(path));
    if (same.length > 0) byLoader.set(loaderId, { changed: [...(own.changed ?? []), ...same], gone: own.gone });
  }
  return { isOnly: true, byLoader };
}

export interface SyncWorkerDeps {
  readonly repository: SyncRepository;
  readonly libraries: SyncedLibraries;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  readonly zone: ZoneClock;
  readonly log: Log;
  readonly isOnBattery: () => boolean;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
  readonly watch?: FolderWatchOptions['watch'];
}

/** Syncs one library: one refresh at a time, whatever asks for it. */
export class SyncWorker {
  readonly #deps: SyncWorkerDeps;
  readonly #folders: WatchedFolders;
  readonly #log: RefreshLog;
  #settings: StoredSync;
  #asked: SyncTrigger | undefined;
  #working: Promise<void> | undefined;
  #isChecking = false;
  #runId: string | undefined;
  #failures = 0;
  #retryMs: number | undefined;
  /** When all folders were looked through, by the clock. */
  #sweptAt: number;
  /** Since when a change waits. */
  #hintedAt: number | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(settings: StoredSync, deps: SyncWorkerDeps) {
    this.#deps = deps;
    this.#settings = settings;
    this.#sweptAt = deps.clock();
    this.#log = new RefreshLog({ ...deps, ownerId: settings.ownerId });
    this.#folders = new WatchedFolders({
      ...deps,
      ownerId: settings.ownerId,
      signal: deps.closing,
      onHint: () => this.#hinted(),
    });
  }

  /** Settles when no refresh is at work. */
  get settled(): Promise<void> {
    return this.#working ?? Promise.resolve();
  }

  /** Takes settings over, and begins what they ask for. */
  configure(settings: StoredSync): void {
    this.#settings = settings;
    this.#failures = 0;
    this.#retryMs = undefined;
    this.#log.forget();
    if (this.#isWatching) this.ask('start');
    else if (this.#working === undefined) this.#folders.close();
    this.#arm();
  }

  /** Asks for a refresh; one that is at work is followed by another. */
  ask(trigger: SyncTrigger): void {
    if (this.#isStopped) return;
    this.#asked = strongest(trigger, this.#asked);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      this.#isChecking = false;
      if (!this.#isWatching) this.#folders.close();
      if (this.#asked === undefined) this.#arm();
      else this.ask(this.#asked);
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    this.#folders.close();
  }

  /** What goes on, as people see it. */
  describe(): Pick<SyncState, 'activity' | 'nextRunDate' | 'runId' | 'folders'> {
    const { nextMs } = this.#settings;
    return {
      activity: this.#activity(),
      nextRunDate: nextMs === null || !this.#isScheduled ? null : new Date(nextMs).toISOString(),
      runId: this.#runId ?? null,
      folders: this.#isWatching ? this.#folders.list((scanMs) => pollEvery(this.#timing, scanMs)) : [],
    };
  }

  get #isStopped(): boolean {
    return this.#isClosed || this.#deps.closing.aborted;
  }

  get #isWatching(): boolean {
    return this.#settings.mode === 'watch' && !this.#settings.isPaused && !this.#isStopped;
  }

  get #isScheduled(): boolean {
    return this.#settings.mode === 'schedule' && !this.#settings.isPaused;
  }

  get #timing(): SyncTiming {
    return timingOf(this.#deps.isOnBattery());
  }

  #activity(): SyncState['activity'] {
    if (this.#runId !== undefined) return 'running';
    if (this.#isChecking) return 'checking';
    if (this.#settings.mode === 'off') return 'off';
    if (this.#settings.isPaused) return 'paused';
    return this.#retryMs !== undefined || this.#folders.problems().length > 0 ? 'waiting' : 'idle';
  }

  #hinted(): void {
    if (!this.#isWatching) return;
    const now = this.#deps.clock();
    this.#hintedAt ??= now;
    const { quietMs, longestWaitMs } = this.#timing;
    clearTimeout(this.#quiet);
    const wait = Math.max(0, Math.min(quietMs, this.#hintedAt + longestWaitMs - now));
    this.#quiet = setTimeout(() => {
      this.#hintedAt = undefined;
      // After a failure the change waits for its turn with what failed.
      if (this.#retryMs === undefined) this.ask('watch');
    }, wait).unref();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#settings.mode === 'off') return;
    const nowMs = this.#deps.now().getTime();
    const due = [this.#isScheduled ? this.#settings.nextMs : null, this.#retryMs].filter(
      (ms) => typeof ms === 'number',
    );
    const wait = Math.min(LONGEST_TIMER_MS, this.#untilSweep(), ...due.map((ms) => Math.max(0, ms - nowMs)));
    this.#timer = setTimeout(() => this.#tick(), wait).unref();
  }

  /** Milliseconds until the folders are to be looked through. */
  #untilSweep(): number {
    if (!this.#isWatching) return LONGEST_TIMER_MS;
    const polled = this.#folders.slowestPolled();
    const every = polled === undefined ? this.#timing.sweepMs : pollEvery(this.#timing, polled);
    return Math.max(0, this.#sweptAt + every - this.#deps.clock());
  }

  #tick(): void {
    if (this.#isStopped) return;
    const nowMs = this.#deps.now().getTime();
    const { nextMs } = this.#settings;
    if (this.#isScheduled && nextMs !== null && nextMs <= nowMs) {
      this.ask(nowMs - nextMs > MISSED_AFTER_MS ? 'missed' : 'schedule');
    } else if (this.#isWatching && this.#retryMs !== undefined && this.#retryMs <= nowMs) {
      this.ask('watch');
    } else if (this.#isWatching && this.#retryMs === undefined && this.#untilSweep() === 0) {
      this.#folders.hintAll();
      this.ask('watch');
    }
    if (this.#working === undefined) this.#arm();
  }

  async #work(): Promise<void> {
    for (let trigger = this.#take(); trigger !== undefined; trigger = this.#take()) {
      this.#isChecking = true;
      try {
        await this.#refresh(trigger);
        this.#failures = 0;
        this.#retryMs = undefined;
      } catch (error) {
        if (this.#isStopped) return;
        this.#failed(trigger, error);
      }
      this.#isChecking = false;
      this.#runId = undefined;
      this.#scheduleNext(trigger);
    }
  }

  #take(): SyncTrigger | undefined {
    const trigger = this.#isStopped ? undefined : this.#asked;
    this.#asked = undefined;
    return trigger;
  }

  /** A time that was due is done with when its refresh has ended: one that is cut off is due at the next start. */
  #scheduleNext(trigger: SyncTrigger): void {
    const { schedule } = this.#settings;
    if (!this.#isScheduled || schedule === null || (trigger !== 'schedule' && trigger !== 'missed')) return;
    this.#save({ nextMs: nextTime(schedule, this.#deps.now().getTime(), this.#deps.zone) });
  }

  #save(change: Partial<StoredSync>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#deps.repository.save(this.#settings);
  }

  async #refresh(trigger: SyncTrigger): Promise<void> {
    const { ownerId } = this.#settings;
    if (!this.#deps.libraries.has(ownerId)) return;
    const library = await this.#deps.libraries.describe(ownerId);
    await this.#folders.open(library, this.#isWatching);
    const [problem] = this.#folders.problems();
    this.#log.noteProblem(trigger, problem);
    const isByItself = trigger === 'watch' || trigger === 'start';
    const isWhole = !isByItself || this.#settings.fingerprint !== library.fingerprint;
    if (isWhole || trigger === 'start') this.#folders.hintAll();
    const found = await this.#folders.changes(isWhole);
    this.#sweptAt = this.#deps.clock();
    this.#log.noteHeld(trigger, found);
    const isHeld = found.some(({ held }) => held !== undefined);
    const changes = found.filter(({ changed, gone }) => changed.length + gone.length > 0);
    const isFirst = this.#settings.fingerprint === null && problem === undefined;
    if (isByItself && changes.length === 0 && !isFirst) return;
    // A folder that can't be read would end the whole: it waits until that is back.
    if (isWhole && (!isByItself || problem === undefined)) {
      await this.#carryOut(trigger, wholeWork(found), found);
      // What is held was not read with these settings.
      if (!isHeld && !this.#isStopped) this.#save({ fingerprint: library.fingerprint });
    } else {
      const work = someWork(ownerId, library, changes, this.#deps.repository);
      await this.#carryOut(trigger, work, changes);
    }
  }

  async #carryOut(trigger: SyncTrigger, work: LoaderChanges, changes: readonly FolderChange[]): Promise<void> {
    for (const change of changes) await this.#folders.announce(change);
    const result = await this.#deps.libraries.sync(this.#settings.ownerId, work, (runId) => {
      this.#runId = runId;
    });
    if (this.#isStopped) return;
    await this.#remember(changes, result);
    const { numAdded, numDeleted, numUpdated, failedFiles = [] } = result;
    const isUnchanged = numAdded + numDeleted + numUpdated + failedFiles.length === 0;
    const count = (list: 'changed' | 'gone') => changes.reduce((sum, change) => sum + change[list].length, 0);
    const message = describeRefresh({ changed: count('changed'), gone: count('gone') }, result);
    this.#log.add({
      trigger,
      runId: this.#runId ?? null,
      outcome: isUnchanged ? 'unchanged' : 'finished',
      message,
      result,
    });
  }

  async #remember(changes: readonly FolderChange[], { failedFiles = [] }: RunResult): Promise<void> {
    const failed = new Map(failedFiles.map(({ name, code }) => [name, code]));
    const nowMs = this.#deps.now().getTime();
    for (const change of changes) {
      await this.#folders.save(change, (path) => {
        const code = failed.get(path);
        return code === undefined ? null : nowMs + fileRetryAfter(code);
      });
    }
  }

  #failed(trigger: SyncTrigger, error: unknown): void {
    const known = fromErrorData(toErrorData(error));
    if (!(error instanceof AppError)) {
      this.#deps.log.error({ err: error, ownerId: this.#settings.ownerId }, 'A sync failed');
    }
    // Who stops a refresh does not want the next one at once.
    this.#failures = known.code === 'RUN_CANCELLED' ? LAST_RETRY : this.#failures + 1;
    this.#folders.hintAll();
    if (this.#isWatching) this.#retryMs = this.#deps.now().getTime() + retryAfter(this.#failures);
    this.#log.add({ trigger, outcome: 'failed', message: known.message, runId: this.#runId ?? null, result: null });
  }
}
