import { isDeepStrictEqual } from 'node:util';
import type { Passage, TextPassage } from '../../../../shared/api/originals.ts';
import { originalKindOf } from '../../../../shared/text/original-kind.ts';
import { findPassage } from '../../common/find-passage.ts';
import type { LoadedDocument, Metadata } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import type { TextRecogniser } from '../../core/text-recogniser.ts';
import { openLoader } from '../../nodes/open-loader.ts';
import { readAnyFile } from '../../readers/read-any-file.ts';
import { findInPdf } from './find-in-pdf.ts';
import { findInCsv, findInSheets } from './find-in-table.ts';
import { foundWord, locOf, type PassageRequest } from './passage-place.ts';

/** Sends files to a service: its text can't be had again here. */
const ELSEWHERE = 'unstructuredFileLoader';

/** The documents that the chunk's loader made of the file. */
async function documentsOf(request: PassageRequest, context: LoadContext): Promise<AsyncIterable<LoadedDocument>> {
  const { loader, file, metadata } = request;
  const opened = loader.name === ELSEWHERE ? undefined : await openLoader(loader.name, loader.params);
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

/** Whether a chunk may be of a document: it has all that the document's own metadata says, but for its place within it. */
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

/** The text of a file as its reader gives it, with the passage in it. */
async function findInText(
  documents: AsyncIterable<LoadedDocument>,
  { text: passage, metadata }: PassageRequest,
  isMarkdown: boolean,
): Promise<TextPassage> {
  const { offset } = locOf(metadata);
  let text = '';
  let near: number | undefined;
  for await (const document of documents) {
    if (text !== '') text += GAP;
    // Of several that fit, the first one that has the passage where it is expected.
    const start = text.length;
    const own = await textOf(document);
    if (near === undefined && offset !== undefined && isOf(document.metadata, metadata)) near = start + offset.from;
    text += own;
    if (text.length > MOST_UNITS) break;
  }
  const found = passage.trim() === '' ? undefined : findPassage(text, passage, near);
  const ranges = found?.ranges ?? [];
  const [first, last] = [ranges[0]?.from ?? near ?? 0, ranges.at(-1)?.to ?? near ?? 0];
  const [from, to] = [Math.max(0, first - SHOWN), Math.min(text.length, last + SHOWN)];
  return {
    kind: 'text',
    found: foundWord(found),
    isMarkdown,
    text: text.slice(from, to),
    isCutBefore: from > 0,
    isCutBehind: to < text.length,
    ranges: ranges.map((range) => ({ from: range.from - from, to: range.to - from })),
  };
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
  if (kind === 'pdf') return findInPdf(request, signal);
  if (kind === 'table') return (/\.[ct]sv$/i.test(name) ? findInCsv : findInSheets)(request, context);
  return findInText(await documentsOf(request, context), request, kind === 'markdown');
}
