import type { RunResult } from '../../../../shared/api/runs.ts';
import type { SyncState, SyncTrigger } from '../../../../shared/api/sync.ts';
import { AppError, fromErrorData, toErrorData } from '../../../../shared/errors/errors.ts';
import type { FileChanges } from '../../core/document-loader.ts';
import type { Log } from '../../core/log.ts';
import type { LoaderChanges } from '../../pipeline/load/source-part.ts';
import type { StoredSync, SyncRepository } from '../../storage/repositories/sync-repository.ts';
import type { FolderWatchOptions } from './folder-watch.ts';
import type { ZoneClock } from './next-time.ts';
import { describeRefresh, RefreshLog } from './refresh-log.ts';
import {
  activityOf,
  fileRetryAfter,
  isWatching,
  newWorker,
  next,
  pollEvery,
  type SyncTiming,
  scheduledAt,
  timingOf,
  type WorkerAction,
  type WorkerEvent,
  type WorkerState,
} from './sync-state.ts';
import type { SyncedLibraries, SyncedLibrary } from './synced-library.ts';
import { type FolderChange, WatchedFolders } from './watched-folders.ts';

/** What has changed. A loader whose chunks have other sources than its paths is read whole, but not while files are held: the clean-up would delete their chunks. */
function partOf({ loader, changed, gone, held }: FolderChange): FileChanges {
  if (loader.isBySource) return { changed: changed.map(({ path }) => path), gone };
  return { changed: held === undefined ? undefined : [], gone: [] };
}

/** All files of folders without held files, the changes of the others; chunks of files in `gone` are deleted whatever the clean-up is set to. */
function wholeWork(found: readonly FolderChange[]): LoaderChanges {
  const changesOf = (change: FolderChange): FileChanges =>
    change.held === undefined ? { ...partOf(change), changed: undefined } : partOf(change);
  return { isOnly: false, byLoader: new Map(found.map((change) => [change.loader.id, changesOf(change)])) };
}

/** Only what has changed, and files of the same path in other folders of the library: their chunks share a source. */
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

