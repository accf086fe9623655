import {
  cellKind,
  factsOf,
  isLoneName,
  isOfLabels,
  isOfValues,
  isUsual,
  patternOf,
  seriesColumns,
} from './column-facts.ts';
import { cellCount, coveredColumns, endOf, type GridRow, rowWithin, type ShownCell } from './grid-row.ts';

/** How the first rows of a table are to be read. */
export interface TableLayout {
  /** Rows above the header: titles and remarks. */
  readonly preamble: number;
  /** Rows of the header: 0 for a table without, 2 or 3 with groups above the names or units below them. */
  readonly headerRows: number;
  /** The names of the columns. */
  readonly names: ReadonlyMap<number, string>;
  /** `sure`: a name stands over values of another type. `likely`: nothing speaks against the header. */
  readonly confidence: Confidence;
  /** The cells of a typical row. */
  readonly width: number;
  /** Whether it is no table but paragraphs, one below the other. */
  readonly isProse: boolean;
}

type Confidence = 'sure' | 'likely' | 'none';

/** Rows with as many cells as this share of a typical row may be the header; above it are titles. */
const WIDE_SHARE = 0.6;
/** Rows below the first wide one that may be the header. */
const LATER_ROWS = 6;
const MOST_HEADER_ROWS = 3;
/** A longer text names no column. */
const LONGEST_NAME = 150;
const LONGEST_LONE_NAME = 60;
const LONGEST_UNIT = 15;
/** A line of more words over sentences is a title. */
const MOST_NAME_WORDS = 3;
/** A cell of this length is a paragraph. */
const PARAGRAPH = 120;

/** Finds the header of a table by its first rows, which have no gaps between them. */
export function findHeader(rows: readonly GridRow[]): TableLayout {
  const width = typicalWidth(rows);
  const none = { headerRows: 0, names: new Map<number, string>(), confidence: 'none', width, isProse: false } as const;
  if (rows.length < 2) return { ...none, preamble: rows.length };
  if (width < 2) return oneColumn(rows);
  const first = Math.max(
    0,
    rows.findIndex((row) => isWide(row, width)),
  );
  const { at, confidence } = bestRow(rows, first);
  if (confidence === 'none') return { ...none, preamble: first };
  const headerRows = countHeaderRows(rows, at);
  const names = namesOf(rows.slice(at, at + headerRows));
  return { preamble: at, headerRows, names, confidence, width, isProse: false };
}

/** The cells of a typical row: more than in three quarters of them. */
export function typicalWidth(rows: readonly GridRow[]): number {
  const widths = rows.map(cellCount).sort((a, b) => a - b);
  return widths[Math.floor((widths.length - 1) * 0.75)] ?? 0;
}

function isWide(row: GridRow, width: number): boolean {
  return row.shown.length >= 2 && coveredColumns(row) >= Math.ceil(width * WIDE_SHARE);
}

function bestRow(rows: readonly GridRow[], first: number): { readonly at: number; readonly confidence: Confidence } {
  // The corner above the names of the rows is often empty: then the header of two columns has one cell.
  const [above, top] = [rows[first - 1], rows[first]];
  const isBesideCorner = top?.shown.length === 2 && (above?.shown[0]?.[0] ?? 0) > (top.shown[0]?.[0] ?? 0);
  if (above !== undefined && isBesideCorner && judge(above, rows.slice(first)) === 'sure') {
    return { at: first - 1, confidence: 'sure' };
  }
  const rowsOfHeader = countHeaderRows(rows, first);
  for (let at = first + rowsOfHeader; at <= Math.min(first + LATER_ROWS, rows.length - 2); at += 1) {
    const row = rows[at];
    // A wider row of names below a narrower one: what is above it are remarks in several cells.
    const isWider = row !== undefined && coveredColumns(row) > Math.max(...rows.slice(first, at).map(coveredColumns));
    if (isWider && judge(row, rows.slice(at + 1)) === 'sure') return { at, confidence: 'sure' };
  }
  const row = rows[first];
  return {
    at: first,
    confidence: row === undefined ? 'none' : judge(row, rows.slice(first + rowsOfHeader)),
  };
}

/** Whether a row may hold the names of the columns of the rows below it. */
function judge(header: GridRow, body: readonly GridRow[]): Confidence {
  const texts = header.shown.map(([, text]) => text);
  if (body.length === 0 || texts.some((text) => text.length > LONGEST_NAME)) return 'none';
  if (texts.length > 1 && new Set(texts).size === 1) return 'none';
  // "Name:" stands before its value, not above it.
  if (texts[0]?.endsWith(':') === true || isOfLabels(header, body)) return 'none';
  const count = { above: 0, against: 0, ofTexts: 0, again: 0 };
  const series = seriesColumns(header, body);
  for (const [column, text] of header.shown) {
    const facts = factsOf(column, body);
    const kind = cellKind(text);
    if (kind === 'missing') continue;
    if (series.has(column)) count.above += 1;
    else if (kind !== 'text') count.against += isLoneName(text, facts) ? 0 : 1;
    else if (isOfValues(facts)) count.above += 1;
    else if (facts.texts.length > 0) {
      count.ofTexts += 1;
      if (facts.texts.includes(text)) count.again += 1;
      else if (isLikeTexts(text, facts.texts)) count.against += 1;
    }
  }
  if (count.against > 0) return count.above >= 3 * count.against ? 'likely' : 'none';
  if (count.above > 0) return 'sure';
  return count.again > 0 && count.again * 2 >= count.ofTexts ? 'none' : 'likely';
}

