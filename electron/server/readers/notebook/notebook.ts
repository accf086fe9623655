import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileCorrupt, fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { HtmlTooDeepError, openHtmlToText } from '../html/html-text.ts';
import { JsonTokenizer } from '../json/json-tokenizer.ts';
import { describeJsonError } from '../json/read-json.ts';
import { openText } from '../text/open-text.ts';
import { readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { NotebookCells } from './notebook-cells.ts';

/** A Jupyter notebook as Markdown: its texts, its code and what that has printed or shown as a table, without pictures; streamed. */
export async function* readNotebook(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const pieces = await openText(file, 'a Jupyter notebook', context);
  const htmlToText = await openHtmlToText();
  const cells = new NotebookCells((html) => htmlToText(html).text);
  const tokenizer = new JsonTokenizer(cells);
  const reader = {
    write(piece: string): string {
      tokenizer.write(piece);
      return cells.take();
    },
    end(): string {
      tokenizer.end();
      return cells.take();
    },
  };
  const name = (error: unknown) =>
    error instanceof HtmlTooDeepError
      ? fileCorrupt(file, 'the elements of an output are nested too deep', error)
      : describeJsonError(file, error);
  const text = await withFirstText(translatingErrors(readThrough(pieces, reader), name));
  if (text !== undefined) yield { text, metadata: {} };
  else if (!cells.hasCells) throw wrongContent(file, 'a Jupyter notebook', 'a JSON file of another kind');
  else throw fileHasNoText(file, 'its cells are empty', 'check that it was saved');
}
