import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';

/** The record at the end of an archive: its mark, and its length without its comment. */
const END_MARK = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
/** Where the record says how long its comment is. */
const COMMENT_LENGTH = 20;
/** Pieces in which the end is looked for. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Opens a ZIP archive, whatever bytes stand behind its end. Names are as they are written; {@link nameOf} gives those to use.
 * @param validateEntrySizes whether what an entry unpacks to is compared with the size that the archive declares for it
 * @throws Error if there is no archive
 */
export async function openZip(path: string, validateEntrySizes: boolean): Promise<ZipFile> {
  const { fromRandomAccessReaderPromise, openPromise, RandomAccessReader } = await import('yauzl');
  const options = { autoClose: false, lazyEntries: true, validateEntrySizes, decodeStrings: false };
  try {
    return await openPromise(path, options);
  } catch (error) {
    const end = await endOfArchive(path);
    if (end === undefined) throw error;
    class FirstBytes extends RandomAccessReader {
      override _readStreamForRange(start: number, until: number): Readable {
        return createReadStream(path, { start, end: until - 1 });
      }
    }
    return fromRandomAccessReaderPromise(new FirstBytes(), end, options);
  }
}

/** Where the last archive in a file ends, if bytes stand behind it. */
async function endOfArchive(path: string): Promise<number | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (let end = size; end > 0; end -= PIECE_BYTES) {
      const start = Math.max(0, end - PIECE_BYTES);
      // What the beginning of the piece behind cuts is in this one, too.
      const piece = await readAt(file, start, end - start + END_BYTES);
      for (let at = piece.lastIndexOf(END_MARK); at !== -1; at = at === 0 ? -1 : piece.lastIndexOf(END_MARK, at - 1)) {
        if (at + END_BYTES > piece.length) continue;
        const found = start + at + END_BYTES + piece.readUInt16LE(at + COMMENT_LENGTH);
        if (found < size) return found;
      }
    }
    return undefined;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Gives the names of entries: with /, from the root of the archive. */
export type NameOf = (entry: Entry) => string;

/** Loads {@link NameOf}. */
export async function loadNames(): Promise<NameOf> {
  const { getFileNameLowLevel } = await import('yauzl');
  return ({ generalPurposeBitFlag, fileNameRaw, extraFields }) =>
    getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false).replace(/^(?:[a-z]:)?\/+/i, '');
}

/** Whether a name leads out of the folder that an archive is unpacked to. */
export function leadsOut(name: string): boolean {
  return name.split('/').includes('..');
}
