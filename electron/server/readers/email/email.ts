import { readFile } from 'node:fs/promises';
import type { Address, Email } from 'postal-mime';
import type { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument, SourceFile } from '../../core/document.ts';
import { hasHeaders } from '../content/mail-head.ts';
import { fileCorrupt, fileEmpty, fileTooLarge, wrongContent } from '../errors/file-errors.ts';
import { inspectText } from '../text/inspect-text.ts';
import { type AttachmentNames, attachedFiles, isForwarded, nameAttachments, unpackAttachments } from './attachments.ts';
import { headOf, joinLines, splitLines } from './email-lines.ts';
import { chooseBody, fullerText } from './mail-body.ts';
import {
  documentsOf,
  ENCRYPTED,
  MAX_BYTES,
  type Mail,
  type MailFacts,
  type MailRequest,
  writeMail,
} from './mail-documents.ts';
import { mendEncodings } from './mend-encodings.ts';

const WANTED = 'an email';

/** Longer than what may stand before the first header. */
const LONGEST_START = 1024;

/** Nesting of parts and messages: each level is read once more. Mail programs use up to four. */
const MAX_DEPTH = 10;

/** The most lines after long bodies were joined: headers, boundaries, the beginning. Each costs about 2.5 kB and 10 µs. */
const MAX_LINES = 100_000;

/** Most messages have one of these headers. */
const HEADER = /^(?:from|to|cc|subject|date|received|return-path|message-id|mime-version|delivered-to)[ \t]*:/im;

/** An email: sender, recipients, date, subject and text as one document; then its attachments, each read as the file that it is. */
export async function* readEmail(request: MailRequest): AsyncGenerator<LoadedDocument> {
  const { file, context } = request;
  const message = await readMessage(file, context.signal);
  const head = headOf(message);
  if (!HEADER.test(head) && !hasHeaders(head)) throw wrongContent(file, WANTED, 'a text file');
  yield* mailDocuments(message, request);
  context.onRead(file.sizeBytes);
}

/**
 * The documents of a message. `request.file` is named in errors.
 * @throws UserError FILE_HAS_NO_TEXT, FILE_ENCRYPTED, FILE_CORRUPT, FILE_TOO_LARGE
 */
export async function* mailDocuments(message: Uint8Array, request: MailRequest): AsyncGenerator<LoadedDocument> {
  const { file, context } = request;
  const email = await parseParts(message, file);
  context.signal.throwIfAborted();
  const names = await nameAttachments(email);
  const { body, damaged } = await wholeBody(email, file, 1);
  const mail: Mail = {
    facts: describeEmail(email, names),
    body,
    isSealed: email.attachments.some(({ mimeType }) => ENCRYPTED.test(mimeType)),
    attached: attachedFiles(email, names),
  };
  yield* documentsOf(mail, request);
  for (const error of damaged) context.onNote?.(error.message);
}

/**
 * The bytes of a file that should be a message; its parts say their encodings.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE
 */
export async function readMessage(file: SourceFile, signal: AbortSignal, wanted = WANTED): Promise<Uint8Array> {
  const inspection = await inspectText(file.path, signal);
  if (inspection.kind === 'empty') throw fileEmpty(file);
  if (inspection.kind === 'binary') throw wrongContent(file, wanted, inspection.found);
  if (file.sizeBytes > MAX_BYTES) throw fileTooLarge(file, `it is over ${MAX_BYTES / 1024 ** 2} MB`);
  const bytes = await readFile(file.path, { signal });
  const { encoding, markBytes } = inspection;
  // The parts of a message declare their encodings. Only a message that was saved as text has another encoding around them.
  if (!encoding.startsWith('utf-')) return fromFirstHeader(bytes.subarray(markBytes));
  const { default: iconv } = await import('iconv-lite');
  return fromFirstHeader(Buffer.from(iconv.decode(bytes.subarray(markBytes), encoding)));
}

/** Empty lines before the first header would end the headers; Apple Mail writes the length of the message there. */
function fromFirstHeader(message: Buffer): Buffer {
  const start = message.toString('latin1', 0, LONGEST_START);
  return message.subarray(/^\s*(?:\d{1,12}[ \t]*\r?\n)?(?=[!-~])/.exec(start)?.[0].length ?? 0);
}

/** A message, with what Outlook packed into it. */
export interface ParsedMail extends Email {
  readonly packedBodies: readonly string[];
  readonly damaged: readonly UserError[];
}

/** Parses a message; attachments that Outlook packed are among the others. @throws UserError FILE_CORRUPT, FILE_TOO_LARGE */
export async function parseParts(whole: Uint8Array, file: SourceFile): Promise<ParsedMail> {
  const { message, lines } = joinLines(await mendEncodings(whole));
  if (lines > MAX_LINES) throw fileTooLarge(file, `it has over ${MAX_LINES / 1000},000 parts or lines in their heads`);
  const { default: PostalMime } = await import('postal-mime');
  let email: Email;
  try {
    email = await PostalMime.parse(message, { maxNestingDepth: MAX_DEPTH, forceRfc822Attachments: true });
  } catch (error) {
    throw fileCorrupt(file, `its parts are damaged, or lie more than ${MAX_DEPTH} deep in each other`, error);
  }
  const { attachments, bodies, damaged } = await unpackAttachments(email.attachments, file);
  return { ...email, attachments: [...attachments], packedBodies: bodies, damaged };
}

function describeEmail(email: Email, names: AttachmentNames): MailFacts {
  return {
    from: writeAddresses(email.from === undefined ? [] : [email.from]),
    to: writeAddresses(email.to ?? []),
    cc: writeAddresses(email.cc ?? []),
    subject: email.subject?.trim() ?? '',
    date: email.date?.trim() ?? '',
    attachments: [...names.values()],
  };
}

function writeAddresses(addresses: readonly Address[]): string {
  return addresses.map(writeAddress).join(', ');
}

function writeAddress(address: Address): string {
  if (address.group !== undefined) return `${address.name}: ${writeAddresses(address.group)}`;
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

async function bodyOf({ text, html, packedBodies }: ParsedMail, file: SourceFile): Promise<string> {
  const plain = text?.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim() ?? '';
  return packedBodies.reduce(fullerText, await chooseBody({ plain, html }, file));
}

interface WholeBody {
  readonly body: string;
  readonly damaged: readonly UserError[];
}

/** The body, followed by the forwarded messages, recursively. (The parser's own option for this takes seconds for 100 kB.) */
async function wholeBody(email: ParsedMail, file: SourceFile, depth: number): Promise<WholeBody> {
  const bodies = [await bodyOf(email, file)];
  const damaged = [...email.damaged];
  for (const attachment of email.attachments) {
    if (!isForwarded(attachment, email) || typeof attachment.content === 'string') continue;
    if (depth === MAX_DEPTH) {
      throw fileCorrupt(file, `it forwards messages that lie more than ${MAX_DEPTH} deep in each other`);
    }
    const forwarded = await parseParts(splitLines(new Uint8Array(attachment.content)), file);
    const facts = describeEmail(forwarded, await nameAttachments(forwarded));
    const inner = await wholeBody(forwarded, file, depth + 1);
    bodies.push(writeMail(facts, inner.body));
    damaged.push(...inner.damaged);
  }
  return { body: bodies.filter((body) => body !== '').join('\n\n'), damaged };
}
