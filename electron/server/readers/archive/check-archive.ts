import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../../shared/errors/errors.ts';
import { codeOf } from '../../../../shared/errors/system-errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { archiveTooLarge, fileCorrupt, fileEncrypted } from '../errors/file-errors.ts';
import { loadNames, openZip } from './open-zip.ts';

/** The most bytes that an archive may unpack to (decisions, part 5). */
export interface ArchiveLimits {
  readonly unpackedBytes: number;
  /** Unpacked bytes per byte of the archive. */
  readonly ratio: number;
  readonly entries: number;
}

const ARCHIVE_LIMITS: ArchiveLimits = { unpackedBytes: 1024 ** 3, ratio: 200, entries: 10_000 };

/** What was found in an archive. */
export interface CheckedArchive {
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
