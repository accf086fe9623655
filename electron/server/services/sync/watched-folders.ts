import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SyncFolder } from '../../../../shared/api/sync.ts';
import { AppError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { WatchedFolder } from '../../core/document-loader.ts';
import type {
  HeldFiles,
  Mounts,
  StoredSyncFile,
  StoredSyncFolder,
  SyncFolderKey,
  SyncRepository,
} from '../../storage/repositories/sync-repository.ts';
import {
  type Comparison,
  type FolderDifference,
  type FolderScan,
  findChanges,
  findHeld,
  type Held,
} from './find-changes.ts';
import { type FolderWatch, type FolderWatchOptions, watchFolder } from './folder-watch.ts';
import type { SyncedLibrary, SyncLoader } from './synced-library.ts';

export interface WatchedFoldersOptions {
  readonly ownerId: string;
  readonly repository: SyncRepository;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Called when a file or folder may have changed. */
  readonly onChange: () => void;
  readonly watch?: FolderWatchOptions['watch'];
}

/** A folder of the library. */
interface OpenFolder {
  readonly loader: SyncLoader;
  folder: WatchedFolder | undefined;
  watch: FolderWatch | undefined;
  inode: number | undefined;
  /** Why it can't be read now. */
  problem: string | undefined;
  /** Paths that may have changed; "" for everything. */
  marked: Set<string>;
  /** How long the last scan of it took. */
  scanMs: number;
  /** Stored files. */
  fileCount: number;
}

/** What has changed in a folder that could be read. */
export interface FolderChange extends FolderDifference {
  readonly loader: SyncLoader;
  /** Missing files besides those of `gone`: they stay stored until a person answers. */
  readonly held: HeldFiles | undefined;
  /** Whether a person has confirmed that the missing files were deleted. */
  readonly isAnswered: boolean;
  /** Where file systems begin in the folder now. */
  readonly mounts: Mounts;
}

/** If more paths than that may have changed, the whole folder is scanned. */
const MOST_MARKED = 1000;
/** Identity of a file that is being stored: no file has it. */
const UNFINISHED = '';
/** Rows written in a transaction: some ms. */
const SAVE_BATCH = 500;

function newFolder(loader: SyncLoader): OpenFolder {
  const nothing = { folder: undefined, watch: undefined, inode: undefined, problem: undefined };
  return { loader, ...nothing, marked: new Set(['']), scanMs: 0, fileCount: 0 };
}

/** The folders of one library: watched, compared with their stored files, and stored. */
export class WatchedFolders {
  readonly #options: WatchedFoldersOptions;
  readonly #folders = new Map<string, OpenFolder>();
  #openedFor: string | undefined;

  constructor(options: WatchedFoldersOptions) {
    this.#options = options;
  }

  close(): void {
    for (const { watch } of this.#folders.values()) watch?.close();
    this.#folders.clear();
    this.#openedFor = undefined;
  }

  /** Folders as they are shown. @param everyMs how often a folder is scanned that reports no changes */
  list(everyMs: (scanMs: number) => number): SyncFolder[] {
    return [...this.#folders.values()].map(({ loader, folder, watch, problem, scanMs, fileCount }) => ({
      loaderId: loader.id,
      label: loader.label,
      path: folder?.root ?? '',
      fileCount,
      everySeconds: watch?.reason === undefined ? null : Math.round(everyMs(scanMs) / 1000),
      reason: watch?.reason ?? null,
      problem: problem ?? null,
    }));
  }

  /** The longest scan of the folders that report no changes; undefined: all report them. */
  slowestPolled(): number | undefined {
    const polled = [...this.#folders.values()].filter(
      ({ watch, problem }) => watch?.reason !== undefined || problem !== undefined,
    );
    return polled.length === 0 ? undefined : Math.max(...polled.map(({ scanMs }) => scanMs));
  }

  /** Why folders can't be read now. */
  problems(): readonly string[] {
    return [...this.#folders.values()].flatMap(({ problem }) => problem ?? []);
  }

  /** Everything is scanned the next time. */
  markAll(): void {
    for (const one of this.#folders.values()) one.marked.add('');
  }

  /** Finds the folders of a library as it is now, and watches them. */
  async open(library: SyncedLibrary, isWatched: boolean): Promise<void> {
    if (this.#openedFor !== library.fingerprint) this.close();
    this.#openedFor = library.fingerprint;
    for (const loader of library.loaders) {
      if (loader.openFolder === undefined) continue;
      const one = this.#folders.get(loader.id) ?? newFolder(loader);
      this.#folders.set(loader.id, one);
      // Also one that is watched: it may have been deleted with its watches.
      await this.#openOne(one, loader.openFolder, isWatched);
    }
  }

  /** What has changed in the folders that can be read. */
  async changes(isEverything: boolean): Promise<readonly FolderChange[]> {
    const found: FolderChange[] = [];
    for (const one of this.#folders.values()) {
      const difference = await this.#differenceOf(one, isEverything).catch((error: unknown) => {
        one.marked.add('');
        throw error;
      });
      if (difference !== undefined) found.push(difference);
    }
    return found;
  }

  /** Stores the paths of files that a run is about to store: if it is interrupted, the next scan finds them changed or missing. */
  saveUnfinished({ loader, changed }: FolderChange): Promise<void> {
    return this.#write(
      loader,
      changed.map(({ path }) => ({ path, identity: UNFINISHED, retryMs: null })),
      [],
    );
  }

  /** Stores the identities of files after a run. @param retryOf when to try a file again that could not be read; null for one that could */
  async save(
    { loader, changed, gone, mounts, isAnswered }: FolderChange,
    retryOf: (path: string) => number | null,
  ): Promise<void> {
    await this.#write(
      loader,
      changed.map(({ path, identity }) => ({ path, identity, retryMs: retryOf(path) })),
      gone,
    );
    if (!isAnswered) return;
    this.#options.repository.saveMounts(this.#keyOf(loader), mounts);
    this.#options.repository.hold(this.#keyOf(loader), undefined);
  }

  #keyOf(loader: SyncLoader): SyncFolderKey {
    return { ownerId: this.#options.ownerId, loaderId: loader.id };
  }

  async #write(loader: SyncLoader, files: readonly StoredSyncFile[], gone: readonly string[]): Promise<void> {
    const { repository } = this.#options;
    const key = this.#keyOf(loader);
    for (let at = 0; at < Math.max(files.length, gone.length); at += SAVE_BATCH) {
      repository.saveFiles(key, files.slice(at, at + SAVE_BATCH), gone.slice(at, at + SAVE_BATCH));
      await nextTurn();
    }
    this.#count(this.#folders.get(loader.id));
  }

  /** Counted after each change only: of a million files it takes 0.1 s. */
  #count(one: OpenFolder | undefined): void {
    const { ownerId, repository } = this.#options;
    if (one !== undefined) one.fileCount = repository.countFiles({ ownerId, loaderId: one.loader.id });
  }

  async #openOne(one: OpenFolder, openFolder: () => Promise<WatchedFolder>, isWatched: boolean): Promise<void> {
    try {
      one.folder = await openFolder();
      one.problem = undefined;
      const { ino } = await stat(one.folder.root);
      if (!isWatched || (one.watch !== undefined && one.inode === ino)) return;
      // The watch of the folder before reports nothing of another one of that name.
      one.watch?.close();
      one.inode = ino;
      one.marked.add('');
      this.#count(one);
      one.watch = await this.#watch(one, one.folder);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      one.problem = error.message;
      one.folder = undefined;
      one.watch?.close();
      one.watch = undefined;
      one.marked.add('');
    }
  }

  /** @returns undefined if it was closed meanwhile */
  async #watch(one: OpenFolder, folder: WatchedFolder): Promise<FolderWatch | undefined> {
    const { onChange, watch } = this.#options;
    const opened = await watchFolder({
      folder,
      onChange(path) {
        if (one.marked.size < MOST_MARKED) one.marked.add(path);
        else one.marked = new Set(['']);
        onChange();
      },
      ...(watch === undefined ? {} : { watch }),
    });
    if (this.#folders.get(one.loader.id) === one) return opened;
    opened.close();
    return undefined;
  }

  async #differenceOf(one: OpenFolder, isEverything: boolean): Promise<FolderChange | undefined> {
    const { repository, clock, now, signal } = this.#options;
    const { loader, folder, marked } = one;
    if (folder === undefined) return undefined;
    one.marked = new Set();
    const places = isEverything ? new Set(['']) : marked;
    if (places.size === 0) return undefined;
    const key = this.#keyOf(loader);
    const known = repository.folder(key);
    const since = clock();
    const comparison = {
      folder,
      key,
      files: repository,
      mounts: known.mounts ?? {},
      nowMs: now().getTime(),
      signal,
    };
    const scan = await findChanges(comparison, places);
    const isWhole = places.has('') || !folder.isFileByFile;
    if (isWhole) one.scanMs = clock() - since;
    const held = await this.#heldOf(comparison, scan, known);
    // Held files are counted in the whole folder.
    if (held !== undefined && !isWhole) return this.#differenceOf(one, true);
    const isAnswered = known.held?.answer === 'gone' && held !== undefined && held.paths.size <= known.held.count;
    const { changed, mounts } = scan;
    if (isAnswered) return { changed, gone: scan.gone, loader, mounts, held: undefined, isAnswered };
    if (isWhole) this.#note(key, scan, known, held);
    const gone = scan.gone.filter((path) => held?.paths.has(path) !== true);
    return { changed, gone, loader, mounts, held: repository.folder(key).held, isAnswered };
  }

  #heldOf(comparison: Comparison, scan: FolderScan, known: StoredSyncFolder): Promise<Held | undefined> {
    const storedCount = scan.gone.length === 0 ? 0 : this.#options.repository.countFiles(comparison.key);
    const mounts = storedCount === 0 ? {} : known.mounts;
    return findHeld({ scan, mounts, storedCount, held: known.held, folder: comparison.folder });
  }

  /** Stores which files are held, and the mounts that are there. */
  #note(key: SyncFolderKey, scan: FolderScan, known: StoredSyncFolder, held: Held | undefined): void {
    const { repository, now } = this.#options;
    // Without stored mounts there is nothing to compare with.
    if (held === undefined || known.mounts !== undefined) {
      const away = Object.entries(known.mounts ?? {}).filter(([place]) => held?.away.includes(place));
      const mounts = { ...scan.mounts, ...Object.fromEntries(away) };
      if (canonicalJson(mounts) !== canonicalJson(known.mounts ?? {})) repository.saveMounts(key, mounts);
    }
    if (held === undefined) {
      if (known.held !== undefined) repository.hold(key, undefined);
      return;
    }
    const count = held.paths.size;
    const isMore = count > (known.held?.count ?? 0);
    const { date = now().toISOString(), answer = null } = known.held ?? {};
    const isKnown = known.held?.count === count && known.held.why === held.why;
    if (!isKnown)
      repository.hold(key, { count, isOfAll: held.isOfAll, why: held.why, date, answer: isMore ? null : answer });
  }
}