/** Syncs one library: passes each event to `next`, and carries out its actions. */
export class SyncWorker {
  readonly #deps: SyncWorkerDeps;
  readonly #folders: WatchedFolders;
  readonly #log: RefreshLog;
  #state: WorkerState;
  #working = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: StoredSync, deps: SyncWorkerDeps) {
    this.#deps = deps;
    this.#state = { ...newWorker(settings, deps.clock()), isClosed: deps.closing.aborted };
    this.#log = new RefreshLog({ ...deps, ownerId: settings.ownerId });
    this.#folders = new WatchedFolders({
      ...deps,
      ownerId: settings.ownerId,
      signal: deps.closing,
      onChange: () => this.#on({ type: 'changed' }),
    });
  }

  /** Settles when no refresh is at work. */
  async settled(): Promise<void> {
    for (let seen: Promise<void> | undefined; seen !== this.#working; ) {
      seen = this.#working;
      await seen;
    }
  }

  /** Applies settings, and begins what they require. */
  configure(settings: StoredSync): void {
    this.#on({ type: 'configured', settings });
  }

  /** Refreshes everything; a refresh that is at work is followed by another. */
  refresh(): void {
    this.#on({ type: 'requested', trigger: 'person' });
  }

  close(): void {
    this.#on({ type: 'closed' });
  }

  /** What goes on, as people see it. */
  describe(): Pick<SyncState, 'activity' | 'nextRunDate' | 'runId' | 'folders'> {
    const nextMs = scheduledAt(this.#state);
    return {
      activity: activityOf(this.#state, this.#folders.problems().length > 0),
      nextRunDate: nextMs === null ? null : new Date(nextMs).toISOString(),
      runId: this.#state.runId ?? null,
      folders: isWatching(this.#state) ? this.#folders.list((scanMs) => pollEvery(this.#timing, scanMs)) : [],
    };
  }

  get #timing(): SyncTiming {
    return timingOf(this.#deps.isOnBattery());
  }

  #on(event: WorkerEvent): void {
    const at = {
      nowMs: this.#deps.now().getTime(),
      clockMs: this.#deps.clock(),
      zone: this.#deps.zone,
      timing: this.#timing,
      slowestScanMs: this.#folders.slowestPolled(),
    };
    const { state, actions } = next(this.#state, { ...event, at });
    this.#state = state;
    for (const action of actions) this.#carryOut(action);
  }

  #carryOut(action: WorkerAction): void {
    switch (action.type) {
      case 'refresh':
        this.#working = this.#refresh(action.trigger).then(
          () => this.#on({ type: 'finished' }),
          (error: unknown) => this.#failed(error),
        );
        return;
      case 'wait':
        clearTimeout(this.#timer);
        if (action.ms !== undefined) this.#timer = setTimeout(() => this.#on({ type: 'timeout' }), action.ms).unref();
        return;
      case 'save':
        this.#deps.repository.save(action.settings);
        return;
      case 'log':
        this.#log.add(action.entry);
        return;
      case 'markAll':
        this.#folders.markAll();
        return;
      case 'unwatch':
        this.#folders.close();
        return;
      case 'forgetLogged':
        this.#log.forget();
    }
  }

  #failed(error: unknown): void {
    if (!(error instanceof AppError) && !this.#state.isClosed) {
      this.#deps.log.error({ err: error, ownerId: this.#state.settings.ownerId }, 'A sync failed');
    }
    const { code, message } = fromErrorData(toErrorData(error));
    this.#on({ type: 'failed', code, message });
  }

  async #refresh(trigger: SyncTrigger): Promise<void> {
    const { ownerId, fingerprint } = this.#state.settings;
    if (!this.#deps.libraries.has(ownerId)) return;
    const library = await this.#deps.libraries.describe(ownerId);
    await this.#folders.open(library, isWatching(this.#state));
    const [problem] = this.#folders.problems();
    this.#log.noteProblem(trigger, problem);
    const isByItself = trigger === 'watch' || trigger === 'start';
    const isWhole = !isByItself || fingerprint !== library.fingerprint;
    if (isWhole || trigger === 'start') this.#folders.markAll();
    const found = await this.#folders.changes(isWhole);
    this.#log.noteHeld(trigger, found);
    const isHeld = found.some(({ held }) => held !== undefined);
    const changes = found.filter(({ changed, gone }) => changed.length + gone.length > 0);
    const isFirst = fingerprint === null && problem === undefined;
    if (isByItself && changes.length === 0 && !isFirst) return;
    // A folder that can't be read would fail the whole: that waits until the folder is back.
    if (isWhole && (!isByItself || problem === undefined)) {
      await this.#sync(trigger, wholeWork(found), found);
      // Held files were not read with these settings.
      if (!isHeld) this.#on({ type: 'stored', fingerprint: library.fingerprint });
    } else {
      const work = someWork(ownerId, library, changes, this.#deps.repository);
      await this.#sync(trigger, work, changes);
    }
  }

  async #sync(trigger: SyncTrigger, work: LoaderChanges, changes: readonly FolderChange[]): Promise<void> {
    for (const change of changes) await this.#folders.saveUnfinished(change);
    const result = await this.#deps.libraries.sync(this.#state.settings.ownerId, work, (runId) =>
      this.#on({ type: 'runStarted', runId }),
    );
    if (this.#state.isClosed) return;
    await this.#remember(changes, result);
    const { numAdded, numDeleted, numUpdated, failedFiles = [] } = result;
    const isUnchanged = numAdded + numDeleted + numUpdated + failedFiles.length === 0;
    const count = (list: 'changed' | 'gone') => changes.reduce((sum, change) => sum + change[list].length, 0);
    const message = describeRefresh({ changed: count('changed'), gone: count('gone') }, result);
    this.#log.add({
      trigger,
      runId: this.#state.runId ?? null,
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
}
