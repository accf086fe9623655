import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { JsonTokenizer } from '../json/json-tokenizer.ts';
import { describeJsonError } from '../json/read-json.ts';
import { openText } from '../text/open-text.ts';
import { readThrough } from '../text/text-reader.ts';
import { translatingErrors, withFirstText } from '../text/text-stream.ts';
import { NotebookCells } from './notebook-cells.ts';

/** A Jupyter notebook as Markdown: its texts, its code and what that has printed, without pictures; streamed. */
export async function* readNotebook(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const pieces = await openText(file, 'a Jupyter notebook', context);
  const cells = new NotebookCells();
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
  const named = translatingErrors(readThrough(pieces, reader), (error) => describeJsonError(file, error));
  const text = await withFirstText(named);
  if (text !== undefined) yield { text, metadata: {} };
  else if (!cells.hasCells) throw wrongContent(file, 'a Jupyter notebook', 'a JSON file of another kind');
  else throw fileHasNoText(file, 'its cells are empty', 'check that it was saved');
}
