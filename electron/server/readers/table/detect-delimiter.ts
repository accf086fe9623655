/** The possible delimiters, most likely first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** The number of sampled rows: the delimiter is the same in the whole table. */
const SAMPLE_ROWS = 50;

/**
 * Finds the delimiter from the start of a table: the character that occurs equally often in the most rows, outside quotes. A table with one column
 * has no delimiter; the result is then the comma.
 */
export function detectDelimiter(sample: string): Delimiter {
  const rows = splitRows(sample);
  let best: Delimiter = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const counts = rows.map((row) => row.split(delimiter).length - 1);
    const [inHeader = 0] = counts;
    // The number of equal rows counts most; the number of cells decides a tie, for example in "a;b" rows with decimal commas.
    const score = inHeader === 0 ? 0 : counts.filter((count) => count === inHeader).length + inHeader / 1000;
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** The first rows, without quoted text. The last row of a longer sample may be cut, so it is left out. */
function splitRows(sample: string): string[] {
  const unquoted = sample.replace(/"(?:[^"]|"")*"/g, '""');
  const rows = unquoted.split(/\r\n|\n|\r/);
  const whole = rows.length > 2 ? rows.slice(0, -1) : rows;
  return whole.filter((row) => row.trim() !== '').slice(0, SAMPLE_ROWS);
}
