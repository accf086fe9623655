import ExcelJS from 'exceljs';
import { makeZip } from './office-fixtures.ts';

/** A workbook that a function fills. */
export async function makeWorkbook(fill: (workbook: ExcelJS.Workbook) => void): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  fill(workbook);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

/** A workbook with one sheet of these rows, the first of which is the header. */
export function makeTable(rows: readonly (readonly ExcelJS.CellValue[])[], sheetName = 'Table'): Promise<Uint8Array> {
  return makeWorkbook((workbook) => {
    workbook.addWorksheet(sheetName).addRows(rows.map((row) => [...row]));
  });
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

function relations(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const entries = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${RELATIONS}">${entries.join('')}</Relationships>`;
}

export interface RawWorkbook {
  /** The content of `sheetData` and what follows it. */
  readonly sheet: string;
  readonly strings?: string;
  readonly styles?: string;
  /** Before each element's name, as some programs write it: "x:". */
  readonly prefix?: string;
}

/** The parts of a workbook whose XML is given: for what a library does not write. */
export function rawWorkbookParts({
  sheet,
  strings = '',
  styles = '',
  prefix = '',
}: RawWorkbook): Record<string, string> {
  const xmlns = prefix === '' ? `xmlns="${MAIN}"` : `xmlns:${prefix.slice(0, -1)}="${MAIN}"`;
  const wrap = (name: string, content: string): string => {
    const prefixed = content.replace(/<(\/?)(?=\w)/g, `<$1${prefix}`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}${name} ${xmlns} xmlns:r="${OFFICE}">${prefixed}</${prefix}${name}>`;
  };
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations([['rId1', 'officeDocument', '/xl/workbook.xml']]),
    'xl/workbook.xml': wrap('workbook', '<sheets><sheet name="Raw" sheetId="1" r:id="rId1"/></sheets>'),
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
      ['rId3', 'styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': wrap('worksheet', sheet),
    'xl/sharedStrings.xml': wrap('sst', strings),
    'xl/styles.xml': wrap('styleSheet', styles),
  };
}

export function makeRawWorkbook(raw: RawWorkbook): Uint8Array {
  return makeZip(rawWorkbookParts(raw));
}
