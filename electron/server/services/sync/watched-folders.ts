import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SyncFolder } from '../../../../shared/api/sync.ts';
import { AppError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import type { WatchedFolder } from '../../core/document-loader.ts';
import type {
  HeldFiles,
  Mounts,
  StoredSyncFolder,
  SyncFolderKey,
} from '../../storage/repositories/sync-folder-rows.ts';
import type { StoredSyncFile, SyncRepository } from '../../storage/repositories/sync-repository.ts';
import { type Comparison, type FolderDifference, type FolderLook, findChanges } from './find-changes.ts';
import { type FolderWatch, type FolderWatchOptions, watchFolder } from './folder-watch.ts';
import { findHeld, type Held } from './held-files.ts';
import type { SyncedLibrary, SyncLoader } from './synced-library.ts';

export interface WatchedFoldersOptions {
  readonly ownerId: string;
  readonly repository: SyncRepository;
  readonly now: () => Date;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Called when something may have changed. */
  readonly onHint: () => void;
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
  /** Where something may have changed; "" for everything. */
  hints: Set<string>;
  /** How long it took to look through it. */
  scanMs: number;
  /** Files that are noted. */
  fileCount: number;
}

/** What has become of a folder that could be read. */
export interface FolderChange extends FolderDifference {
  readonly loader: SyncLoader;
  /** Files that are missing besides those that are gone: they stay stored until a person has said what has become of them. */
  readonly held: HeldFiles | undefined;
  /** Whether a person has said that what is gone was deleted. */
  readonly isAnswered: boolean;
  /** Where file systems begin in the folder now. */
  readonly mounts: Mounts;
}

/** More places than that are looked at by looking at everything. */
const MOST_HINTS = 1000;
/** Stands for the identity of a file that is being brought: no file has it. */
const UNFINISHED = '';
/** Rows written in a transaction: some ms. */
const SAVE_BATCH = 500;

function newFolder(loader: SyncLoader): OpenFolder {
  const nothing = { folder: undefined, watch: undefined, inode: undefined, problem: undefined };
  return { loader, ...nothing, hints: new Set(['']), scanMs: 0, fileCount: 0 };
}

/** The folders of one library: watched, compared with what was stored, and noted as stored. */
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

  /** Folders as they are shown. @param everyMs how often one is looked through that tells of nothing */
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

  /** The longest time that looking through a folder took which has to be looked through often; undefined: none has to. */
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

  /** Says that anything may have changed. */
  hintAll(): void {
    for (const one of this.#folders.values()) one.hints.add('');
  }

  /** Finds the folders of a library as it is now, and watches them. */
  async open(library: SyncedLibrary, isWatched: boolean): Promise<void> {
    if (this.#openedFor !== library.fingerprint) this.close();
    this.#openedFor = library.fingerprint;
    for (const loader of library.loaders) {
      if (loader.openFolder === undefined) continue;
      const one = this.#folders.get(loader.id) ?? newFolder(loader);
      this.#folders.set(loader.id, one);
      // Also one that is watched: it may have gone, with all that would tell of it.
      await this.#openOne(one, loader.openFolder, isWatched);
    }
  }

  /** What has changed in the folders that can be read. */
  async changes(isEverything: boolean): Promise<readonly FolderChange[]> {
    const found: FolderChange[] = [];
    for (const one of this.#folders.values()) {
      const difference = await this.#differenceOf(one, isEverything).catch((error: unknown) => {
        one.hints.add('');
        throw error;
      });
      if (difference !== undefined) found.push(difference);
    }
    return found;
  }

  /** Notes files that are about to be brought: if that is cut off, they are known, and found as changed or gone. */
  announce({ loader, changed }: FolderChange): Promise<void> {
    return this.#write(
      loader,
      changed.map(({ path }) => ({ path, identity: UNFINISHED, retryMs: null })),
      [],
    );
  }

  /** Notes files as stored. @param retryOf when to try a file again that could not be read; null for one that was */
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

  /** Counted when it changes: of a million files it takes some time. */
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
      // Another folder of that name tells nothing to a watch of the one before.
      one.watch?.close();
      one.inode = ino;
      one.hints.add('');
      this.#count(one);
      one.watch = await this.#watch(one, one.folder);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      one.problem = error.message;
      one.folder = undefined;
      one.watch?.close();
      one.watch = undefined;
      one.hints.add('');
    }
  }

  /** @returns undefined if it was closed meanwhile */
  async #watch(one: OpenFolder, folder: WatchedFolder): Promise<FolderWatch | undefined> {
    const { onHint, watch } = this.#options;
    const opened = await watchFolder({
      folder,
      onHint(path) {
        if (one.hints.size < MOST_HINTS) one.hints.add(path);
        else one.hints = new Set(['']);
        onHint();
      },
      ...(watch === undefined ? {} : { watch }),
    });
    if (this.#folders.get(one.loader.id) === one) return opened;
    opened.close();
    return undefined;
  }

  async #differenceOf(one: OpenFolder, isEverything: boolean): Promise<FolderChange | undefined> {
    const { repository, clock, now, signal } = this.#options;
    const { loader, folder, hints } = one;
    if (folder === undefined) return undefined;
    one.hints = new Set();
    const places = isEverything ? new Set(['']) : hints;
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
    const look = await findChanges(comparison, places);
    const isWhole = places.has('') || !folder.isFileByFile;
    if (isWhole) one.scanMs = clock() - since;
    const held = await this.#heldOf(comparison, look, known);
    // What is held is held of the whole folder.
    if (held !== undefined && !isWhole) return this.#differenceOf(one, true);
    const isAnswered = known.held?.answer === 'gone' && held !== undefined && held.paths.size <= known.held.count;
    const { changed, mounts } = look;
    if (isAnswered) return { changed, gone: look.gone, loader, mounts, held: undefined, isAnswered };
    if (isWhole) this.#note(key, look, known, held);
    const gone = look.gone.filter((path) => held?.paths.has(path) !== true);
    return { changed, gone, loader, mounts, held: repository.folder(key).held, isAnswered };
  }

  #heldOf(comparison: Comparison, look: FolderLook, known: StoredSyncFolder): Promise<Held | undefined> {
    const storedCount = look.gone.length === 0 ? 0 : this.#options.repository.countFiles(comparison.key);
    const mounts = storedCount === 0 ? {} : known.mounts;
    return findHeld({ look, mounts, storedCount, held: known.held, folder: comparison.folder });
  }

  /** Notes what is held, and where the folder lies as far as it is there. */
  #note(key: SyncFolderKey, look: FolderLook, known: StoredSyncFolder, held: Held | undefined): void {
    const { repository, now } = this.#options;
    // Until then nothing is known to compare with.
    if (held === undefined || known.mounts !== undefined) {
      const away = Object.entries(known.mounts ?? {}).filter(([place]) => held?.away.includes(place));
      const mounts = { ...look.mounts, ...Object.fromEntries(away) };
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
