import { countOf } from '../../../../shared/text/format.ts';
import type { WatchedFolder } from '../../core/document-loader.ts';
import type { HeldFiles, Mounts } from '../../storage/repositories/sync-folder-rows.ts';
import { type FolderLook, mountOf, nameOf } from './find-changes.ts';

/** Of so many files, more than half gone at once are rather a drive that is not there. */
const SUSPICIOUS_FILES = 10;

export interface HeldRequest {
  readonly look: FolderLook;
  /** As they were noted; undefined: never yet. */
  readonly mounts: Mounts | undefined;
  /** How many files of the folder are stored. */
  readonly storedCount: number;
  /** What was held at the last look. */
  readonly held: Pick<HeldFiles, 'isOfAll'> | undefined;
  readonly folder: Pick<WatchedFolder, 'placeAt'>;
}

/** Files that are gone and should not be deleted before a person has said so. */
export interface Held {
  readonly paths: ReadonlySet<string>;
  /** Whether these are all that are gone. */
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
async function whyAway({ look, folder, held }: HeldRequest, place: string, known: string): Promise<string | undefined> {
  const now = await folder.placeAt(place);
  if ((held === undefined && look.unchangedAt.has(place)) || (now !== undefined && nameOf(now) === known))
    return undefined;
  if (now !== undefined && now.device === known.split(':')[0]) return 'another folder is in the place of theirs';
  return 'the drive that they were on is not there';
}

/** "12 files are missing", "1 of 9 files is missing". @param ofAll of how many */
function missing(count: number, ofAll?: string): string {
  const files = ofAll === undefined ? countOf(count, 'file') : `${count} ${ofAll}`;
  return `${files} ${count === 1 ? 'is' : 'are'} missing`;
}

/** Which of the files that are gone are held; undefined: none. */
export async function findHeld(request: HeldRequest): Promise<Held | undefined> {
  const { look, mounts, storedCount, held } = request;
  const { gone, added } = look;
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
  // What is new, or back, does not make up for the rest.
  if (held?.isOfAll === true) return { ...all, away: [...reasons.keys()], why: `${ofAll}.` };
  const [why] = reasons.values();
  if (why === undefined) return undefined;
  return { paths, isOfAll: false, away: [...reasons.keys()], why: `${missing(paths.size)}: ${why}.` };
}
