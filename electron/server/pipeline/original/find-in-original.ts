import { isDeepStrictEqual } from 'node:util';
import type { Passage, TextPassage } from '../../../../shared/api/originals.ts';
import { originalKindOf } from '../../../../shared/text/original-kind.ts';
import type { LoadedDocument, Metadata } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import type { TextRecogniser } from '../../core/text-recogniser.ts';
import { openLoader } from '../../nodes/open-loader.ts';
import { readAnyFile } from '../../readers/read-any-file.ts';
import { findInPdf } from './find-in-pdf.ts';
import { findInCsv, findInSheets } from './find-in-table.ts';
import { findPlace, locOf, nowhere, type PassageRequest } from './passage-place.ts';

/** Sends files to a service: its text can't be made again here. */
const REMOTE_LOADER = 'unstructuredFileLoader';

/** The documents that the chunk's loader made of the file. */
async function documentsOf(request: PassageRequest, context: LoadContext): Promise<AsyncIterable<LoadedDocument>> {
  const { loader, file, metadata } = request;
  const opened = loader.name === REMOTE_LOADER ? undefined : await openLoader(loader.name, loader.params);
  if (opened !== undefined && 'load' in opened) return opened.load(file, context);
  const usage = locOf(metadata).pageNumber === undefined ? 'perFile' : 'perPage';
  return readAnyFile(file, { usage }, context);
}

/** Text that is shown before and behind a passage, in UTF-16 units: some forty pages. */
const SHOWN = 100_000;
/** Longer texts are searched only so far: some ten thousand pages. */
const MOST_UNITS = 30_000_000;

/** Between documents of one file: its slides, chapters, or pages. */
const GAP = '\n\n';

/** Whether a chunk may be of a document: its metadata has all of the document's own, except for the place within it. */
function isOf(document: Metadata, chunk: Metadata): boolean {
  return Object.entries(document).every(([name, value]) => {
    if (name !== 'loc') return isDeepStrictEqual(chunk[name], value);
    const { loc } = chunk;
    const own = Object.entries(Object(value));
    return own.every(([key, part]) => isDeepStrictEqual(Object(loc)[key], part));
  });
}

async function textOf({ text }: LoadedDocument): Promise<string> {
  if (typeof text === 'string') return text;
  let whole = '';
  for await (const piece of text) {
    whole += piece;
    if (whole.length > MOST_UNITS) break;
  }
  return whole;
}

interface TextPart {
  readonly text: string;
  /** Where it begins in the text of the file. */
  readonly start: number;
  readonly metadata: Metadata;
}

/** The documents of a file that a chunk can be of: its own, or where its metadata was changed those of the same file within it. */
function partsOf(parts: readonly TextPart[], chunk: Metadata): readonly TextPart[] {
  const own = parts.filter(({ metadata }) => isOf(metadata, chunk));
  return own.length > 0 ? own : parts.filter(({ metadata }) => metadata.file === chunk.file);
}

/** The place of a chunk in the one of its documents that has most of it, and where it is expected. */
function placeInParts(parts: readonly TextPart[], request: PassageRequest) {
  const { offset } = locOf(request.metadata);
  const [first] = parts;
  let [place, near] = [
    nowhere(request),
    first === undefined || offset === undefined ? undefined : first.start + offset.from,
  ];
  for (const { text, start } of parts) {
    const found = findPlace(text, request, offset?.from);
    if (found.share <= place.share) continue;
    place = { ...found, ranges: found.ranges.map(({ from, to }) => ({ from: start + from, to: start + to })) };
    near = place.ranges[0]?.from;
    if (!place.isChanged) break;
  }
  return { place, near };
}

/** The text of a file as its reader gives it, with the passage in it. */
async function findInText(
  documents: AsyncIterable<LoadedDocument>,
  request: PassageRequest,
  isMarkdown: boolean,
): Promise<TextPassage> {
  const parts: TextPart[] = [];
  let text = '';
  for await (const document of documents) {
    if (text !== '') text += GAP;
    const own = await textOf(document);
    parts.push({ text: own, start: text.length, metadata: document.metadata });
    text += own;
    if (text.length > MOST_UNITS) break;
  }
  const { place, near } = placeInParts(partsOf(parts, request.metadata), request);
  const { found, isChanged, ranges } = place;
  const [first, last] = [ranges[0]?.from ?? near ?? 0, ranges.at(-1)?.to ?? near ?? 0];
  const [from, to] = [Math.max(0, first - SHOWN), Math.min(text.length, last + SHOWN)];
  return {
    kind: 'text',
    found,
    isChanged,
    isMarkdown,
    text: text.slice(from, to),
    isCutBefore: from > 0,
    isCutBehind: to < text.length,
    ranges: ranges.map((range) => ({ from: range.from - from, to: range.to - from })),
  };
}

/** The file within a PDF that a chunk is of; undefined if it has none. */
async function findInAttached(request: PassageRequest, context: LoadContext): Promise<TextPassage | undefined> {
  let hasFiles = false;
  async function* attached(): AsyncGenerator<LoadedDocument> {
    for await (const document of await documentsOf(request, context)) {
      hasFiles ||= document.metadata.file !== undefined;
      yield document;
    }
  }
  const passage = await findInText(attached(), request, false);
  return hasFiles ? passage : undefined;
}

/**
 * Finds where a chunk is in the file that it was made from, and gives what of the file is to be shown around it. Runs in a worker thread.
 * @throws UserError of the reader: the file is damaged, say
 */
export async function findInOriginal(
  request: PassageRequest,
  signal: AbortSignal,
  recogniser: TextRecogniser,
): Promise<Passage> {
  const context: LoadContext = { signal, onRead: () => undefined, recogniser };
  const { name } = request.file;
  const kind = originalKindOf(name);
  if (kind === 'pdf') {
    const attached = request.metadata.file === undefined ? undefined : await findInAttached(request, context);
    return attached ?? findInPdf(request, context);
  }
  if (kind === 'table') return (/\.[ct]sv$/i.test(name) ? findInCsv : findInSheets)(request, context);
  return findInText(await documentsOf(request, context), request, kind === 'markdown');
}
