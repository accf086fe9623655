/** What parts the cells of a table, the likelier first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** Rows that are looked at; a table is the same all the way down. */
const SAMPLE_ROWS = 50;

/**
 * Finds what parts the cells, from the start of a table: the character that occurs equally often in the most rows, outside
 * of quotes. A table of one column has none; then it is the comma.
 */
export function detectDelimiter(sample: string): Delimiter {
  const rows = splitRows(sample);
  let best: Delimiter = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const counts = rows.map((row) => row.split(delimiter).length - 1);
    const [inHeader = 0] = counts;
    // Equal rows count most; the number of cells settles a tie, as in "a;b" rows whose cells are decimal fractions.
    const score = inHeader === 0 ? 0 : counts.filter((count) => count === inHeader).length + inHeader / 1000;
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

/** The first rows, without what is quoted in them. The last one of a longer sample may be cut, so it is left out. */
function splitRows(sample: string): string[] {
  const unquoted = sample.replace(/"(?:[^"]|"")*"/g, '""');
  const rows = unquoted.split(/\r\n|\n|\r/);
  const whole = rows.length > 2 ? rows.slice(0, -1) : rows;
  return whole.filter((row) => row.trim() !== '').slice(0, SAMPLE_ROWS);
}
