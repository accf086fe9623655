import type { NodeRun } from '../api/runs.ts';
import { locale, t } from '../texts/t.ts';

const wholeNumber = new Intl.NumberFormat(locale(), { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const list = new Intl.ListFormat(locale(), { type: 'conjunction' });
const choice = new Intl.ListFormat(locale(), { type: 'disjunction' });
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** "1,204". */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** "1 file", "3 files". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** "Qdrant", "Qdrant and Postgres", "a, b and c". */
export function joinWords(words: readonly string[]): string {
  return list.format(words);
}

/** "Qdrant", "Qdrant or Postgres", "a, b or c". */
export function joinChoices(words: readonly string[]): string {
  return choice.format(words);
}

/**
 * The name of a thing as it stands within a sentence, where only English begins it with a small letter: "document" of "Document".
 */
export function inSentence(name: string): string {
  return locale().startsWith('en') ? name.toLowerCase() : name;
}

/** "812 B", "4.9 kB", "31 MB"; 1 kB = 1000 B, as file managers show it. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const number = unit === 0 || value >= 9.95 ? formatCount(value) : oneDigit.format(value);
  return `${number} ${BYTE_UNITS[unit] ?? 'B'}`;
}

/** "50 MB", "512 kB": a limit in the units of the settings; 1 kB = 1024 B. */
export function formatLimit(bytes: number): string {
  if (bytes >= 1024 ** 2) return `${formatCount(Math.floor(bytes / 1024 ** 2))} MB`;
  return bytes >= 1024
    ? `${formatCount(Math.floor(bytes / 1024))} kB`
    : t('{count, plural, one {# byte} other {# bytes}}', { count: bytes });
}

/** "40 ms", "1.3 s", "2 min 05 s". */
export function formatElapsed(ms: number): string {
  if (ms < 950) return `${formatCount(ms)} ms`;
  if (ms < 59_950) return `${oneDigit.format(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  return `${formatCount(Math.floor(seconds / 60))} min ${String(seconds % 60).padStart(2, '0')} s`;
}

function amount(count: number, unit: NodeRun['unit']): string {
  if (unit === 'bytes') return formatBytes(count);
  return unit === 'documents'
    ? t('{count, plural, one {# document} other {# documents}}', { count })
    : t('{count, plural, one {# chunk} other {# chunks}}', { count });
}

function amountOf(done: number, total: number, unit: NodeRun['unit']): string {
  if (unit === 'bytes') return t('{done} of {total}', { done: formatBytes(done), total: formatBytes(total) });
  const values = { done: formatCount(done), total };
  return unit === 'documents'
    ? t('{done} of {total, plural, one {# document} other {# documents}}', values)
    : t('{done} of {total, plural, one {# chunk} other {# chunks}}', values);
}

/** "120 of 400 chunks", "3.0 MB of 12 MB", "7 documents", "42 %"; a complete count is shown once; undefined while the node counts nothing. */
export function describeProgress(node: NodeRun): string | undefined {
  if (node.done === undefined) return undefined;
  // A node without its first piece, or stopped before it, has no progress.
  if (node.done === 0 && node.total === undefined && node.status !== 'done') return undefined;
  if (node.done === 0 && (node.status === 'failed' || node.status === 'cancelled')) return undefined;
  if (node.unit === 'percent') return `${formatCount(node.done)} %`;
  if (node.total === undefined || node.done === node.total) return amount(node.done, node.unit);
  return amountOf(node.done, node.total, node.unit);
}

/** Between 0 and 1, or undefined while the end is not known. */
export function progressRatio(node: NodeRun): number | undefined {
  if (node.status === 'done') return 1;
  if (node.done === undefined) return undefined;
  const total = node.unit === 'percent' ? 100 : node.total;
  if (total === undefined || total <= 0) return undefined;
  return Math.min(1, Math.max(0, node.done / total));
}
