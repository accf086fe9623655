import { prefixed, readXml } from '../office-xml.ts';
import type { OpenOffice } from '../open-office.ts';
import { partOfType, readRelationships } from '../relationships.ts';

export interface SheetEntry {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

export interface Workbook {
  /** In tab order, with charts that have a sheet of their own; sheets of old macros and dialogs are left out. */
  readonly sheets: readonly SheetEntry[];
  /** Whether dates count from 1904, as on early Macs, instead of 1900. */
  readonly countsFrom1904: boolean;
  readonly stringsPart: string | undefined;
  readonly stylesPart: string | undefined;
}

/** The types of sheets that are read; a chart sheet has no cells, only a drawing. */
const READ_TYPES = new Set(['worksheet', 'chartsheet']);

/** The sheets of a workbook. @throws UserError FILE_CORRUPT */
export async function readWorkbook(office: OpenOffice): Promise<Workbook> {
  const relationships = await readRelationships(office, office.mainPart);
  const parts = new Map(
    relationships.filter(({ type }) => READ_TYPES.has(type)).map(({ id, part }) => [id, part] as const),
  );
  const sheets: SheetEntry[] = [];
  let countsFrom1904 = false;
  await readXml(office, office.mainPart, {
    onOpen(element, attributes) {
      if (element === 'workbookPr') countsFrom1904 = isTrue(attributes.date1904);
      if (element !== 'sheet') return;
      const part = parts.get(prefixed(attributes, 'id') ?? '');
      if (part === undefined || !office.archive.names.has(part)) return;
      const isHidden = attributes.state !== undefined && attributes.state !== 'visible';
      sheets.push({ name: attributes.name ?? '', part, isHidden });
    },
  });
  return {
    sheets,
    countsFrom1904,
    stringsPart: partOfType(relationships, 'sharedStrings'),
    stylesPart: partOfType(relationships, 'styles'),
  };
}

/** Parses a boolean as Office writes it. */
function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
