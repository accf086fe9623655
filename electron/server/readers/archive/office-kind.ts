import { open } from 'node:fs/promises';
import type { SourceFile } from '../../core/document.ts';

const ZIP_MARK = Buffer.from('PK\x03\x04', 'latin1');
/** Compound file: Office 97 to 2003, and also the container of newer documents with a password. */
const COMPOUND_MARK = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Name of the stream that holds an encrypted document. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** The container format of a file that should be an Office document. */
export type OfficeContainer = 'empty' | 'zip' | 'encrypted' | 'compound' | 'other';

/** The directory of a compound file may be anywhere; in a newly saved file it is near the start or the end. */
const SEARCH_BYTES = 64 * 1024;

export async function officeContainer(file: SourceFile): Promise<OfficeContainer> {
  const handle = await open(file.path);
  try {
    const head = await readPart(handle, 0);
    if (head.length === 0) return 'empty';
    if (head.subarray(0, ZIP_MARK.length).equals(ZIP_MARK)) return 'zip';
    if (!head.subarray(0, COMPOUND_MARK.length).equals(COMPOUND_MARK)) return 'other';
    const tail = await readPart(handle, Math.max(0, file.sizeBytes - SEARCH_BYTES));
    return head.includes(ENCRYPTED_PACKAGE) || tail.includes(ENCRYPTED_PACKAGE) ? 'encrypted' : 'compound';
  } finally {
    await handle.close();
  }
}

async function readPart(handle: Awaited<ReturnType<typeof open>>, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(SEARCH_BYTES), 0, SEARCH_BYTES, position);
  return buffer.subarray(0, bytesRead);
}

/** What an archive is by its folders, as a phrase for a message. */
export function describeArchive(names: ReadonlySet<string>): string {
  const has = (folder: string) => [...names].some((name) => name.startsWith(folder));
  if (names.has('[Content_Types].xml')) {
    if (has('word/')) return 'a Word document';
    if (has('xl/')) return 'an Excel workbook';
    if (has('ppt/')) return 'a PowerPoint presentation';
  }
  if (names.has('mimetype') && names.has('META-INF/manifest.xml')) return 'an OpenDocument file';
  if (names.has('META-INF/container.xml')) return 'an EPUB book';
  return 'a ZIP archive';
}
