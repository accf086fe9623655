import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { StoredOriginal } from '../../storage/repositories/original-repository.ts';
import type { ArchiveDeps } from './archive-deps.ts';
import { filePart, MOST_PARTS, type OriginalLine, PARTS, PARTS_OF } from './archive-format.ts';
import { changedMeanwhile, lines } from './archive-pieces.ts';
import type { ZipWriter } from './zip-writer.ts';

/** Originals looked at at a time. */
const PAGE = 256;

type Originals = Pick<ArchiveDeps, 'originals'>;

/** @throws UserError NOT_EXPORTABLE (422) for a flow that keeps more files than an archive holds */
export function requireFewOriginals({ originals }: Originals, { id, name }: Pick<Chatflow, 'id' | 'name'>): void {
  // The manifest and the list of the originals are parts, too.
  if (originals.totalsOf(id).files + PARTS_OF.chatflow.length + 2 <= MOST_PARTS) return;
  const message = `“${name}” keeps the originals of over ${MOST_PARTS} uploads, and an archive can't hold as many: export the flow without its contents, or have it keep no originals.`;
  throw new UserError('NOT_EXPORTABLE', message);
}

async function isThere(path: string, sizeBytes: number): Promise<boolean> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size === sizeBytes;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The place of each content in the archive, by its hash in hex. */
type Places = Map<string, { readonly no: number; readonly path: string }>;

/** The file's place; undefined when it is gone from the disk. */
async function placeOf(
  { originals }: Originals,
  original: StoredOriginal,
  places: Places,
): Promise<number | undefined> {
  const hash = original.hash.toString('hex');
  const known = places.get(hash);
  if (known !== undefined) return known.no;
  const path = originals.pathOf(original);
  if (!(await isThere(path, original.sizeBytes))) return undefined;
  const no = places.size;
  places.set(hash, { no, path });
  return no;
}

async function* readOriginals(
  deps: Originals,
  chatflowId: string,
  { places, signal }: { readonly places: Places; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const page = deps.originals.listShown(chatflowId, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.source;
    const rows: OriginalLine[] = [];
    for (const original of page) {
      const no = await placeOf(deps, original, places);
      const { source, loader, keptDate } = original;
      if (no !== undefined) rows.push({ source, part: filePart(no), loader, keptDate });
    }
    yield lines(rows);
  }
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? changedMeanwhile('flow', error) : error;
  }
}

/** The originals of a flow's uploads, each content once; no part when it keeps none. What is gone from the disk is left out. */
export async function* writeOriginals(
  deps: Originals,
  chatflowId: string,
  { zip, signal }: { readonly zip: ZipWriter; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  if (deps.originals.totalsOf(chatflowId).files === 0) return;
  const places: Places = new Map();
  yield* zip.add(PARTS.originals, readOriginals(deps, chatflowId, { places, signal }));
  for (const { no, path } of places.values()) yield* zip.add(filePart(no), readFile(path), false);
}
