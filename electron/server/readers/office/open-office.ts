import type { SourceFile } from '../../core/document.ts';
import { describeArchive, officeContainer } from '../archive/office-kind.ts';
import { openArchive } from '../archive/open-archive.ts';
import { fileEncrypted, oldOfficeFormat, wrongContent } from '../errors/file-errors.ts';
import { type OfficePackage, readXml } from './office-xml.ts';
import { partOfType, readRelationships } from './relationships.ts';

/** A kind of Office document. */
export interface OfficeFormat {
  /** As {@link describeArchive} returns it. */
  readonly kind: string;
  /** With the dot. */
  readonly extension: string;
  /** The main part, if the document does not name it. */
  readonly mainPart: string;
  /** What the type of its main part contains. */
  readonly mainType: RegExp;
}

export const WORD: OfficeFormat = {
  kind: 'a Word document',
  extension: '.docx',
  mainPart: 'word/document.xml',
  mainType: /wordprocessingml|ms-word/i,
};
export const EXCEL: OfficeFormat = {
  kind: 'an Excel workbook',
  extension: '.xlsx',
  mainPart: 'xl/workbook.xml',
  mainType: /spreadsheetml|ms-excel/i,
};
export const POWERPOINT: OfficeFormat = {
  kind: 'a PowerPoint presentation',
  extension: '.pptx',
  mainPart: 'ppt/presentation.xml',
  mainType: /presentationml|ms-powerpoint/i,
};

export interface OpenOffice extends OfficePackage {
  /** Name of the main part. */
  readonly mainPart: string;
}

/**
 * Opens an Office document (Open XML) of this format; the caller must close the archive.
 * @throws UserError FILE_EMPTY, UNSUPPORTED_FILE_TYPE, FILE_ENCRYPTED, ARCHIVE_TOO_LARGE, FILE_CORRUPT
 */
export async function openOffice(
  file: SourceFile,
  format: OfficeFormat,
  { signal, onNote }: Pick<OfficePackage, 'signal' | 'onNote'>,
): Promise<OpenOffice> {
  const container = await officeContainer(file);
  if (container === 'encrypted') throw fileEncrypted(file);
  if (container === 'compound') throw oldOfficeFormat(file, format.extension);
  const wanted = `${format.kind} (${format.extension})`;
  const archive = await openArchive(file, wanted, signal);
  try {
    const office = { file, archive, signal, onNote: once(onNote) };
    const named = partOfType(await readRelationships(office, ''), 'officeDocument');
    const mainPart = named ?? format.mainPart;
    const kind = describeArchive(archive.names);
    if (kind !== format.kind && !format.mainType.test(await contentTypeOf(office, mainPart))) {
      throw wrongContent(file, wanted, kind);
    }
    if (mainPart.endsWith('.bin')) throw oldOfficeFormat(file, format.extension);
    const found = archive.find(mainPart);
    if (found === undefined) {
      // Says whether it is missing or damaged.
      await archive.stream(mainPart);
    }
    return { ...office, mainPart: found ?? mainPart };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** Reports each note once: a part may be named several times. */
function once(onNote: OfficePackage['onNote']): (note: string) => void {
  const reported = new Set<string>();
  return (note) => {
    if (!reported.has(note)) onNote?.(note);
    reported.add(note);
  };
}

const TYPES = '[Content_Types].xml';

/** The type of a part, by its name or its extension; "" if the document does not say it. */
async function contentTypeOf(office: OfficePackage, part: string): Promise<string> {
  const name = `/${part}`.toLowerCase();
  let [own, common] = ['', ''];
  if (office.archive.find(TYPES) === undefined) return '';
  await readXml(office, TYPES, {
    onOpen(element, { PartName: partName = '', Extension: extension = '', ContentType: type = '' }) {
      if (element === 'Override' && partName.toLowerCase() === name) own = type;
      if (element === 'Default' && name.endsWith(`.${extension.toLowerCase()}`)) common = type;
    },
  });
  return own || common;
}
