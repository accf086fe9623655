import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import type { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import {
  type ArchiveKind,
  isFilePart,
  type Manifest,
  ManifestSchema,
  MOST_PARTS,
  PARTS,
  PARTS_OF,
} from './archive-format.ts';

/** A manifest has a line for each part; a line of a chunk or a flow is at most as long as a JSON body may be. */
const MANIFEST_BYTES = 16 * 1024 * 1024;
const LINE_BYTES = 50 * 1024 * 1024;

/** What is wrong with an archive, said in one way. */
export function damaged(reason: string, cause?: unknown): UserError {
  return new UserError('FILE_CORRUPT', `The archive can't be imported (${reason}): export it again.`, { cause });
}

/** An archive whose parts have been checked against its manifest. It must be closed. */
export interface OpenedArchive {
  readonly kind: ArchiveKind;
  readonly manifest: Manifest;
  stream(name: string): Promise<Readable>;
  close(): void;
}

/** An archive, and a folder that is there for the time of its import. */
export interface ImportedFile {
  readonly archive: OpenedArchive;
  readonly folder: string;
}

async function readAll(stream: Readable, limitBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    const buffer = Buffer.from(piece);
    bytes += buffer.length;
    if (bytes > limitBytes) throw damaged('a part is too long');
    pieces.push(buffer);
  }
  return Buffer.concat(pieces);
}

/** Parses JSON that has to be of a shape. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, text: string, what: string): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw damaged(`${what} is not JSON`, cause);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw damaged(`${what} is not as it should be`, parsed.error);
  return parsed.data;
}

async function checkPart(zip: ZipFile, entry: Entry | undefined, name: string, manifest: Manifest): Promise<void> {
  const said = manifest.parts[name];
  if (entry === undefined || said === undefined) throw damaged(`${name} is missing`);
  // Files are written to the disk as they are: they take no more room than the archive.
  if (isFilePart(name) && entry.compressedSize !== said.sizeBytes) throw damaged(`${name} is packed`);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      hash.update(piece);
      bytes += piece.length;
      // Whatever the archive's directory says: no more is unpacked than the manifest names.
      if (bytes > said.sizeBytes) throw damaged(`${name} is longer than its manifest says`);
    }
  } catch (cause) {
    throw cause instanceof UserError ? cause : damaged(`${name} is damaged`, cause);
  }
  if (bytes !== said.sizeBytes || hash.digest('hex') !== said.sha256) throw damaged(`${name} is damaged`);
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > MOST_PARTS) throw damaged('it has too many parts');
  let bytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += entry.compressedSize;
      // Entries that lie over each other would unpack to more than the archive can hold.
      if (bytes > zip.fileSize) throw damaged('its parts are longer than it is');
      if (entries.has(entry.fileName)) throw damaged('it has a part twice');
      entries.set(entry.fileName, entry);
    }
  } catch (cause) {
    throw cause instanceof UserError ? cause : damaged('it is not an archive of Tributary', cause);
  }
  return entries;
}

/** Checks all parts, and says what the archive holds. */
async function checkParts(zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest): Promise<ArchiveKind> {
  const kind = PARTS.store in manifest.parts ? 'store' : 'chatflow';
  // Archives of flows that keep no originals, and those of before, have none.
  const hasOriginals = kind === 'chatflow' && PARTS.originals in manifest.parts;
  const wanted: ReadonlySet<string> = new Set([...PARTS_OF[kind], ...(hasOriginals ? [PARTS.originals] : [])]);
  const hasFiles = kind === 'store' || hasOriginals;
  const belongs = (name: string) =>
    Object.hasOwn(manifest.parts, name) && (wanted.has(name) || (hasFiles && isFilePart(name)));
  const files = Object.keys(manifest.parts).filter(isFilePart);
  if (![...entries.keys()].every((name) => name === PARTS.manifest || belongs(name))) {
    throw damaged('it has parts that do not belong to it');
  }
  for (const name of hasFiles ? [...wanted, ...files] : wanted) {
    await checkPart(zip, entries.get(name), name, manifest);
  }
  return kind;
}

/**
 * Opens an archive and checks every part of it against the manifest, before anything is written. Reads it as a stream.
 * @throws UserError FILE_CORRUPT
 */
export async function openArchiveFile(path: string): Promise<OpenedArchive> {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: false }).catch(
    (cause: unknown) => {
      throw damaged('it is not an archive of Tributary', cause);
    },
  );
  try {
    const entries = await entriesOf(zip);
    const stream = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (entry === undefined) throw damaged(`${name} is missing`);
      return await zip.openReadStreamPromise(entry);
    };
    const text = (await readAll(await stream(PARTS.manifest), MANIFEST_BYTES)).toString('utf8');
    const manifest = parseAs(ManifestSchema, text, PARTS.manifest);
    const kind = await checkParts(zip, entries, manifest);
    return { kind, manifest, stream, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The whole of a small part as text. */
export async function readText(archive: OpenedArchive, name: string): Promise<string> {
  return (await readAll(await archive.stream(name), LINE_BYTES)).toString('utf8');
}

/** Writes a part to a file that only this user reads. */
export async function writePart(archive: OpenedArchive, name: string, path: string): Promise<void> {
  await pipeline(await archive.stream(name), createWriteStream(path, { mode: 0o600 }));
}

/** Lines of a part, some at a time. */
export async function* readLines(archive: OpenedArchive, name: string, most: number): AsyncGenerator<string[]> {
  let rest = Buffer.alloc(0);
  let lines: string[] = [];
  for await (const piece of await archive.stream(name)) {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      lines.push(rest.subarray(0, end).toString('utf8'));
      rest = rest.subarray(end + 1);
      if (lines.length < most) continue;
      yield lines;
      lines = [];
    }
    if (rest.length > LINE_BYTES) throw damaged('a line is too long');
  }
  if (rest.length > 0) throw damaged(`${name} does not end with a whole line`);
  if (lines.length > 0) yield lines;
}

/** Reads a part in pieces of a given length. */
export function createByteReader(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  return {
    /** @throws UserError FILE_CORRUPT when the part ends before */
    async take(bytes: number): Promise<Buffer> {
      while (rest.length < bytes) {
        const next = await iterator.next();
        if (next.done === true) throw damaged('vectors are missing');
        rest = Buffer.concat([rest, next.value]);
      }
      const taken = rest.subarray(0, bytes);
      rest = rest.subarray(bytes);
      return taken;
    },
  };
}
