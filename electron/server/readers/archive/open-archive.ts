import type { Readable } from 'node:stream';
import type { Entry } from 'yauzl';
import type { SourceFile } from '../../core/document.ts';
import { describeContent } from '../content/describe-content.ts';
import { fileCorrupt, fileEmpty, wrongContent } from '../errors/file-errors.ts';
import { checkArchive } from './check-archive.ts';
import { officeContainer } from './office-kind.ts';

/** A ZIP archive that has been checked. It must be closed. */
export interface Archive {
  readonly names: ReadonlySet<string>;
  /** Unpacks an entry as it is read. @throws UserError FILE_CORRUPT if there is none of that name */
  stream(name: string): Promise<Readable>;
  /** Bytes that an entry unpacks to, as the archive claims: for progress. 0 if there is none of that name. */
  sizeOf(name: string): number;
  close(): void;
}

/**
 * Opens a ZIP archive whose entries have all been unpacked once, within the limits. `wanted` says what it should be, as in
 * "an EPUB book".
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, ARCHIVE_TOO_LARGE, FILE_CORRUPT, FILE_ENCRYPTED
 */
export async function openArchive(file: SourceFile, wanted: string, signal: AbortSignal): Promise<Archive> {
  const container = await officeContainer(file);
  if (container === 'empty') throw fileEmpty(file);
  if (container !== 'zip') throw wrongContent(file, wanted, await describeContent(file, signal));
  const names = await checkArchive(file, signal);
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(file.path, { autoClose: false, lazyEntries: true, validateEntrySizes: false });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    zip.close();
    throw error;
  }
  return {
    names,
    async stream(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw fileCorrupt(file, `its part "${name}" is missing`);
      return zip.openReadStreamPromise(entry);
    },
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    close: () => zip.close(),
  };
}
