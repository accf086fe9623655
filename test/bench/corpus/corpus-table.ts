import type { CorpusResult, FileResult } from './read-corpus.ts';

/** Memory that reading any file may take above that of the idle process, and that may be left when all is read, in MB. */
const MOST_PEAK_MB = 600;
const MOST_LEFT_MB = 300;

/** Reasons that are listed for each format. */
const MOST_REASONS = 20;
/** Files that are listed for what the comparison of words shows. */
const MOST_WORST = 20;

/** What in a corpus must not be: errors of ours, hangs, too much memory. Empty if all is well. */
export function corpusFaults({ files, leftMb }: CorpusResult): string[] {
  const faults = files.flatMap(({ path, outcome, reason, peakMb }) => [
    ...(outcome === 'failed' || outcome === 'hang' ? [`${path}: ${reason}`] : []),
    ...(peakMb > MOST_PEAK_MB ? [`${path}: ${Math.round(peakMb)} MB above idle, over ${MOST_PEAK_MB}`] : []),
  ]);
  if (leftMb > MOST_LEFT_MB)
    faults.push(`${Math.round(leftMb)} MB above idle are left at the end, over ${MOST_LEFT_MB}`);
  return faults;
}

/** A corpus as Markdown: a row for each format, the reasons of refusals with their numbers, what could not be read of files, and what must not be. */
export function corpusTable(result: CorpusResult): string {
  const { files, idleMb, leftMb } = result;
  const formats = [...Map.groupBy(files, ({ extension }) => extension)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = formats.map(([extension, ofFormat]) => formatRow(extension, ofFormat));
  const peak = Math.max(0, ...files.map(({ peakMb }) => peakMb));
  const faults = corpusFaults(result);
  return [
    '| format | files | read | in part | refused | failed | chunks | recall | precision | seconds | slowest | most MB |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `Memory: ${Math.round(idleMb)} MB idle, at most ${Math.round(peak)} MB above, ${Math.round(leftMb)} MB above at the end.`,
    '',
    '## Refused',
    ...formats.flatMap(([extension, ofFormat]) => reasonLines(extension, ofFormat)),
    '',
    '## Read in part',
    ...files.flatMap(({ path, failedParts }) => failedParts.map((part) => `- ${path}: ${part}`)),
    ...wordLines(files),
    '',
    '## Faults',
    ...(faults.length === 0 ? ['None.'] : faults.map((fault) => `- ${fault}`)),
    '',
  ].join('\n');
}

function formatRow(extension: string, files: readonly FileResult[]): string {
  const count = (...outcomes: readonly string[]) => files.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const seconds = files.map((file) => file.seconds);
  const cells = [
    extension === '' ? '(none)' : extension,
    files.length,
    count('read'),
    files.filter(({ outcome, failedParts }) => outcome === 'read' && failedParts.length > 0).length,
    count('refused'),
    count('failed', 'hang'),
    files.reduce((sum, { chunks }) => sum + chunks, 0),
    spread(files.flatMap(({ words }) => words?.recall ?? [])),
    spread(files.flatMap(({ words }) => words?.precision ?? [])),
    seconds.reduce((sum, one) => sum + one, 0).toFixed(1),
    Math.max(...seconds).toFixed(1),
    Math.round(Math.max(...files.map(({ peakMb }) => peakMb))),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Median and 10th percentile; "" for none. */
function spread(shares: readonly number[]): string {
  const sorted = shares.toSorted((a, b) => a - b);
  const at = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(4) ?? '';
  return sorted.length === 0 ? '' : `${at(0.5)} / ${at(0.1)}`;
}

/** The files in which we find the fewest words of those that the other program finds, or the most that it does not. */
function wordLines(files: readonly FileResult[]): string[] {
  const compared = files.flatMap(({ path, words }) => (words === undefined ? [] : [{ path, ...words }]));
  if (compared.length === 0) return [];
  const worst = compared.toSorted((a, b) => Math.min(a.recall, a.precision) - Math.min(b.recall, b.precision));
  return [
    '',
    `## Words, compared with pdftotext in ${compared.length} files`,
    ...worst.slice(0, MOST_WORST).map(({ path, recall, precision }) => {
      return `- ${path}: recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}`;
    }),
  ];
}

function reasonLines(extension: string, files: readonly FileResult[]): string[] {
  const refused = files.filter(({ outcome }) => outcome === 'refused');
  const groups = [...Map.groupBy(refused, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  return groups.slice(0, MOST_REASONS).map(([reason, [first, ...others]]) => {
    return `- ${extension} ${others.length + 1} x ${reason} (${first?.path ?? ''})`;
  });
}
