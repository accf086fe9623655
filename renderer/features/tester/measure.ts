/** How well one question was answered. */
export interface Measured {
  /** Place of the first passage of an expected source, from 1; undefined: none is among the passages. */
  readonly rank: number | undefined;
  /** Share of the expected sources that are among the passages, 0 to 1. */
  readonly recall: number;
  readonly ms: number;
}

/** How well all questions were answered. */
export interface Summary {
  /** Mean share of the expected sources that were found. */
  readonly recall: number;
  /** Mean of 1 / rank; 0 where nothing was found. */
  readonly mrr: number;
  /** Of the times of the server, in ms. */
  readonly medianMs: number;
}

/** Whether a passage is of an expected source: its name, or the end of its path. */
export function isExpected(source: string, expected: readonly string[]): boolean {
  return expected.some((one) => source === one || source.endsWith(`/${one}`));
}

/**
 * Measures one answer.
 * @param found sources of the passages, best first
 * @param ms time of the server
 */
export function measure(found: readonly string[], expected: readonly string[], ms: number): Measured {
  const first = found.findIndex((source) => isExpected(source, expected));
  const hit = expected.filter((one) => found.some((source) => isExpected(source, [one])));
  return { rank: first < 0 ? undefined : first + 1, recall: hit.length / Math.max(1, expected.length), ms };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function summarise(measured: readonly Measured[]): Summary {
  const times = measured.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    recall: mean(measured.map(({ recall }) => recall)),
    mrr: mean(measured.map(({ rank }) => (rank === undefined ? 0 : 1 / rank))),
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
  };
}
