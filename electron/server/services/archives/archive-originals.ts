import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chatflow } from '../../../../shared/api/chatflows.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import { findNodeDefinition } from '../../../../shared/nodes/registry.ts';
import type { OriginalLoader, StoredOriginal } from '../../storage/repositories/original-repository.ts';
import type { ArchiveDeps } from './archive-deps.ts';
import {
  changedMeanwhile,
  filePart,
  isFilePart,
  LAYOUTS,
  lines,
  MOST_PARTS,
  type OriginalLine,
  OriginalLineSchema,
  PARTS,
} from './archive-format.ts';
import { damaged, type ImportedFile, parseAs, readLines, writePart } from './read-archive.ts';
import type { ZipWriter } from './zip-writer.ts';

/** Originals looked at, or lines read, at a time. */
const PAGE = 256;

type Originals = Pick<ArchiveDeps, 'originals'>;

/** @throws UserError NOT_EXPORTABLE (422) for a flow with more stored files than an archive holds */
export function requireFewOriginals({ originals }: Originals, { id, name }: Pick<Chatflow, 'id' | 'name'>): void {
  // The manifest and the list of the originals are parts, too.
  if (originals.totalsOf(id).files + LAYOUTS.chatflow.parts.length + 2 <= MOST_PARTS) return;
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

/** The originals of a flow's uploads, each content once; no part if there are none. What is gone from the disk is left out. */
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

interface Owner {
  readonly chatflowId: string;
  /** The records of a source; null: it has none. */
  readonly namespaceOf: (source: string) => string | null;
}

/** @throws UserError FILE_CORRUPT for a loader that takes no uploads: the file is read with it when somebody looks at it */
function checkLoader({ name, params }: OriginalLoader): OriginalLoader {
  const definition = findNodeDefinition(name);
  if (definition?.upload === undefined) throw damaged('an original has no loader of uploads');
  // A loader of a remote service has no stored params.
  if (definition.connects === true) return { name, params: {} };
  if (!definition.params.safeParse(params).success) throw damaged('the loader of an original is not as it should be');
  return { name, params };
}

function createTaking(deps: ArchiveDeps, { archive, folder }: ImportedFile, { chatflowId, namespaceOf }: Owner) {
  const { chatflows, originals } = deps;
  const path = join(folder, 'original');
  /** By part. */
  const hashes = new Map<string, Buffer>();

  return {
    async take({ source, part, loader, keptDate }: OriginalLine): Promise<void> {
      const said = Object.hasOwn(archive.manifest.parts, part) ? archive.manifest.parts[part] : undefined;
      if (said === undefined) throw damaged(`${part} is missing`);
      if (originals.find(chatflowId, source) !== undefined) throw damaged('an original is named twice');
      const namespace = namespaceOf(source);
      const base = { ownerId: chatflowId, source, sizeBytes: said.sizeBytes, namespace, keptDate };
      const original: Omit<StoredOriginal, 'hash'> = { ...base, loader: checkLoader(loader) };
      // It may have been deleted meanwhile: nothing may be stored for it any more.
      chatflows.find(chatflowId);
      const hash = hashes.get(part);
      if (hash !== undefined && originals.addSource({ ...original, hash })) return;
      await writePart(archive, part, path);
      hashes.set(part, await originals.takeOver(path, original));
    },
    taken: (): number => hashes.size,
  };
}

/**
 * Keeps the originals of an archive, if it has some.
 * @throws UserError FILE_CORRUPT; what the file system says
 */
export async function importOriginals(deps: ArchiveDeps, from: ImportedFile, owner: Owner): Promise<void> {
  const { parts } = from.archive.manifest;
  if (!Object.hasOwn(parts, PARTS.originals)) return;
  const { take, taken } = createTaking(deps, from, owner);
  for await (const lines of readLines(from.archive, PARTS.originals, PAGE)) {
    for (const line of lines) {
      await take(parseAs(OriginalLineSchema, line, 'an original'));
      await nextTurn();
    }
  }
  if (taken() !== Object.keys(parts).filter(isFilePart).length) throw damaged('a file is of no source');
}
