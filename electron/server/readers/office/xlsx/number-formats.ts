import type { OfficePackage } from '../office-xml.ts';
import { readXml } from '../office-xml.ts';

/** Formats the number of a cell, given as written in the file. */
export type NumberFormat = (written: string) => string;

/**
 * Built-in formats, which a workbook refers to by number (ECMA-376, 18.8.30). Dates that follow the reader's region (14 and 22, and the East Asian
 * ones) have the year first, which is unambiguous everywhere.
 */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0;("$"#,##0)'],
  [6, '"$"#,##0;("$"#,##0)'],
  [7, '"$"#,##0.00;("$"#,##0.00)'],
  [8, '"$"#,##0.00;("$"#,##0.00)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'yyyy-mm-dd'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'yyyy-mm-dd h:mm'],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy-mm-dd'] as const),
  ...[32, 33, 34, 35, 55, 56].map((id) => [id, 'h:mm:ss'] as const),
  [37, '#,##0;(#,##0)'],
  [38, '#,##0;(#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;(#,##0.00)'],
  [41, '#,##0;(#,##0);"-"'],
  [42, '"$"#,##0;("$"#,##0);"-"'],
  [43, '#,##0.00;(#,##0.00);"-"'],
  [44, '"$"#,##0.00;("$"#,##0.00);"-"'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);

/** Days between 1 January 1900 and 1 January 1904, the two epochs of workbooks. */
export const DAYS_TO_1904 = 1462;

/** Shows all exact digits of integers; Excel itself would shorten long ones (account or part numbers) to 1.23E+12. */
const WHOLE_NUMBER = /^-?\d{1,15}$/;

type Numfmt = typeof import('numfmt');

/**
 * The formats of a workbook's cell styles, by the index of the style.
 * @throws UserError FILE_CORRUPT
 */
export async function readNumberFormats(
  office: OfficePackage,
  part: string | undefined,
  countsFrom1904: boolean,
): Promise<readonly NumberFormat[]> {
  const numfmt = await import('numfmt');
  const patterns = new Map(BUILT_IN);
  const styles: number[] = [];
  if (part !== undefined && office.archive.names.has(part)) await readStyles(office, part, patterns, styles);
  const byId = new Map<number, NumberFormat>();
  return styles.map((id) => {
    const format = byId.get(id) ?? makeFormat(numfmt, patterns.get(id), countsFrom1904);
    byId.set(id, format);
    return format;
  });
}

/** Adds a workbook's own formats to `patterns`, and the format id of each style to `styles`. */
async function readStyles(
  office: OfficePackage,
  part: string,
  patterns: Map<number, string>,
  styles: number[],
): Promise<void> {
  let isInCellStyles = false;
  await readXml(office, part, {
    onOpen(element, { numFmtId: id = '0', formatCode: code }) {
      if (element === 'cellXfs') isInCellStyles = true;
      else if (element === 'xf' && isInCellStyles) styles.push(Number(id));
      else if (element === 'numFmt' && code !== undefined) patterns.set(Number(id), code);
    },
    onClose(element) {
      if (element === 'cellXfs') isInCellStyles = false;
    },
  });
}

function makeFormat(numfmt: Numfmt, pattern: string | undefined, countsFrom1904: boolean): NumberFormat {
  if (pattern === undefined || /^general$/i.test(pattern) || !numfmt.isValidFormat(pattern)) return showGeneral(numfmt);
  const shift = countsFrom1904 && numfmt.isDateFormat(pattern) ? DAYS_TO_1904 : 0;
  const general = showGeneral(numfmt);
  return (written) => {
    const value = Number(written);
    if (!Number.isFinite(value)) return written;
    const shown = numfmt.format(pattern, value + shift, { throws: false }).trim();
    // Excel shows a row of # for a date before its calendar begins.
    return /^#+$/.test(shown) ? general(written) : shown;
  };
}

function showGeneral(numfmt: Numfmt): NumberFormat {
  return (written) => {
    if (WHOLE_NUMBER.test(written)) return written;
    const value = Number(written);
    if (!Number.isFinite(value)) return written;
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : numfmt.format('General', value);
  };
}

/** Formats by their patterns; without one, numbers show as in a cell without a style. */
export async function openNumberFormats(): Promise<(pattern: string | undefined) => NumberFormat> {
  const numfmt = await import('numfmt');
  return (pattern) => makeFormat(numfmt, pattern, false);
}

/** The format of cells without a style. */
export async function generalFormat(): Promise<NumberFormat> {
  return showGeneral(await import('numfmt'));
}
