import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { describeContent } from '../content/describe-content.ts';
import { archiveTooLarge, fileCorrupt, fileEmpty, fileEncrypted, wrongContent } from '../errors/file-errors.ts';
import { officeContainer } from './office-kind.ts';
import { loadNames, openZip } from './open-zip.ts';

/** A ZIP archive that has been checked. It must be closed. */
export interface Archive {
  /** Of its sound entries. */
  readonly names: ReadonlySet<string>;
  /** The name of the sound entry that is meant: in other letter case, and coded as links are, too; undefined if there is none. */
  find(name: string): string | undefined;
  /** Unpacks an entry as a stream. @throws UserError FILE_CORRUPT if there is none of that name, or it is damaged */
  stream(name: string): Promise<Readable>;
  /** The unpacked size of an entry in bytes, as the archive declares it: for progress only. 0 if there is none of that name. */
  sizeOf(name: string): number;
  close(): void;
}

/** The most bytes that an archive may unpack to (decisions, part 5). */
interface ArchiveLimits {
  readonly unpackedBytes: number;
  /** Unpacked bytes per byte of the archive. */
  readonly ratio: number;
  readonly entries: number;
}

const ARCHIVE_LIMITS: ArchiveLimits = { unpackedBytes: 1024 ** 3, ratio: 200, entries: 10_000 };

/** What was found in an archive. */
interface CheckedArchive {
  /** Of its sound entries. */
  readonly names: ReadonlySet<string>;
  /** Of entries that can't be unpacked. */
  readonly damaged: ReadonlySet<string>;
}

/**
 * Unpacks a ZIP archive once without keeping anything, to find its real size, whatever its directory declares.
 * @throws UserError ARCHIVE_TOO_LARGE, FILE_CORRUPT, FILE_ENCRYPTED
 */
export async function checkArchive(
  file: SourceFile,
  signal: AbortSignal,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<CheckedArchive> {
  let zip: ZipFile | undefined;
  try {
    zip = await openZip(file.path, false);
    if (zip.entryCount > limits.entries) throw tooManyEntries(file, limits);
    return await checkEntries(zip, file, limits, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof AppError ? error : fileCorrupt(file, 'its archive is damaged', error);
  } finally {
    zip?.close();
  }
}

async function checkEntries(
  zip: ZipFile,
  file: SourceFile,
  limits: ArchiveLimits,
  signal: AbortSignal,
): Promise<CheckedArchive> {
  const nameOf = await loadNames();
  const names = new Set<string>();
  const damaged = new Set<string>();
  let unpacked = 0;
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > limits.entries) throw tooManyEntries(file, limits);
    if (entry.isEncrypted()) throw fileEncrypted(file);
    const before = unpacked;
    const isSound = await unpackEntry(zip, entry, (entryBytes) => {
      signal.throwIfAborted();
      unpacked = before + entryBytes;
      checkSize(file, unpacked, limits);
    });
    signal.throwIfAborted();
    (isSound ? names : damaged).add(nameOf(entry));
  }
  return { names, damaged };
}

function checkSize(file: SourceFile, unpacked: number, limits: ArchiveLimits): void {
  if (unpacked > limits.unpackedBytes) {
    throw archiveTooLarge(file, `it unpacks to more than ${limits.unpackedBytes / 1024 ** 2} MB`);
  }
  if (unpacked > file.sizeBytes * limits.ratio) {
    throw archiveTooLarge(file, `it unpacks to more than ${limits.ratio} times its size, as harmful files do`);
  }
}

function tooManyEntries(file: SourceFile, limits: ArchiveLimits) {
  return archiveTooLarge(file, `it holds more than ${limits.entries} files`);
}

/** Unpacks one entry; `onBytes` gets the number of bytes so far. @returns whether it is sound */
async function unpackEntry(zip: ZipFile, entry: Entry, onBytes: (bytes: number) => void): Promise<boolean> {
  let bytes = 0;
  let checksum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      bytes += piece.length;
      onBytes(bytes);
      checksum = crc32(piece, checksum);
    }
  } catch (error) {
    if (isOfArchive(error)) return false;
    throw error;
  }
  return checksum === entry.crc32;
}

/** Whether an error is about what an archive holds; not a limit, a stopped run or a disk. */
function isOfArchive(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError || 'syscall' in error) return false;
  return codeOf(error).startsWith('Z_') || error.constructor === Error;
}

/**
 * Opens a ZIP archive after unpacking all its entries once, within the limits. `wanted` is a phrase for the expected kind: "an EPUB book".
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, ARCHIVE_TOO_LARGE, FILE_CORRUPT, FILE_ENCRYPTED
 */
export async function openArchive(file: SourceFile, wanted: string, signal: AbortSignal): Promise<Archive> {
  const container = await officeContainer(file);
  if (container === 'empty') throw fileEmpty(file);
  if (container !== 'zip') throw wrongContent(file, wanted, await describeContent(file, signal));
  const { names, damaged } = await checkArchive(file, signal);
  const zip = await openZip(file.path, false);
  const entries = new Map<string, Entry>();
  try {
    const nameOf = await loadNames();
    for await (const entry of zip.eachEntry()) entries.set(nameOf(entry), entry);
  } catch (error) {
    zip.close();
    throw error;
  }
  const find = finder(names);
  return {
    names,
    find,
    async stream(name) {
      const entry = entries.get(find(name) ?? '');
      if (entry !== undefined) return zip.openReadStreamPromise(entry);
      throw fileCorrupt(file, `its part "${name}" is ${finder(damaged)(name) === undefined ? 'missing' : 'damaged'}`);
    },
    sizeOf: (name) => entries.get(find(name) ?? '')?.uncompressedSize ?? 0,
    close: () => zip.close(),
  };
}

/** Finds names as {@link Archive.find} says. */
function finder(names: ReadonlySet<string>): Archive['find'] {
  const plain = new Map([...names].map((name) => [plainName(name), name]));
  return (name) => (names.has(name) ? name : plain.get(plainName(name)));
}

function plainName(name: string): string {
  const path = name.replace(/^\/+/, '').toLowerCase();
  try {
    return decodeURIComponent(path);
  } catch {
    // A % that is a part of the name.
    return path;
  }
}
