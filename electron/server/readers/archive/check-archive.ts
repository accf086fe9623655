import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { archiveTooLarge, fileCorrupt, fileEncrypted } from '../errors/file-errors.ts';

/** The most bytes that an archive may unpack to (decisions, part 5). */
export interface ArchiveLimits {
  readonly unpackedBytes: number;
  /** Unpacked bytes per byte of the archive. */
  readonly ratio: number;
  readonly entries: number;
}

const ARCHIVE_LIMITS: ArchiveLimits = { unpackedBytes: 1024 ** 3, ratio: 200, entries: 10_000 };

/**
 * Unpacks a ZIP archive once without keeping anything, to find its real size, whatever its directory declares.
 * @returns the names of its entries
 * @throws UserError ARCHIVE_TOO_LARGE, FILE_CORRUPT, FILE_ENCRYPTED
 */
export async function checkArchive(
  file: SourceFile,
  signal: AbortSignal,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<ReadonlySet<string>> {
  const { openPromise } = await import('yauzl');
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file.path, { autoClose: false, lazyEntries: true, validateEntrySizes: false });
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
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let unpacked = 0;
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > limits.entries) throw tooManyEntries(file, limits);
    names.add(entry.fileName);
    if (entry.isEncrypted()) throw fileEncrypted(file);
    const before = unpacked;
    unpacked += await unpackEntry(zip, entry, (entryBytes) => {
      signal.throwIfAborted();
      checkSize(file, before + entryBytes, limits);
    });
  }
  return names;
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

/** Unpacks one entry; `onBytes` gets the number of bytes so far. @returns the total number of bytes */
async function unpackEntry(zip: ZipFile, entry: Entry, onBytes: (bytes: number) => void): Promise<number> {
  const stream = await zip.openReadStreamPromise(entry);
  let bytes = 0;
  let checksum = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    onBytes(bytes);
    checksum = crc32(piece, checksum);
  }
  if (checksum !== entry.crc32) throw new Error(`Wrong checksum of ${entry.fileName}`);
  return bytes;
}
