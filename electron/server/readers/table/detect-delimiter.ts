/** The possible delimiters; of equally likely ones the first. Commas also stand in texts and numbers. */
const DELIMITERS = [';', '\t', '|', ','] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** The number of sampled rows: the delimiter is the same in the whole table. */
const SAMPLE_ROWS = 50;

/** A field in quotes; at the end of a sample it may be cut. */
const QUOTED = /(^|[,;\t|\r\n] *)"(?:[^"]|"")*(?:"|$)/g;

interface Candidate {
  readonly delimiter: Delimiter;
  /** The most rows that have it equally often. */
  readonly rows: number;
  /** How often these have it. */
  readonly count: number;
  readonly isInNumbers: boolean;
}

/**
 * Finds the delimiter from the start of a table: the character that occurs equally often in the most rows, outside quotes. Titles and remarks lack it. A table
 * with one column has no delimiter; the result is then the comma.
 */
export function detectDelimiter(sample: string): Delimiter {
  const rows = sampleRows(sample);
  const candidates = DELIMITERS.map((delimiter) => candidateOf(delimiter, rows)).filter(({ rows }) => rows > 0);
  return candidates.sort(compare)[0]?.delimiter ?? ',';
}

/** The first rows, without quoted text. */
function sampleRows(sample: string): readonly string[] {
  const rows = sample.replace(QUOTED, '$1""').split(/\r\n|\n|\r/);
  return rows.filter((row) => row.trim() !== '').slice(0, SAMPLE_ROWS);
}

function candidateOf(delimiter: Delimiter, sample: readonly string[]): Candidate {
  const found = new Map<number, string[]>();
  for (const row of sample) {
    const count = row.split(delimiter).length - 1;
    if (count > 0) found.set(count, [...(found.get(count) ?? []), row]);
  }
  let best: readonly [count: number, rows: readonly string[]] = [0, []];
  for (const [count, rows] of found) if (rows.length > best[1].length) best = [count, rows];
  const [count, rows] = best;
  const isInNumbers = delimiter === ',' && rows.every((row) => !/(?<!\d),|,(?!\d)/.test(row));
  return { delimiter, rows: rows.length, count, isInNumbers };
}

/** The number of equal rows counts most, then cells; decimal commas make no cells. */
function compare(a: Candidate, b: Candidate): number {
  return b.rows - a.rows || Number(a.isInNumbers) - Number(b.isInNumbers) || b.count - a.count;
}
