import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import type { z } from 'zod';
import { UserError } from '../../../../shared/errors/errors.ts';
import { isNestedTooDeep } from '../../../../shared/json/nesting.ts';
import type { ModelIdentity } from '../../core/vector-store.ts';
import type { EmbeddingRepository } from '../../storage/repositories/embedding-repository.ts';
import {
  type ArchiveKind,
  isFilePart,
  LAYOUTS,
  type Manifest,
  ManifestSchema,
  MOST_PARTS,
  PARTS,
} from './archive-format.ts';

/** A manifest has a line for each part; a line of a chunk or a flow is at most as long as a JSON body may be. */
const MANIFEST_BYTES = 16 * 1024 * 1024;
const LINE_BYTES = 50 * 1024 * 1024;
/** Of lines that are worked on at a time. */
const BATCH_BYTES = 2 * 1024 * 1024;

/** What is read whole, a flow or a store, unpacks to so many bytes, or to so many times its length in the archive: real ones are far below. */
const WHOLE = { bytes: 1024 * 1024, times: 50 };
/** All parts together. Lines of chunks have ids that can't be packed. */
const ALL = { bytes: 16 * 1024 * 1024, times: 300 };

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
  if (isNestedTooDeep(text)) throw damaged(`${what} is nested too deeply`);
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

/** A small archive that unpacks to something large is not one of ours. */
function checkSizes(zip: ZipFile, entries: ReadonlyMap<string, Entry>, { parts }: Manifest): void {
  const isWithin = (sizeBytes: number, packedBytes: number, { bytes, times }: typeof ALL) =>
    sizeBytes <= bytes + packedBytes * times;
  const total = Object.values(parts).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const isSound =
    isWithin(total, zip.fileSize, ALL) &&
    [PARTS.flow, PARTS.store].every((name) =>
      isWithin(parts[name]?.sizeBytes ?? 0, entries.get(name)?.compressedSize ?? 0, WHOLE),
    );
  if (!isSound) throw damaged('it unpacks to far more than it holds');
}

/** Checks all parts, and says what the archive holds. */
async function checkParts(zip: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest): Promise<ArchiveKind> {
  const kind = PARTS.store in manifest.parts ? 'store' : 'chatflow';
  const { parts, optional, filesIn } = LAYOUTS[kind];
  const wanted: ReadonlySet<string> = new Set([...parts, ...optional.filter((name) => name in manifest.parts)]);
  const hasFiles = wanted.has(filesIn);
  const belongs = (name: string) =>
    Object.hasOwn(manifest.parts, name) && (wanted.has(name) || (hasFiles && isFilePart(name)));
  const files = Object.keys(manifest.parts).filter(isFilePart);
  if (![...entries.keys()].every((name) => name === PARTS.manifest || belongs(name))) {
    throw damaged('it has parts that do not belong to it');
  }
  checkSizes(zip, entries, manifest);
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
  /** The beginning of a line whose end has not come. */
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let lines: string[] = [];
  let bytes = 0;
  for await (const piece of await archive.stream(name)) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      lines.push(Buffer.concat([...begun, piece.subarray(from, end)]).toString('utf8'));
      bytes += begunBytes + end - from;
      begun = [];
      begunBytes = 0;
      from = end + 1;
      if (lines.length < most && bytes < BATCH_BYTES) continue;
      yield lines;
      lines = [];
      bytes = 0;
    }
    begun.push(piece.subarray(from));
    begunBytes += piece.length - from;
    if (begunBytes > LINE_BYTES) throw damaged('a line is too long');
  }
  if (begunBytes > 0) throw damaged(`${name} does not end with a whole line`);
  if (lines.length > 0) yield lines;
}

/** Reads a part in pieces of a given length. */
export function createByteReader(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return {
    /** @throws UserError FILE_CORRUPT when the part ends before */
    async take(bytes: number): Promise<Buffer> {
      const parts = [rest];
      let there = rest.length;
      while (there < bytes) {
        const next = await iterator.next();
        if (next.done === true) throw damaged('vectors are missing');
        parts.push(Buffer.from(next.value));
        there += next.value.length;
      }
      const whole = parts.length === 1 ? rest : Buffer.concat(parts);
      rest = whole.subarray(bytes);
      return whole.subarray(0, bytes);
    },
    /** @throws UserError FILE_CORRUPT when something is left */
    async end(): Promise<void> {
      if (rest.length > 0 || (await iterator.next()).done !== true) throw damaged('it has vectors of no chunk');
    },
  };
}

/** Models give vectors of length 1, or some hundred times that. */
const LONGEST = 1e6;

/**
 * Inserts a vector of an archive, unless the text is embedded here already. Inside a transaction.
 * @param bytes float32, little-endian
 * @returns its row
 * @throws UserError FILE_CORRUPT
 */
export function insertVector(
  embeddings: EmbeddingRepository,
  model: ModelIdentity,
  contentHash: Buffer,
  bytes: Buffer,
): number {
  const known = embeddings.findModel(model.id)?.dimensions ?? model.dimensions;
  if (known !== model.dimensions) {
    throw damaged(`its vectors of ${model.id} have ${model.dimensions} numbers, and here they have ${known}`);
  }
  const vector = new Float32Array(new Uint8Array(bytes).buffer);
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  // Of what is no number the sum is none either.
  if (!(squares <= LONGEST * LONGEST)) throw damaged('a vector is no list of numbers, or of absurd length');
  return embeddings.insert(embeddings.ensureModel(model.id, model.dimensions), contentHash, vector);
}
