import { writeFile } from 'node:fs/promises';
import type { Attachment, Email } from 'postal-mime';
import type { ContainedFile } from '../contained/read-contained.ts';
import { splitLines } from './email-lines.ts';
import { OF_PROGRAMS } from './mail-documents.ts';

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

/** The attachments of a message as files; not those that its text has anyway. */
export function* attachedFiles(email: Email): Generator<ContainedFile> {
  for (const [index, attachment] of email.attachments.entries()) {
    if (isForwarded(attachment, email)) continue;
    const { mimeType, content, related } = attachment;
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    yield {
      name: nameOf(attachment, index + 1),
      sizeBytes: bytes.length,
      isDecoration: related === true || OF_PROGRAMS.test(mimeType),
      // Only texts can have the joined lines of long bodies.
      unpack: (path) => writeFile(path, /^(?:text|message)\//i.test(mimeType) ? splitLines(bytes) : bytes),
    };
  }
}

function nameOf({ filename, mimeType }: Attachment, number: number): string {
  const extension = EXTENSIONS.get(mimeType.toLowerCase()) ?? '';
  const name = filename?.trim() ?? '';
  if (name === '') return `attachment ${number}${extension}`;
  return mimeType === 'message/rfc822' && !/\.eml$/i.test(name) ? `${name}.eml` : name;
}
