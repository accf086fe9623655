import { setImmediate as nextTurn } from 'node:timers/promises';
import { countOf } from '../../../../shared/text/format.ts';
import type { FolderPlace, WatchedFile, WatchedFolder } from '../../core/document-loader.ts';
import type {
  HeldFiles,
  Mounts,
  StoredSyncFile,
  SyncFolderKey,
  SyncRepository,
} from '../../storage/repositories/sync-repository.ts';

/** A place as it is stored: it stays the same while its drive is connected. */
function nameOf({ device, inode }: FolderPlace): string {
  return `${device}:${inode}`;
}

/** The folders that a path lies in, from the outside: "a", "a/b" for "a/b/c.txt". */
function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** The place of `mounts` whose file system a file lies on, "" for that of the folder. */
function mountOf(mounts: Mounts, path: string): string {
  return foldersOf(path).findLast((folder) => Object.hasOwn(mounts, folder)) ?? '';
}

/** Finds where in a folder other file systems begin, from the files that lie on them. */
class MountFinder {
  readonly #folder: Pick<WatchedFolder, 'placeAt'>;
  readonly #places = new Map<string, FolderPlace | undefined>();

  constructor(folder: Pick<WatchedFolder, 'placeAt'>) {
    this.#folder = folder;
  }

  async note({ path, device }: WatchedFile): Promise<void> {
    const root = await this.#placeAt('');
    if (device === undefined || device === root?.device) return;
    for (const folder of foldersOf(path)) await this.#placeAt(folder);
  }

  async found(): Promise<Mounts> {
    await this.#placeAt('');
    const mounts: Record<string, string> = {};
    for (const [path, place] of this.#places) {
      if (place === undefined) continue;
      const parent = path === '' ? undefined : this.#places.get(foldersOf(path).at(-1) ?? '');
      if (place.device !== parent?.device) mounts[path] = nameOf(place);
    }
    return mounts;
  }

  async #placeAt(path: string): Promise<FolderPlace | undefined> {
    if (!this.#places.has(path)) this.#places.set(path, await this.#folder.placeAt(path));
    return this.#places.get(path);
  }
}

/** How a folder differs from its stored files. */
export interface FolderDifference {
  readonly changed: readonly WatchedFile[];
  readonly gone: readonly string[];
}

/** What a scan of a folder found. */
export interface FolderScan extends FolderDifference {
  /** How many of the changed files are new. */
  readonly added: number;
  /** The stored mounts on which a file is unchanged. */
  readonly unchangedAt: ReadonlySet<string>;
  /** Where file systems begin in it now, in the part that was scanned. */
  readonly mounts: Mounts;
}

