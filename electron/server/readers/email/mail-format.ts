import { open } from 'node:fs/promises';
import type { SourceFile } from '../../core/document.ts';
import { isCompound } from '../compound/compound-file.ts';
import { looksLikeMail, MAIL_HEAD_UNITS, wasSentAsMail } from '../content/mail-head.ts';
import { isTnef } from '../content/tnef-mark.ts';

/** The formats in which programs save mails. */
export type MailFormat = 'email' | 'outlookEmail' | 'mailbox' | 'packedMail';

/** The first line of a mailbox. */
const MAILBOX = /^From (?![ \t]*:)\S+ .*\d{4}\r?\n[\w-]+[ \t]*:/;

/** What kind of mail a file is, by its first bytes; `named` when they do not say it. */
export async function mailFormatOf(file: SourceFile, named: MailFormat): Promise<MailFormat> {
  const start = await startOf(file);
  if (isCompound(start)) return 'outlookEmail';
  if (isTnef(start)) return 'packedMail';
  const text = start.toString('latin1');
  // A single mail may have the line of a mailbox before it.
  if (named !== 'email' && MAILBOX.test(text)) return 'mailbox';
  if (named === 'mailbox' && /^From (?![ \t]*:)/.test(text)) return named;
  return looksLikeMail(text) ? 'email' : named;
}

/** Whether a text was a mail on its way. */
export async function isSentMail(file: SourceFile): Promise<boolean> {
  return wasSentAsMail((await startOf(file)).toString('latin1'));
}

async function startOf(file: SourceFile): Promise<Buffer> {
  const handle = await open(file.path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAIL_HEAD_UNITS), 0, MAIL_HEAD_UNITS, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
