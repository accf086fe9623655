import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import {
  type ContainedFile,
  type Container,
  MOST_LEVELS,
  readContained,
  reportTooDeep,
} from '../contained/read-contained.ts';
import { fileCorrupt, fileHasNoText } from '../errors/file-errors.ts';
import { type HtmlText, HtmlTooDeepError, htmlToText } from '../html/html-text.ts';

/** A message is read into memory whole, with its attachments; mail servers accept at most 25 to 50 MB. */
export const MAX_BYTES = 64 * 1024 * 1024;

/** Types of parts that hold the real message, sealed. */
export const ENCRYPTED = /^application\/(?:(?:x-)?pkcs7-mime|pgp-encrypted)$/i;

const OF_PROGRAMS = /^application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|encrypted|keys))$/i;
const NAMES_OF_PROGRAMS = /^smime\.p7s$|signature\.asc$|^OpenPGP_.*\.asc$|\.sig$/i;

/** Whether a part is what mail programs add for each other: a signature, a key. Nobody reads it. */
export function isOfPrograms(mimeType: string, name: string): boolean {
  return OF_PROGRAMS.test(mimeType) || NAMES_OF_PROGRAMS.test(name.trim());
}

/** How to read mails, and the files in them. */
export interface MailRequest extends Container {
  readonly withoutAttachments: boolean;
}

/** Empty for what a message lacks. */
export interface MailFacts {
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly subject: string;
  /** ISO 8601 */
  readonly date: string;
  /** Their names. */
  readonly attachments: readonly string[];
}

/** A message of any format. */
export interface Mail {
  readonly facts: MailFacts;
  readonly body: string;
  /** Whether the real message is in a part that only its receiver can open. */
  readonly isSealed: boolean;
  readonly attached: Iterable<ContainedFile>;
}

/**
 * Sender, recipients, date, subject and text of a message as one document; then its attachments, each read as the file that it is.
 * @throws UserError FILE_HAS_NO_TEXT, FILE_ENCRYPTED
 */
export async function* documentsOf(
  { facts, body, isSealed, attached }: Mail,
  request: MailRequest,
): AsyncGenerator<LoadedDocument> {
  const { file } = request;
  if (body === '' && isSealed) throw mailEncrypted(file);
  if (body === '' && facts.subject === '' && facts.attachments.length === 0) {
    throw fileHasNoText(file, 'it has no subject and no body', 'check that it was saved completely');
  }
  const metadata = Object.fromEntries(Object.entries(facts).filter(([, value]) => value.length > 0));
  yield { text: writeMail(facts, body), metadata };
  if (request.withoutAttachments) return;
  if (request.nesting.level >= MOST_LEVELS) {
    reportTooDeep(attached, request);
    return;
  }
  const { attachments: _names, ...ofMail } = metadata;
  for await (const document of readContained(attached, request)) {
    yield { ...document, metadata: { ...ofMail, ...document.metadata } };
  }
}

/** The text of a part in HTML. @throws UserError FILE_CORRUPT */
export async function textOfHtml(html: string, file: SourceFile): Promise<HtmlText> {
  try {
    return await htmlToText(html);
  } catch (error) {
    throw error instanceof HtmlTooDeepError ? fileCorrupt(file, 'its elements are nested too deep', error) : error;
  }
}

/** "Ada <ada@example.org>". Addresses within an Exchange server ("/o=…") say nothing to anybody. */
export function writePerson(name: string, addresses: readonly string[]): string {
  const address = addresses.find((one) => one.includes('@')) ?? '';
  if (address === '' || name === address) return name || address;
  return name === '' ? address : `${name} <${address}>`;
}

/** A message as a text. */
export function writeMail({ from, to, cc, subject, date, attachments }: MailFacts, body: string): string {
  const fields = Object.entries({ From: from, To: to, Cc: cc, Date: date, Subject: subject });
  const head = fields.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  const tail = attachments.length === 0 ? '' : `Attachments: ${attachments.join(', ')}`;
  return [head.join('\n'), body, tail].filter((part) => part !== '').join('\n\n');
}

function mailEncrypted(file: SourceFile): UserError {
  return new UserError(
    'FILE_ENCRYPTED',
    `"${file.name}" is an encrypted email: open it in its mail program and save its text.`,
    { details: { file: file.name } },
  );
}