export interface Comparison {
  readonly folder: WatchedFolder;
  readonly key: SyncFolderKey;
  readonly files: Pick<SyncRepository, 'files' | 'filesAt'>;
  /** Where file systems began in it at the last scan. */
  readonly mounts: Mounts;
  /** ms since 1970. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

/** Rows read at a time: some ms. */
const PAGE = 2000;

/** @param place a file or folder in it; "" for all */
async function storedFiles({ key, files }: Comparison, place: string): Promise<Map<string, StoredSyncFile>> {
  if (place !== '') return new Map(files.filesAt(key, place).map((file) => [file.path, file]));
  const stored = new Map<string, StoredSyncFile>();
  for (let after = ''; ; ) {
    const page = files.files(key, after, PAGE);
    for (const file of page) stored.set(file.path, file);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return stored;
    after = last.path;
    await nextTurn();
  }
}

interface Found {
  readonly changed: Map<string, WatchedFile>;
  readonly gone: Set<string>;
  readonly added: Set<string>;
  readonly unchangedAt: Set<string>;
  readonly finder: MountFinder;
}

async function compareAt(comparison: Comparison, place: string, found: Found): Promise<void> {
  const { folder, nowMs, signal, mounts } = comparison;
  const unread: string[] = [];
  const missing = await storedFiles(comparison, place);
  for await (const file of folder.files(place, signal, (path) => void unread.push(`${path}/`))) {
    const stored = missing.get(file.path);
    missing.delete(file.path);
    await found.finder.note(file);
    if (stored === undefined) found.added.add(file.path);
    else if (stored.identity === file.identity) found.unchangedAt.add(mountOf(mounts, file.path));
    const isDue = stored?.retryMs !== null && stored?.retryMs !== undefined && stored.retryMs <= nowMs;
    if (stored?.identity !== file.identity || isDue) found.changed.set(file.path, file);
  }
  for (const path of missing.keys()) if (!unread.some((start) => path.startsWith(start))) found.gone.add(path);
}

/**
 * Compares a folder with its files as they were stored; opens no file.
 * @param places files and folders in it to scan; "" is everything
 * @throws the system's error if the folder can't be read
 */
export async function findChanges(comparison: Comparison, places: ReadonlySet<string>): Promise<FolderScan> {
  const finder = new MountFinder(comparison.folder);
  const found: Found = { changed: new Map(), gone: new Set(), added: new Set(), unchangedAt: new Set(), finder };
  const isSome = !places.has('') && comparison.folder.isFileByFile;
  for (const place of isSome ? places : ['']) await compareAt(comparison, place, found);
  return {
    changed: [...found.changed.values()],
    gone: [...found.gone],
    added: found.added.size,
    unchangedAt: found.unchangedAt,
    mounts: await finder.found(),
  };
}

/** Of so many files, more than half missing at once suggest that a drive is away. */
const SUSPICIOUS_FILES = 10;

export interface HoldRequest {
  readonly scan: FolderScan;
  /** As they were stored; undefined: never yet. */
  readonly mounts: Mounts | undefined;
  /** How many files of the folder are stored. */
  readonly storedCount: number;
  /** What was held at the last scan. */
  readonly held: Pick<HeldFiles, 'isOfAll'> | undefined;
  readonly folder: Pick<WatchedFolder, 'placeAt'>;
}

/** Files that are missing and must not be deleted before a person confirms it. */
export interface Held {
  readonly paths: ReadonlySet<string>;
  /** Whether these are all that are missing. */
  readonly isOfAll: boolean;
  /** As a sentence. */
  readonly why: string;
  /** Places whose drives are not there. */
  readonly away: readonly string[];
}

/**
 * What lay at a place is not there, and something else is, or nothing. A drive with another number, but with files as they were, is the same one, unless it
 * was away: then they may have come to its place meanwhile.
 */
async function whyAway({ scan, folder, held }: HoldRequest, place: string, known: string): Promise<string | undefined> {
  const now = await folder.placeAt(place);
  if ((held === undefined && scan.unchangedAt.has(place)) || (now !== undefined && nameOf(now) === known))
    return undefined;
  if (now !== undefined && now.device === known.split(':')[0]) return 'another folder is in the place of theirs';
  return 'the drive that they were on is not there';
}

/** "12 files are missing", "1 of 9 files is missing". @param ofAll of how many */
function missing(count: number, ofAll?: string): string {
  const files = ofAll === undefined ? countOf(count, 'file') : `${count} ${ofAll}`;
  return `${files} ${count === 1 ? 'is' : 'are'} missing`;
}

/** Which of the missing files are held; undefined: none. */
export async function findHeld(request: HoldRequest): Promise<Held | undefined> {
  const { scan, mounts, storedCount, held } = request;
  const { gone, added } = scan;
  if (gone.length === 0) return undefined;
  const all = { paths: new Set(gone), isOfAll: true, away: [] };
  const ofAll = missing(gone.length, `of ${countOf(storedCount, 'file')}`);
  if (mounts === undefined) {
    const they = gone.length === 1 ? 'it was' : 'they were';
    return { ...all, why: `${missing(gone.length)}, and an earlier version did not note which drive ${they} on.` };
  }
  const reasons = new Map<string, string>();
  for (const place of new Set(gone.map((path) => mountOf(mounts, path)))) {
    const why = await whyAway(request, place, mounts[place] ?? '');
    if (why !== undefined) reasons.set(place, why);
  }
  const paths = new Set(gone.filter((path) => reasons.has(mountOf(mounts, path))));
  const lost = gone.length - paths.size - added;
  if (storedCount >= SUSPICIOUS_FILES && lost > storedCount / 2) {
    return { ...all, away: [...reasons.keys()], why: `${ofAll}, all at once.` };
  }
  // New files, and files that are back, do not confirm that the rest was deleted.
  if (held?.isOfAll === true) return { ...all, away: [...reasons.keys()], why: `${ofAll}.` };
  const [why] = reasons.values();
  if (why === undefined) return undefined;
  return { paths, isOfAll: false, away: [...reasons.keys()], why: `${missing(paths.size)}: ${why}.` };
}
