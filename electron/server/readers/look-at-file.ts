import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { UserError } from '../../../shared/errors/errors.ts';
import type { SourceFile } from '../core/document.ts';
import { officeContainer } from './archive/office-kind.ts';
import { describeContent } from './content/describe-content.ts';
import { fileEmpty, fileEncrypted, oldOfficeFormat, wrongContent } from './errors/file-errors.ts';
import { EXCEL, POWERPOINT, WORD } from './office/open-office.ts';
import { PDF_HEAD_BYTES, PDF_MARK } from './pdf/open-pdf.ts';

/** The result of a quick check of a file. */
export type FileLook =
  | { readonly kind: 'fine' }
  | { readonly kind: 'bad'; readonly error: UserError }
  /** Whether it may have a password, which only opening it shows. */
  | { readonly kind: 'locked?' };

const FINE: FileLook = { kind: 'fine' };

/** Document formats that are archives, by extension, as phrases for messages. */
const ARCHIVES: ReadonlyMap<string, string> = new Map([
  ...[WORD, EXCEL, POWERPOINT].map(({ extension, kind }) => [extension, `${kind} (${extension})`] as const),
  ['.xlsm', `${EXCEL.kind} (.xlsm)`],
  ['.epub', 'an EPUB book'],
  ...['.odt', '.ott', '.ods', '.ots', '.odp', '.otp'].map((name) => [name, `an OpenDocument file (${name})`] as const),
]);
const OFFICE = new Set<string>([WORD, EXCEL, POWERPOINT].map(({ extension }) => extension).concat('.xlsm'));

/** How far from either end a PDF says that it is encrypted: its trailer is near one of its ends. */
const PDF_END_BYTES = 64 * 1024;

/** Checks a file's size, kind and encryption with a read or two, whatever its size. Other faults show when it is read. */
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
