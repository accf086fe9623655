import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import { type ContainedFile, type Container, MOST_LEVELS, readContained } from '../contained/read-contained.ts';
import { archiveTooLarge, fileCorrupt, fileEncrypted, fileHasNoText } from '../errors/file-errors.ts';
import { leadsOut, loadNames, openZip } from './open-zip.ts';

/** Unpacked bytes per byte of the archive (decisions, part 5). */
const MOST_RATIO = 200;
const MOST_ENTRIES = 10_000;

/** What systems add to the archives that they make, and hidden files, which a folder's loader leaves out, too. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/|Thumbs\.db$|desktop\.ini$)/i;

/**
 * The files of a ZIP archive, each read as a file of its name and content.
 * @throws UserError ARCHIVE_TOO_LARGE, FILE_CORRUPT, FILE_ENCRYPTED; FILE_HAS_NO_TEXT if nothing in it can be read
 */
export async function* readZip(container: Container): AsyncGenerator<LoadedDocument> {
  const { file, nesting, context } = container;
  if (nesting.level >= MOST_LEVELS) throw archiveTooLarge(file, `it lies more than ${MOST_LEVELS} archives deep`);
  const zip = await openOrRefuse(file);
  try {
    const entries = await listEntries(zip, file);
    const { read, leftOut } = yield* readContained(filesOf(zip, entries, container), container);
    context.onRead(file.sizeBytes);
    if (read > 0) return;
    const [only, ...others] = leftOut.values();
    if (only !== undefined && others.length === 0) throw only;
    const reason = leftOut.size === 0 ? 'it holds no files' : `none of its ${leftOut.size} files can be read`;
    throw fileHasNoText(file, reason, 'unpack it to see what it holds');
  } finally {
    zip.close();
  }
}

async function openOrRefuse(file: SourceFile): Promise<ZipFile> {
  try {
    return await openZip(file.path, true);
  } catch (error) {
    throw fileCorrupt(file, 'its archive is damaged', error);
  }
}

interface NamedEntry {
  readonly name: string;
  readonly entry: Entry;
}

/** The entries that are files, in the order of the archive. */
async function listEntries(zip: ZipFile, file: SourceFile): Promise<readonly NamedEntry[]> {
  if (zip.entryCount > MOST_ENTRIES) throw archiveTooLarge(file, `it holds more than ${MOST_ENTRIES} files`);
  const nameOf = await loadNames();
  const entries: NamedEntry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      if (!name.endsWith('/') && (leadsOut(name) || !HIDDEN.test(name))) entries.push({ name, entry });
    }
  } catch (error) {
    throw fileCorrupt(file, 'its archive is damaged', error);
  }
  const locked = entries.filter(({ entry }) => entry.isEncrypted());
  if (locked.length > 0 && locked.length === entries.length) throw fileEncrypted(file);
  const unpacked = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (unpacked > file.sizeBytes * MOST_RATIO) {
    throw archiveTooLarge(file, `it unpacks to more than ${MOST_RATIO} times its size, as harmful files do`);
  }
  return entries;
}

function* filesOf(
  zip: ZipFile,
  entries: readonly NamedEntry[],
  { file, context: { signal, onRead } }: Container,
): Generator<ContainedFile> {
  let packed = 0;
  for (const { name, entry } of entries) {
    onRead(Math.min(packed, file.sizeBytes));
    packed += entry.compressedSize;
    const sizeBytes = entry.uncompressedSize;
    yield { name, sizeBytes, unpack: (path) => unpackEntry({ zip, name, entry, path, signal }, file) };
  }
}

interface Unpacking extends NamedEntry {
  readonly zip: ZipFile;
  readonly path: string;
  readonly signal: AbortSignal;
}

async function unpackEntry({ zip, name, entry, path, signal }: Unpacking, file: SourceFile): Promise<void> {
  if (entry.isEncrypted()) throw fileEncrypted({ ...file, name: `${file.name}/${name}` });
  if (leadsOut(name)) throw fileCorrupt(file, `the name of its file "${name}" leads out of it`);
  const reason = `its file "${name}" is damaged`;
  let checksum = 0;
  async function* checked(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      checksum = crc32(piece, checksum);
      yield piece;
    }
  }
  try {
    await pipeline(await zip.openReadStreamPromise(entry), checked, createWriteStream(path), { signal });
  } catch (error) {
    signal.throwIfAborted();
    // A full disk, say.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw fileCorrupt(file, reason, error);
  }
  if (checksum !== entry.crc32) throw fileCorrupt(file, reason);
}
