import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import type { LoadContext } from '../../core/document-loader.ts';
import { fileHasNoText, wrongContent } from '../errors/file-errors.ts';
import { parseParts, readMessage } from './email.ts';
import { headOf } from './email-lines.ts';
import { textOfHtml } from './mail-documents.ts';

const WANTED = 'a web page with its pictures (.mhtml)';

/** A web page that was saved with its pictures in one file, which is built as a mail is: its text, with its title. */
export async function* readMhtml(file: SourceFile, context: LoadContext): AsyncGenerator<LoadedDocument> {
  const message = await readMessage(file, context.signal, WANTED);
  if (!/^mime-version:|^content-type:\s*multipart\//im.test(headOf(message))) {
    throw wrongContent(file, WANTED, 'a text file');
  }
  const { html, text, subject } = await parseParts(message, file);
  context.signal.throwIfAborted();
  const page = html === undefined ? { text: text?.trim() ?? '', title: undefined } : await textOfHtml(html, file);
  if (page.text === '') throw fileHasNoText(file, 'its page shows none', 'save the page from a browser again');
  context.onRead(file.sizeBytes);
  const title = page.title ?? subject?.trim() ?? '';
  yield { text: page.text, metadata: title === '' ? {} : { title } };
}
