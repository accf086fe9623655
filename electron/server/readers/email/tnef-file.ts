import { readFile, writeFile } from 'node:fs/promises';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import { CompoundDamage } from '../compound/compound-file.ts';
import type { ContainedFile } from '../contained/read-contained.ts';
import { describeContent } from '../content/describe-content.ts';
import { fileCorrupt, fileEmpty, fileTooLarge, wrongContent } from '../errors/file-errors.ts';
import { loadCodePages } from '../text/code-page.ts';
import { declaredEncoding } from '../text/declared-encoding.ts';
import { decodeText } from '../text/true-encoding.ts';
import { chooseBody } from './mail-body.ts';
import { documentsOf, MAX_BYTES, type MailRequest } from './mail-documents.ts';
import { type TnefMessage, unpackTnef } from './tnef.ts';

/**
 * A message that Outlook packed (winmail.dat, .tnef), by itself: its text, then its attachments.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE, FILE_CORRUPT, FILE_HAS_NO_TEXT
 */
export async function* readTnef(request: MailRequest): AsyncGenerator<LoadedDocument> {
  const { file, context } = request;
  if (file.sizeBytes === 0) throw fileEmpty(file);
  if (file.sizeBytes > MAX_BYTES) throw fileTooLarge(file, `it is over ${MAX_BYTES / 1024 ** 2} MB`);
  const message = unpackTnef(await readFile(file.path, { signal: context.signal }), await loadCodePages());
  if (message === undefined) {
    throw wrongContent(file, 'a mail that Outlook packed (winmail.dat)', await describeContent(file, context.signal));
  }
  const { body, error } = await tnefBody(message, file);
  const { subject, from, to, cc, date, files } = message;
  if (error !== undefined && body === '' && subject === '' && files.length === 0) throw error;
  const attached = files.map(({ name, bytes }, index): ContainedFile => {
    return {
      name: name === '' ? `attachment ${index + 1}` : name,
      sizeBytes: bytes.length,
      unpack: (path) => writeFile(path, bytes),
    };
  });
  const facts = { from, to, cc, subject, date, attachments: attached.map(({ name }) => name) };
  yield* documentsOf({ facts, body, isSealed: false, attached }, request);
  if (error !== undefined) context.onNote?.(error.message);
  context.onRead(file.sizeBytes);
}

/** The text of a packed message. An error says that not all of the message could be read. */
export async function tnefBody(
  { body, html, rtf, isDamaged }: TnefMessage,
  file: SourceFile,
): Promise<{ readonly body: string; readonly error: UserError | undefined }> {
  const damage = isDamaged ? fileCorrupt(file, 'parts of it are damaged') : undefined;
  try {
    return { body: await chooseBody({ plain: body, html: await decodePage(html), rtf }, file), error: damage };
  } catch (error) {
    if (error instanceof CompoundDamage) return { body, error: fileCorrupt(file, error.message, error) };
    if (error instanceof UserError) return { body, error };
    throw error;
  }
}

async function decodePage(html: TnefMessage['html']): Promise<string | undefined> {
  return typeof html === 'object' ? decodeText(html, declaredEncoding(html.toString('latin1'))) : html;
}
