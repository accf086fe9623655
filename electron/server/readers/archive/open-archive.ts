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
  /** Unpacks an entry as a stream. @throws UserError FILE_CORRUPT if there is none of that name */
  stream(name: string): Promise<Readable>;
  /** The unpacked size of an entry in bytes, as the archive declares it: for progress only. 0 if there is none of that name. */
  sizeOf(name: string): number;
  close(): void;
}

/**
 * Opens a ZIP archive after unpacking all its entries once, within the limits. `wanted` is a phrase for the expected kind: "an EPUB book".
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
