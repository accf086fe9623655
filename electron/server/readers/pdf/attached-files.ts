import { open, readFile, writeFile } from 'node:fs/promises';
import type { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import type { ContainedFile } from '../contained/read-contained.ts';
import { fileCorrupt, fileTooLarge } from '../errors/file-errors.ts';
import {
  OBJECT_BEGIN,
  type ObjectReference,
  type StreamTrouble,
  streamAt,
  streamOf,
  textOfKey,
} from './stored-objects.ts';

/** Stands in every PDF that has attached files: at their list, and at each of them. */
const MARK = '/EmbeddedFile';
/** In bytes: the mark is looked for in pieces of a file. */
const PIECE = 4 * 1024 * 1024;
/** In larger files nothing is looked for, in bytes. */
const LARGEST_PDF = 32 * 1024 * 1024;
/** Each costs a look through the file. */
const MOST_FILES = 500;
/** Unpacked, in bytes. pdf.js would unpack them whole, whatever they hold, so it is not used here. */
const LARGEST_FILE = 64 * 1024 * 1024;
/** Objects that are packed together, unpacked, in bytes: of one stream, and of all. */
const LARGEST_OBJECTS = 8 * 1024 * 1024;
const ALL_OBJECTS = 64 * 1024 * 1024;
/** A dictionary that names a file has less, in letters. */
const LONGEST_DICTIONARY = 16 * 1024;
const PACKED_OBJECTS = /\/Type\s*\/ObjStm\b/g;
const STREAM_OF_FILE = /\/EF\s*<<([^<>]{0,400})>>/g;
const REFERENCE = /\/(?:UF|F|Unix|Mac|DOS)\s+(\d{1,10})\s+(\d{1,5})\s+R\b/;

const BY_THEMSELVES = 'save them from it, and give them by themselves.';

/** The files that are attached to a PDF; what prevents reading all of them is reported in a note. */
export async function attachedFiles(
  file: SourceFile,
  { signal, onNote }: LoadContext,
): Promise<Iterable<ContainedFile> | undefined> {
  if (!(await hasMark(file, signal))) return undefined;
  if (file.sizeBytes > LARGEST_PDF) {
    onNote?.(`Left out: attached files, since the PDF is over ${LARGEST_PDF / 1024 ** 2} MB: ${BY_THEMSELVES}`);
    return undefined;
  }
  const text = (await readFile(file.path, { signal })).toString('latin1');
  if (/\/Encrypt\s/.test(text)) {
    onNote?.(`Left out: attached files, since the PDF is encrypted: ${BY_THEMSELVES}`);
    return undefined;
  }
  const streams = namedStreams(textsOf(text));
  if (streams.length > MOST_FILES) onNote?.(`Left out: attached files after the first ${MOST_FILES}: ${BY_THEMSELVES}`);
  return unpackEach(text, streams.slice(0, MOST_FILES));
}

async function hasMark({ path, sizeBytes }: SourceFile, signal: AbortSignal): Promise<boolean> {
  const handle = await open(path);
  try {
    const piece = Buffer.alloc(PIECE);
    for (let at = 0; at < sizeBytes; at += PIECE - MARK.length) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(piece, 0, PIECE, at);
      if (bytesRead === 0) break;
      if (piece.subarray(0, bytesRead).includes(MARK)) return true;
    }
    return false;
  } finally {
    await handle.close();
  }
}

/** The objects of a file that are packed together, as texts. */
function* packedObjects(text: string): Generator<string> {
  let left = ALL_OBJECTS;
  for (const { index } of text.matchAll(PACKED_OBJECTS)) {
    const before = text.slice(Math.max(0, index - LONGEST_DICTIONARY), index);
    const begin = [...before.matchAll(OBJECT_BEGIN)].at(-1);
    if (begin === undefined) continue;
    const start = index - before.length + begin.index;
    const objects = streamAt(text, start, Math.min(LARGEST_OBJECTS, left));
    if (!Buffer.isBuffer(objects)) continue;
    left -= objects.length;
    yield objects.toString('latin1');
  }
}

/** The dictionary that a place of a text lies in. */
function dictionaryAround(text: string, at: number): string {
  const from = Math.max(0, at - LONGEST_DICTIONARY);
  let start = from;
  let depth = 0;
  for (let i = at - 2; i >= from; i -= 1) {
    const sign = text.slice(i, i + 2);
    if (sign !== '>>' && sign !== '<<') continue;
    if (sign === '<<' && depth === 0) {
      start = i;
      break;
    }
    depth += sign === '>>' ? 1 : -1;
    i -= 1;
  }
  depth = 0;
  const to = Math.min(text.length, at + LONGEST_DICTIONARY);
  for (let i = at; i < to; i += 1) {
    const sign = text.slice(i, i + 2);
    if (sign !== '>>' && sign !== '<<') continue;
    if (sign === '>>' && depth === 0) return text.slice(start, i);
    depth += sign === '<<' ? 1 : -1;
    i += 1;
  }
  return text.slice(start, to);
}

interface NamedStream extends ObjectReference {
  readonly name: string;
}

/** The attached files that a file names, each once; the last name of one counts. */
function namedStreams(texts: Iterable<string>): NamedStream[] {
  const streams = new Map<string, NamedStream>();
  for (const text of texts) {
    for (const { index, 1: references = '' } of text.matchAll(STREAM_OF_FILE)) {
      const [, number, generation = '0'] = REFERENCE.exec(references) ?? [];
      if (number === undefined) continue;
      const dictionary = dictionaryAround(text, index);
      const written = textOfKey(dictionary, 'UF') ?? textOfKey(dictionary, 'F') ?? '';
      const name = written.split(/[\\/]/).at(-1)?.replaceAll('\0', '').trim() || `attachment ${streams.size + 1}`;
      streams.set(`${number} ${generation}`, { name, number, generation });
    }
  }
  return [...streams.values()];
}

/** All texts that may name files. */
function* textsOf(text: string): Generator<string> {
  yield text;
  yield* packedObjects(text);
}

function troubleOf(name: string, trouble: StreamTrouble): UserError {
  const file = { name, path: '', sizeBytes: 0 };
  if (trouble === 'large') return fileTooLarge(file, `it unpacks to more than ${LARGEST_FILE / 1024 ** 2} MB`);
  return fileCorrupt(file, trouble === 'packed' ? 'it is packed in an unusual way' : 'its bytes are damaged');
}

/** One after the other, so that no two are in memory. */
function* unpackEach(text: string, streams: readonly NamedStream[]): Generator<ContainedFile> {
  for (const { name, ...reference } of streams) {
    const bytes = streamOf(text, reference, LARGEST_FILE);
    if (Buffer.isBuffer(bytes)) yield { name, sizeBytes: bytes.length, unpack: (path) => writeFile(path, bytes) };
    else {
      const sizeBytes = bytes === 'large' ? LARGEST_FILE : 0;
      yield { name, sizeBytes, unpack: () => Promise.reject(troubleOf(name, bytes)) };
    }
  }
}
