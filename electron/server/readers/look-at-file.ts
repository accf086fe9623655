import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { UserError } from '../../../shared/errors/errors.ts';
import type { SourceFile } from '../core/document.ts';
import { officeContainer } from './archive/office-kind.ts';
import { describeContent } from './content/describe-content.ts';
import { fileEmpty, fileEncrypted, oldOfficeFormat, wrongContent } from './errors/file-errors.ts';
import { EXCEL, POWERPOINT, WORD } from './office/open-office.ts';
import { PDF_HEAD_BYTES, PDF_MARK } from './pdf/open-pdf.ts';

/** What a short look at a file says of it. */
export type FileLook =
  | { readonly kind: 'fine' }
  | { readonly kind: 'bad'; readonly error: UserError }
  /** It may have a password, which shows only when it is opened. */
  | { readonly kind: 'locked?' };

const FINE: FileLook = { kind: 'fine' };

/** Documents that are archives, by extension, in words for a message. */
const ARCHIVES: ReadonlyMap<string, string> = new Map([
  ...[WORD, EXCEL, POWERPOINT].map(({ extension, kind }) => [extension, `${kind} (${extension})`] as const),
  ['.xlsm', `${EXCEL.kind} (.xlsm)`],
  ['.epub', 'an EPUB book'],
  ...['.odt', '.ott', '.ods', '.ots', '.odp', '.otp'].map((name) => [name, `an OpenDocument file (${name})`] as const),
]);
const OFFICE = new Set<string>([WORD, EXCEL, POWERPOINT].map(({ extension }) => extension).concat('.xlsm'));

/** Where a PDF says that it is encrypted: its trailer lies near one of its ends. */
const PDF_END_BYTES = 64 * 1024;

/** Looks at a file's size, kind and encryption, which takes a read or two whatever its size. What else is wrong shows when it is read. */
export async function lookAtFile(file: SourceFile, signal: AbortSignal): Promise<FileLook> {
  if (file.sizeBytes === 0) return { kind: 'bad', error: fileEmpty(file) };
  const extension = extname(file.name).toLowerCase();
  if (extension === '.pdf') return lookAtPdf(file, signal);
  const wanted = ARCHIVES.get(extension);
  if (wanted === undefined) return FINE;
  const container = await officeContainer(file);
  if (container === 'zip') return FINE;
  if (OFFICE.has(extension) && container === 'encrypted') return { kind: 'bad', error: fileEncrypted(file) };
  if (OFFICE.has(extension) && container === 'compound') {
    return { kind: 'bad', error: oldOfficeFormat(file, extension) };
  }
  return { kind: 'bad', error: wrongContent(file, wanted, await describeContent(file, signal)) };
}

async function lookAtPdf(file: SourceFile, signal: AbortSignal): Promise<FileLook> {
  const handle = await open(file.path);
  try {
    const read = async (position: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(PDF_END_BYTES), 0, PDF_END_BYTES, position);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0);
    if (!head.subarray(0, PDF_HEAD_BYTES).includes(PDF_MARK)) {
      return { kind: 'bad', error: wrongContent(file, 'a PDF document', await describeContent(file, signal)) };
    }
    const tail = await read(Math.max(0, file.sizeBytes - PDF_END_BYTES));
    return head.includes('/Encrypt') || tail.includes('/Encrypt') ? { kind: 'locked?' } : FINE;
  } finally {
    await handle.close();
  }
}
