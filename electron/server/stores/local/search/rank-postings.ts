import { B, K1, weightOf } from './bm25.ts';
import type { ChunkLengths } from './chunk-lengths.ts';
import { MATCHED_COLUMNS, type MatchedColumn } from './keyword-query.ts';
import type { Postings } from './postings.ts';
import { byRank, createTopK, type RankedChunk } from './top-k.ts';

/** So many are put in order at first: more are wanted only where a filter leaves most of them out. */
const FIRST_RANKED = 512;

/** What BM25 has to know of a table. */
export interface KeywordTotals {
  readonly chunks: number;
  /** Terms of all chunks, in all columns. */
  readonly terms: number;
}

export interface ColumnPostings {
  readonly column: MatchedColumn;
  readonly postings: Postings;
}

let scores = new Float64Array();

/** Scores of so many rows, all 0; the same memory each time, as a ranking is not interrupted. */
function cleared(rows: number): Float64Array {
  if (scores.length < rows) scores = new Float64Array(Math.ceil(rows * 1.25));
  else scores.fill(0, 0, rows);
  return scores;
}

function* inOrder(scored: Float64Array, lengths: ChunkLengths, count: number): Iterable<RankedChunk> {
  const first = createTopK(FIRST_RANKED);
  const all: RankedChunk[] = [];
  for (let row = 0; row < count; row += 1) {
    const score = scored[row] ?? 0;
    if (score > 0) first.offer(lengths.idOf(row), score);
  }
  const best = first.result();
  // Another ranking takes the memory as soon as this one waits.
  if (best.length === FIRST_RANKED) {
    for (let row = 0; row < count; row += 1) {
      if ((scored[row] ?? 0) > 0) all.push({ id: lengths.idOf(row), score: scored[row] ?? 0 });
    }
  }
  yield* best;
  if (all.length > FIRST_RANKED) yield* all.sort(byRank).slice(FIRST_RANKED);
}

/** Ranks the chunks of some lists by BM25, as FTS5's bm25() has it: each list is a phrase, and counts by the weight of its column. Best first. */
export function rankPostings(
  lists: readonly ColumnPostings[],
  lengths: ChunkLengths,
  totals: KeywordTotals,
): Iterable<RankedChunk> {
  const { count } = lengths;
  const scored = cleared(count);
  const perTerm = totals.chunks === 0 ? 0 : (K1 * B * totals.chunks) / Math.max(1, totals.terms);
  for (const { column, postings } of lists) {
    const { rows, frequencies } = postings;
    const weight = weightOf(rows.length, totals.chunks) * (K1 + 1);
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] ?? 0;
      const often = (frequencies[i] ?? 0) * MATCHED_COLUMNS[column];
      scored[row] = (scored[row] ?? 0) + (weight * often) / (often + K1 * (1 - B) + perTerm * lengths.lengthOf(row));
    }
  }
  return inOrder(scored, lengths, count);
}
