import { writeFile } from 'node:fs/promises';
import type { Attachment, Email } from 'postal-mime';
import type { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import type { ContainedFile } from '../contained/read-contained.ts';
import { loadCodePages } from '../text/code-page.ts';
import { headOf, splitLines } from './email-lines.ts';
import { isOfPrograms } from './mail-documents.ts';
import { mendEncodings } from './mend-encodings.ts';
import { type TnefFile, unpackTnef } from './tnef.ts';
import { tnefBody } from './tnef-file.ts';

const TNEF = /^application\/(?:vnd\.)?ms-tnef$/i;

/** Of an attached message that is called by its subject. */
const LONGEST_NAME = 100;

/** Extensions of parts that often have no name, by their types. */
export const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['message/rfc822', '.eml'],
  ['text/calendar', '.ics'],
  ['text/vcard', '.vcf'],
  ['text/x-vcard', '.vcf'],
  ['text/html', '.html'],
  ['application/pdf', '.pdf'],
]);

/** Whether this part is a forwarded message, not an attachment or the subject of a report. */
export function isForwarded({ mimeType, disposition }: Attachment, { headers }: Email): boolean {
  const isReport = headers.some(({ key, value }) => key === 'content-type' && /^multipart\/report\b/i.test(value));
  return mimeType === 'message/rfc822' && (disposition ?? 'inline') === 'inline' && !isReport;
}

/** What is in a message beside its own text. */
export interface Unpacked {
  readonly attachments: readonly Attachment[];
  /** Texts that Outlook packed. */
  readonly bodies: readonly string[];
  /** Packages of Outlook that could not be read whole, with the reason. */
  readonly damaged: readonly UserError[];
}

/** The attachments, with those that Outlook packed into a `winmail.dat` in its place. */
export async function unpackAttachments(attachments: readonly Attachment[], file: SourceFile): Promise<Unpacked> {
  const isPacked = ({ mimeType, filename }: Attachment) =>
    TNEF.test(mimeType) || /^winmail\.dat$|\.tnef$/i.test(filename ?? '');
  if (!attachments.some(isPacked)) return { attachments, bodies: [], damaged: [] };
  const decode = await loadCodePages();
  const [all, bodies, damaged]: [Attachment[], string[], UserError[]] = [[], [], []];
  for (const attachment of attachments) {
    const { content } = attachment;
    const message =
      isPacked(attachment) && typeof content !== 'string'
        ? unpackTnef(Buffer.from(new Uint8Array(content)), decode)
        : undefined;
    if (message === undefined) {
      all.push(attachment);
      continue;
    }
    const { body, error } = await tnefBody(message, { ...file, name: attachment.filename ?? 'winmail.dat' });
    bodies.push(body);
    if (error !== undefined) damaged.push(error);
    all.push(...message.files.map(asAttachment));
  }
  return { attachments: all, bodies, damaged };
}

function asAttachment({ name, bytes }: TnefFile): Attachment {
  return {
    filename: name === '' ? null : name,
    mimeType: 'application/octet-stream',
    disposition: 'attachment',
    content: bytes,
  };
}

/** What attachments are called. */
export type AttachmentNames = ReadonlyMap<Attachment, string>;

/** The names of a message's attachments that have one; an attached message without a file name is called by its subject. */
export async function nameAttachments(email: Email): Promise<AttachmentNames> {
  const names = new Map<Attachment, string>();
  for (const attachment of email.attachments) {
    const { filename, mimeType } = attachment;
    if (isOfPrograms(mimeType, filename ?? '')) continue;
    const isMail = mimeType === 'message/rfc822';
    const written = filename?.trim() ?? '';
    const subject = written === '' && isMail && !isForwarded(attachment, email) ? await subjectOf(attachment) : '';
    const name = written || subject;
    if (name !== '') names.set(attachment, isMail && !/\.eml$/i.test(name) ? `${name}.eml` : name);
  }
  return names;
}

/** As a name: on one line, and of no folder. */
async function subjectOf({ content }: Attachment): Promise<string> {
  const { default: PostalMime } = await import('postal-mime');
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const head = await mendEncodings(Buffer.from(`${headOf(bytes)}\n\n`, 'latin1'));
  const { subject = '' } = await PostalMime.parse(head);
  return subject
    .replaceAll(/[\s/\\]+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
}

/** The attachments of a message as files; not those that its text has anyway. */
export function* attachedFiles(email: Email, names: AttachmentNames): Generator<ContainedFile> {
  for (const [index, attachment] of email.attachments.entries()) {
    if (isForwarded(attachment, email)) continue;
    const { mimeType, content, related, filename } = attachment;
    if (isOfPrograms(mimeType, filename ?? '')) continue;
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    yield {
      name: names.get(attachment) ?? `attachment ${index + 1}${EXTENSIONS.get(mimeType.toLowerCase()) ?? ''}`,
      sizeBytes: bytes.length,
      isDecoration: related === true,
      // Only texts can have the joined lines of long bodies.
      unpack: (path) => writeFile(path, /^(?:text|message)\//i.test(mimeType) ? splitLines(bytes) : bytes),
    };
  }
}
