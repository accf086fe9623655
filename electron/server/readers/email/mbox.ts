import { createReadStream } from 'node:fs';
import { UserError } from '../../../../shared/errors/errors.ts';
import type { LoadedDocument } from '../../core/document.ts';
import { fileEmpty, fileHasNoText, fileTooLarge, wrongContent } from '../errors/file-errors.ts';
import { inspectText } from '../text/inspect-text.ts';
import { mailDocuments } from './email.ts';
import { MAX_BYTES, type MailRequest } from './mail-documents.ts';

const WANTED = 'a mailbox (mbox)';
const PIECE_BYTES = 1024 * 1024;

/** The line before each message of a mailbox, behind an empty one (RFC 4155). */
const SEPARATOR = /\r?\n\r?\nFrom [^\n]{0,300}\d{4}[^\n]{0,100}\n/;
const FIRST_SEPARATOR = /^From (?![ \t]*:)[^\n]{0,500}\n/;
/** Long enough for any separator that the end of a piece cuts. */
const OVERLAP = 1024;

/** Messages that a note names. */
const NAMED = 5;

/**
 * The mails of a mailbox file, each as an email by itself; `mail` in the metadata counts from 1. A mail that can't be read is left out and reported in a note.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_HAS_NO_TEXT
 */
export async function* readMbox(request: MailRequest): AsyncGenerator<LoadedDocument> {
  const { file, context } = request;
  const inspection = await inspectText(file.path, context.signal);
  if (inspection.kind === 'empty') throw fileEmpty(file);
  const leftOut: number[] = [];
  let [number, read] = [0, 0];
  for await (const message of messagesOf(request)) {
    number += 1;
    const mail = { ...file, name: `${file.name}, mail ${number}` };
    try {
      if (message === undefined) throw fileTooLarge(mail, `it is over ${MAX_BYTES / 1024 ** 2} MB`);
      for await (const { text, metadata } of mailDocuments(message, { ...request, file: mail })) {
        yield { text, metadata: { ...metadata, mail: number }, position: ['mail'] };
      }
      read += 1;
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
      leftOut.push(number);
    }
  }
  if (read === 0) throw fileHasNoText(file, 'none of its mails can be read', 'export the mails again');
  if (leftOut.length > 0) context.onNote?.(describeLeftOut(leftOut));
}

function describeLeftOut(numbers: readonly number[]): string {
  const more = numbers.length > NAMED ? ` and ${numbers.length - NAMED} more` : '';
  return `Left out: mails that could not be read (number ${numbers.slice(0, NAMED).join(', ')}${more}).`;
}

/** The messages, without the lines between them; undefined for one that is too large. */
async function* messagesOf({ file, context }: MailRequest): AsyncGenerator<Buffer | undefined> {
  const { signal } = context;
  signal.throwIfAborted();
  /** Latin-1, which keeps each byte as a character. */
  let rest: string | undefined;
  let isTooLarge = false;
  let bytesRead = 0;
  for await (const piece of createReadStream(file.path, { highWaterMark: PIECE_BYTES, signal })) {
    bytesRead += piece.length;
    context.onRead(bytesRead);
    let text: string = piece.toString('latin1');
    let from = 0;
    if (rest === undefined) {
      const first = FIRST_SEPARATOR.exec(text)?.[0];
      if (first === undefined) throw wrongContent(file, WANTED, 'a text file');
      text = text.slice(first.length);
    } else {
      from = Math.max(0, rest.length - OVERLAP);
      text = rest + text;
    }
    for (let found = separatorIn(text, from); found !== undefined; found = separatorIn(text, 0)) {
      yield isTooLarge ? undefined : messageOf(text.slice(0, found.start));
      isTooLarge = false;
      text = text.slice(found.end);
    }
    if (text.length > MAX_BYTES) {
      isTooLarge = true;
      text = text.slice(-OVERLAP);
    }
    rest = text;
  }
  if (rest !== undefined) yield isTooLarge ? undefined : messageOf(rest);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function separatorIn(text: string, from: number): Span | undefined {
  const found = SEPARATOR.exec(from === 0 ? text : text.slice(from));
  return found === null ? undefined : { start: from + found.index, end: from + found.index + found[0].length };
}

/** Lines that begin with "From " were marked with ">", so that they separate nothing. */
function messageOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(/^>(>*From )/gm, '$1'), 'latin1');
}
