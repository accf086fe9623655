/** What a displayed cell holds. `missing` is a mark for no value, which says nothing of its column. */
export type CellKind = 'number' | 'date' | 'boolean' | 'text' | 'missing';

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
export function integerOf(text: string): number | undefined {
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
