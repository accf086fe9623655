import type { Passage } from '../../../../shared/api/originals.ts';
import { originalKindOf } from '../../../../shared/text/original-kind.ts';
import type { LoadedDocument } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import type { TextRecogniser } from '../../core/text-recogniser.ts';
import { openLoader } from '../../nodes/open-loader.ts';
import { readAnyFile } from '../../readers/read-any-file.ts';
import { findInPdf } from './find-in-pdf.ts';
import { findInCsv, findInSheets } from './find-in-table.ts';
import { findInText } from './find-in-text.ts';
import { locOf, type PassageRequest } from './passage-place.ts';

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
