import type { SourceFile } from '../../core/document.ts';
import { describeArchive, officeContainer } from '../archive/office-kind.ts';
import { openArchive } from '../archive/open-archive.ts';
import { fileCorrupt, fileEncrypted, oldOfficeFormat, wrongContent } from '../errors/file-errors.ts';
import type { OfficePackage } from './office-xml.ts';
import { partOfType, readRelationships } from './relationships.ts';

/** A kind of Office document. */
export interface OfficeFormat {
  /** As {@link describeArchive} returns it. */
  readonly kind: string;
  /** With the dot. */
  readonly extension: string;
  /** The main part, if the document does not name it. */
  readonly mainPart: string;
}

export const WORD: OfficeFormat = {
  kind: 'a Word document',
  extension: '.docx',
  mainPart: 'word/document.xml',
};
export const EXCEL: OfficeFormat = {
  kind: 'an Excel workbook',
  extension: '.xlsx',
  mainPart: 'xl/workbook.xml',
};
export const POWERPOINT: OfficeFormat = {
  kind: 'a PowerPoint presentation',
  extension: '.pptx',
  mainPart: 'ppt/presentation.xml',
};

export interface OpenOffice extends OfficePackage {
  /** Name of the main part. */
  readonly mainPart: string;
}

/**
 * Opens an Office document (Open XML) of this format; the caller must close the archive.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_ENCRYPTED, ARCHIVE_TOO_LARGE, FILE_CORRUPT
 */
export async function openOffice(file: SourceFile, format: OfficeFormat, signal: AbortSignal): Promise<OpenOffice> {
  const container = await officeContainer(file);
  if (container === 'encrypted') throw fileEncrypted(file);
  if (container === 'compound') throw oldOfficeFormat(file, format.extension);
  const wanted = `${format.kind} (${format.extension})`;
  const archive = await openArchive(file, wanted, signal);
  try {
    const kind = describeArchive(archive.names);
    if (kind !== format.kind) throw wrongContent(file, wanted, kind);
    const office = { file, archive, signal };
    const mainPart = partOfType(await readRelationships(office, ''), 'officeDocument') ?? format.mainPart;
    if (mainPart.endsWith('.bin')) throw oldOfficeFormat(file, format.extension);
    if (!archive.names.has(mainPart)) throw fileCorrupt(file, `its part "${mainPart}" is missing`);
    return { ...office, mainPart };
  } catch (error) {
    archive.close();
    throw error;
  }
}
