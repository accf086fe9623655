import type { Readable } from 'node:stream';
import type { Entry } from 'yauzl';
import type { SourceFile } from '../../core/document.ts';
import { describeContent } from '../content/describe-content.ts';
import { fileCorrupt, fileEmpty, wrongContent } from '../errors/file-errors.ts';
import { checkArchive } from './check-archive.ts';
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