/** Whether a text is one more of those below it: of their pattern, a question among questions, a statement among statements. */
function isLikeTexts(text: string, texts: readonly string[]): boolean {
  const pattern = patternOf(text);
  if (pattern !== undefined && isUsual(texts, (other) => patternOf(other) === pattern)) return true;
  return isSentence(text) && isUsual(texts, (other) => lastMark(other) === lastMark(text));
}

function lastMark(text: string): 'question' | 'statement' | undefined {
  if (text.endsWith('?')) return 'question';
  return text.length > PARAGRAPH || /[.!]$/.test(text) ? 'statement' : undefined;
}

/** The header may go on below its first row: with names under groups, or units under names. */
function countHeaderRows(rows: readonly GridRow[], at: number): number {
  let count = 1;
  while (count < MOST_HEADER_ROWS && isHeaderToo(rows, at, count)) count += 1;
  return count;
}

function isHeaderToo(rows: readonly GridRow[], at: number, count: number): boolean {
  const [above, row] = [rows[at + count - 1], rows[at + count]];
  const body = rows.slice(at + count + 1);
  if (above === undefined || row === undefined || body.length === 0) return false;
  if (isUnderGroups(above, row, body)) return areNamesUnderGroups(above, row, body);
  return row.shown.every(isName) && isOfUnits(above, row, body);
}

function isName([, text]: ShownCell): boolean {
  return cellKind(text) === 'text' && text.length <= LONGEST_NAME;
}

/** Texts, or years and dates that follow each other in each group. */
function areNamesUnderGroups(above: GridRow, row: GridRow, body: readonly GridRow[]): boolean {
  return above.shown.every(([from]) => {
    const range = { from, to: endOf(above, from) };
    const under = rowWithin(row, range);
    if (under === undefined) return true;
    const below = body.map((other) => rowWithin(other, range)).filter((other) => other !== undefined);
    const series = seriesColumns(under, below);
    return under.shown.every(
      (cell) => isName(cell) || series.has(cell[0]) || isLoneName(cell[1], factsOf(cell[0], body)),
    );
  });
}

function isUnderGroups(above: GridRow, row: GridRow, body: readonly GridRow[]): boolean {
  const groups = above.shown.filter(([column]) => endOf(above, column) > column);
  const under = row.shown.filter(([at]) => groups.some(([column]) => at >= column && at <= endOf(above, column)));
  if (groups.length === 0 || under.length < groups.length * 2) return false;
  const lone = above.shown.filter(([column]) => endOf(above, column) === column);
  const isEmptyUnderLone = lone.every(([column]) => row.shown.every(([at]) => at !== column));
  return isEmptyUnderLone || under.some(([column]) => isOfValues(factsOf(column, body)));
}

function isOfUnits(above: GridRow, row: GridRow, body: readonly GridRow[]): boolean {
  if (body.length < 2 || row.shown.some(([, text]) => text.length > LONGEST_UNIT)) return false;
  const ofValues = above.shown.filter(([column]) => isOfValues(factsOf(column, body)));
  const isOverValues = ([column, text]: readonly [number, string]) =>
    ofValues.some(([at]) => at === column) || isBracketed(text);
  return ofValues.length > 0 && row.shown.every(isOverValues) && row.shown.length * 2 >= ofValues.length;
}

function isBracketed(text: string): boolean {
  return /^[([].*[)\]]$/.test(text);
}

function namesOf(header: readonly GridRow[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const hasGroups = header.slice(0, -1).some((row) => coveredColumns(row) > row.shown.length);
  for (const [index, row] of header.entries()) {
    for (const [column, text] of row.shown) {
      const word = text.replace(/\s+/g, ' ');
      for (let at = column; at <= endOf(row, column); at += 1) {
        const before = names.get(at);
        const isUnit = index > 0 && !hasGroups && !isBracketed(word);
        if (before === undefined) names.set(at, word);
        else if (before !== word) names.set(at, `${before} ${isUnit ? `(${word})` : word}`);
      }
    }
  }
  return names;
}

/** A list under its name, a list, or paragraphs. */
function oneColumn(rows: readonly GridRow[]): TableLayout {
  const texts = rows.map(({ shown }) => shown[0]?.[1] ?? '');
  const [first] = rows;
  const [name = ''] = texts;
  const isProse = name.split(/\s+/).length > MOST_NAME_WORDS && texts.some(isSentence);
  const judged = first === undefined || name.length > LONGEST_LONE_NAME ? 'none' : judge(first, rows.slice(1));
  const confidence = judged === 'likely' && isProse ? 'none' : judged;
  const shared = { width: 1, preamble: 0, confidence } as const;
  if (first === undefined || confidence === 'none') {
    return {
      ...shared,
      headerRows: 0,
      names: new Map(),
      isProse: isProse || texts.some((text) => text.length > PARAGRAPH),
    };
  }
  return { ...shared, headerRows: 1, names: namesOf([first]), isProse: false };
}

function isSentence(text: string): boolean {
  return text.length > PARAGRAPH || /\s.*[.!?]$/.test(text);
}
