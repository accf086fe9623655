import { writeFile } from 'node:fs/promises';
import type { Attachment, Email } from 'postal-mime';
import type { ContainedFile } from '../contained/read-contained.ts';
import { loadCodePages } from '../text/code-page.ts';
import { headOf, splitLines } from './email-lines.ts';
import { OF_PROGRAMS } from './mail-documents.ts';
import { unpackTnef } from './tnef.ts';

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

/** The attachments, with those that Outlook packed into a `winmail.dat` in its place. One that is damaged stays. */
export async function unpacked(attachments: readonly Attachment[]): Promise<Attachment[]> {
  if (!attachments.some(({ mimeType }) => TNEF.test(mimeType))) return [...attachments];
  const decode = await loadCodePages();
  return attachments.flatMap((attachment) => {
    const { mimeType, content } = attachment;
    if (!TNEF.test(mimeType) || typeof content === 'string') return [attachment];
    const files = unpackTnef(Buffer.from(new Uint8Array(content)), decode);
    return (
      files?.map(
        ({ name, bytes }): Attachment => ({
          filename: name === '' ? null : name,
          mimeType: 'application/octet-stream',
          disposition: 'attachment',
          content: bytes,
        }),
      ) ?? [attachment]
    );
  });
}

/** What attachments are called. */
export type AttachmentNames = ReadonlyMap<Attachment, string>;

/** The names of a message's attachments that have one; an attached message without a file name is called by its subject. */
export async function nameAttachments(email: Email): Promise<AttachmentNames> {
  const names = new Map<Attachment, string>();
  for (const attachment of email.attachments) {
    const { filename, mimeType } = attachment;
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
  const { subject = '' } = await PostalMime.parse(Buffer.from(`${headOf(bytes)}\n\n`, 'latin1'));
  return subject
    .replaceAll(/[\s/\\]+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
}

/** The attachments of a message as files; not those that its text has anyway. */
export function* attachedFiles(email: Email, names: AttachmentNames): Generator<ContainedFile> {
  for (const [index, attachment] of email.attachments.entries()) {
    if (isForwarded(attachment, email)) continue;
    const { mimeType, content, related } = attachment;
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    yield {
      name: names.get(attachment) ?? `attachment ${index + 1}${EXTENSIONS.get(mimeType.toLowerCase()) ?? ''}`,
      sizeBytes: bytes.length,
      isDecoration: related === true || OF_PROGRAMS.test(mimeType),
      // Only texts can have the joined lines of long bodies.
      unpack: (path) => writeFile(path, /^(?:text|message)\//i.test(mimeType) ? splitLines(bytes) : bytes),
    };
  }
}
