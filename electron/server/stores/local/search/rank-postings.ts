import { B, K1, weightOf } from './bm25.ts';
import { MATCHED_COLUMNS, type MatchedColumn, type Spelling } from './keyword-query.ts';
import type { Postings } from './postings.ts';
import { byRank, createTopK, type RankedChunk } from './top-k.ts';

/** So many are put in order at first, at least: putting all of a common word's chunks in order takes longer than finding them. */
const LEAST_RANKED = 64;
/** So many times as many are put in order next, where too few of the first are accepted. */
const GROWTH = 16;

/** What BM25 has to know of a table. */
export interface KeywordTotals {
  readonly chunks: number;
  /** Terms of all chunks, in all columns. */
  readonly terms: number;
}

/** Chunks with their lengths, each in a row, in the order of their ids. */
export interface ChunkRows {
  readonly count: number;
  /** The length of the chunk in each row, in terms of all columns. */
  readonly terms: Uint32Array;
  idOf(row: number): number;
  has(id: number): boolean;
}

/** Chunks that can be searched by words. */
export interface KeywordSource {
  readonly rows: ChunkRows;
  /** In how many chunks the spelling is; of one that is a prefix so many at most. */
  chunksWith(spelling: Spelling): number;
  postingsOf(spelling: Spelling): Postings;
}

/** Which chunks are wanted. */
export interface WantedChunks {
  readonly topK: number;
  /** A chunk must have one of each of these. */
  readonly needed?: readonly (readonly Spelling[])[];
  /** Whether a chunk is certainly not accepted; asked of many. */
  isUnfit?(id: number): boolean;
  /** Whether a chunk may be in the answer; asked of the best chunks in turn, until there are enough. */
  accepts(id: number): boolean;
}

/** A spelling's chunks in each of the sources, and how many these are. */
interface SpellingLists {
  readonly column: MatchedColumn;
  readonly weight: number;
  readonly postings: readonly Postings[];
  readonly chunks: number;
}

let scores = new Float64Array();

/** Scores of so many rows, all 0; the same memory each time, as a ranking is not interrupted. */
function cleared(rows: number): Float64Array {
  if (scores.length < rows) scores = new Float64Array(Math.ceil(rows * 1.25));
  else scores.fill(0, 0, rows);
  return scores;
}

/** What a list counts for: its weight by rarity, that of its column, and BM25's norm for each term of a chunk's length. */
interface ListWeights {
  readonly rarity: number;
  readonly column: number;
  readonly perTerm: number;
}

/** Adds a list's part to the scores. A function of its own with nothing but arrays in it: it is all that takes time. */
function addScores(
  scored: Float64Array,
  { rows, frequencies }: Postings,
  terms: Uint32Array,
  { rarity, column, perTerm }: ListWeights,
): void {
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] ?? 0;
    const often = (frequencies[i] ?? 0) * column;
    scored[row] = (scored[row] ?? 0) + (rarity * often) / (often + K1 * (1 - B) + perTerm * (terms[row] ?? 0));
  }
}

/** The best rows that may be accepted; rows are in the order of ids, so of equal scores the older chunk comes first. */
function bestOf(scored: Float64Array, rows: ChunkRows, limit: number, { isUnfit }: WantedChunks): RankedChunk[] {
  const best = createTopK(limit);
  const { count } = rows;
  let floor = 0;
  for (let row = 0; row < count; row += 1) {
    const score = scored[row] ?? 0;
    if (score <= floor || isUnfit?.(rows.idOf(row)) === true) continue;
    best.offer(row, score);
    floor = Math.max(0, best.floor);
  }
  return best.result();
}

function acceptBest(scored: Float64Array, rows: ChunkRows, wanted: WantedChunks): RankedChunk[] {
  const { topK, accepts } = wanted;
  const accepted: RankedChunk[] = [];
  let asked = 0;
  for (let limit = Math.max(LEAST_RANKED, topK); ; limit *= GROWTH) {
    const best = bestOf(scored, rows, limit, wanted);
    for (const { id: row, score } of best.slice(asked)) {
      const id = rows.idOf(row);
      if (accepts(id)) accepted.push({ id, score });
      if (accepted.length === topK) return accepted;
    }
    if (best.length < limit) return accepted;
    asked = best.length;
  }
}

/** Takes the scores of chunks that lack something that is needed. */
function leaveComplete(scored: Float64Array, source: KeywordSource, needed: readonly (readonly Spelling[])[]): void {
  if (needed.length === 0) return;
  const has = new Uint8Array(source.rows.count);
  for (const [at, spellings] of needed.entries()) {
    for (const spelling of spellings)
      for (const row of source.postingsOf(spelling).rows) if (has[row] === at) has[row] = at + 1;
  }
  for (let row = 0; row < has.length; row += 1) if (has[row] !== needed.length) scored[row] = 0;
}

function readLists(sources: readonly KeywordSource[], spellings: readonly Spelling[]): SpellingLists[] {
  return spellings.map((spelling) => {
    const postings = sources.map((source) => source.postingsOf(spelling));
    const { column, weight = 1 } = spelling;
    return { column, weight, postings, chunks: postings.reduce((sum, { rows }) => sum + rows.length, 0) };
  });
}

/**
 * Ranks the chunks of some sources that any of the spellings fits by BM25, as FTS5's bm25() has it, as if all were of one source: each spelling is a phrase, and
 * counts by the weight of its column. A chunk that several sources have is as the last of them has it.
 * @param totals of all sources
 * @returns the best of those that are accepted, best first, of equal ones the older first
 */
export function rankSources(
  sources: readonly KeywordSource[],
  spellings: readonly Spelling[],
  totals: KeywordTotals,
  wanted: WantedChunks,
): RankedChunk[] {
  const lists = readLists(sources, spellings);
  const perTerm = totals.chunks === 0 ? 0 : (K1 * B * totals.chunks) / Math.max(1, totals.terms);
  const ranked = sources.map((source, at) => {
    const { rows } = source;
    const scored = cleared(rows.count);
    for (const { column, weight, postings, chunks } of lists) {
      const rarity = weightOf(chunks, totals.chunks) * (K1 + 1) * weight;
      const own = postings[at];
      if (own !== undefined) addScores(scored, own, rows.terms, { rarity, column: MATCHED_COLUMNS[column], perTerm });
    }
    if (wanted.needed !== undefined) leaveComplete(scored, source, wanted.needed);
    const later = sources.slice(at + 1);
    const accepts = (id: number) => !later.some((source) => source.rows.has(id)) && wanted.accepts(id);
    return acceptBest(scored, rows, { ...wanted, accepts });
  });
  return ranked.flat().sort(byRank).slice(0, wanted.topK);
}
