import type { GridRow } from './grid-row.ts';

/** Rows of which the types of the columns are known. */
const BODY_ROWS = 40;
/** The share of cells that decides the type of a column. */
const MOSTLY = 0.7;
/** Texts have a number among them more seldom than numbers a text. */
const MOSTLY_TEXTS = 0.9;
/** A longer text with digits is no code. */
const LONGEST_CODE = 12;

/** What the first rows of a column hold. */
export interface ColumnFacts {
  /** How many of its cells are no text. */
  readonly values: number;
  readonly texts: readonly string[];
  readonly hasDates: boolean;
  readonly hasYears: boolean;
}

/** What a displayed cell holds. `missing` is a mark for no value, which says nothing of its column. */
type CellKind = 'number' | 'date' | 'boolean' | 'text' | 'missing';

/** Marks that tables have in place of a value. */
const MISSING = /^(?:[-–—.…*]{1,3}|n\/?a|#n\/a|null|none|nan|k\.\s?a\.)$/i;

/** With sign or parentheses, currency, separators of thousands, exponent, and a unit of up to three letters. */
const NUMBER =
  /^[-+−(]?\s?(?:[A-Z]{3}\s)?[$€£¥₹]?\s?[-+−]?\d(?:[\d.,'’\s]*\d)?(?:[eE][-+]?\d+)?\s?(?:[%‰€$£¥°]|[a-zA-Zµ]{1,3})?\)?$/u;

const MONTH = '(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez)[a-z]{0,6}\\.?';
const DATES = [
  // "1200.50" is a number.
  /^\d{4}(?:[-/]\d{1,2}|[-/.]\d{1,2}[-/.]\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?$/,
  /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?: \d{1,2}:\d{2}.*)?$/,
  /^\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[AP]M)?$/i,
  new RegExp(`^\\d{1,2}\\.?[- ]${MONTH}(?:,?[- ]\\d{2,4})?$`, 'i'),
  new RegExp(`^${MONTH}[- ]\\d{2,4}$`, 'i'),
];

const MOST_UNITS = 40;

/** The kind of a cell by its displayed text, which is not empty. */
export function cellKind(shown: string): CellKind {
  const text = shown.trim();
  if (text.length > MOST_UNITS) return 'text';
  if (MISSING.test(text)) return 'missing';
  if (/^(?:true|false)$/i.test(text)) return 'boolean';
  if (DATES.some((date) => date.test(text))) return 'date';
  return NUMBER.test(text) ? 'number' : 'text';
}

/** The number of a cell that is a plain integer. */
function integerOf(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * The pattern of a text that has one: an address, or letters and digits in a fixed order ("A-1001"). Data has the pattern of its column, a name rarely.
 */
export function patternOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed)) return 'address';
  if (/^(?:https?|ftp):\/\//i.test(trimmed)) return 'link';
  if (!/\d/.test(trimmed) || trimmed.length > MOST_UNITS) return undefined;
  return trimmed.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0');
}

/** The facts of a column in rows below a header. */
export function factsOf(column: number, body: readonly GridRow[]): ColumnFacts {
  let [values, hasDates, hasYears] = [0, false, false];
  const texts: string[] = [];
  for (const row of body.slice(0, BODY_ROWS)) {
    const text = row.shown.find(([at]) => at === column)?.[1];
    if (text === undefined) continue;
    const kind = cellKind(text);
    if (kind === 'text') texts.push(text);
    else if (kind !== 'missing') values += 1;
    hasDates ||= kind === 'date';
    hasYears ||= isYear(text);
  }
  return { values, texts, hasDates, hasYears };
}

/** Whether a column holds numbers, dates or the like. */
export function isOfValues({ values, texts }: ColumnFacts): boolean {
  return values > 0 && values >= MOSTLY * (values + texts.length);
}

/** Whether most of the texts have something. */
export function isUsual(texts: readonly string[], has: (text: string) => boolean): boolean {
  return texts.filter(has).length >= MOSTLY * texts.length;
}

function isYear(text: string): boolean {
  const number = integerOf(text);
  return number !== undefined && number >= 1800 && number <= 2200;
}

/** A single year over a column of other numbers. */
export function isLoneName(text: string, { values, hasYears }: ColumnFacts): boolean {
  return isYear(text) && values > 0 && !hasYears;
}

/** Whether rows of two columns are labels with their values: the labels are different texts, the values below the first of several kinds. */
export function isOfLabels(first: GridRow, below: readonly GridRow[]): boolean {
  const rows = [first, ...below.slice(0, BODY_ROWS)];
  const columns = [...new Set(rows.flatMap(({ shown }) => shown.map(([column]) => column)))].sort((a, b) => a - b);
  const [labels = [], values = []] = columns.map((column) => textsOf(column, rows));
  if (first.shown.length !== 2 || columns.length !== 2 || new Set(labels).size < labels.length) return false;
  return labels.every((label) => cellKind(label) === 'text') && areMixed(values.slice(1));
}

function textsOf(column: number, rows: readonly GridRow[]): readonly string[] {
  return rows.flatMap(({ shown }) => shown.flatMap(([at, text]) => (at === column ? [text] : [])));
}

function areMixed(texts: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const kind of texts.map(valueKind)) if (kind !== 'missing') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  // Years, days and a mark below a text are one column of values, written in several ways.
  if (['text', 'address', 'link'].every((kind) => !counts.has(kind))) return false;
  const most = Math.max(0, ...counts.values());
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return most < all * (counts.get('text') === most ? MOSTLY_TEXTS : MOSTLY);
}

/** The kind of a value. Codes come with and without letters. */
function valueKind(text: string): string {
  const pattern = patternOf(text);
  if (pattern === 'address' || pattern === 'link') return pattern;
  const kind = cellKind(text);
  const isCode = kind === 'text' && text.length <= LONGEST_CODE && /^\S*\d\S*$/.test(text);
  return isCode ? 'number' : kind;
}

/** Columns whose names are years, days or dates that follow each other, unless the rows below do the same. */
export function seriesColumns(header: GridRow, body: readonly GridRow[]): ReadonlySet<number> {
  const { kind, columns } = seriesOf(header);
  const isRepeated = body.slice(0, 2).some((row) => {
    const below = seriesOf(row);
    return below.kind === kind && below.columns.length >= Math.max(2, columns.length / 2);
  });
  return new Set(isRepeated ? [] : columns);
}

interface Series {
  readonly kind: 'dates' | 'years' | 'steps up' | 'steps down' | undefined;
  readonly columns: readonly number[];
}

function seriesOf({ shown }: GridRow): Series {
  const dates = shown.filter(([, text]) => cellKind(text) === 'date');
  if (dates.length >= 2) return { kind: 'dates', columns: dates.map(([column]) => column) };
  const numbers = shown.flatMap(([column, text]) => {
    const number = integerOf(text);
    return number === undefined ? [] : [{ column, number }];
  });
  const steps = numbers.slice(1).map(({ number }, index) => number - (numbers[index]?.number ?? 0));
  const isEven = steps.length > 0 && steps[0] !== 0 && steps.every((step) => step === steps[0]);
  const columns = numbers.map(({ column }) => column);
  if (isEven && numbers.every(({ number }) => isYear(String(number)))) return { kind: 'years', columns };
  const isLong = isEven && numbers.length >= 3;
  if (isLong && steps[0] === 1) return { kind: 'steps up', columns };
  return isLong && steps[0] === -1 ? { kind: 'steps down', columns } : { kind: undefined, columns: [] };
}
