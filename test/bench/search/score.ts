/** A place among the hits from 1; 0: not among the first {@link DEPTH}. */
export type Rank = number;

/** How many hits a question asks for. */
export const DEPTH = 10;

export interface Score {
  readonly count: number;
  /** Share of the questions whose passage is the first hit, 0 to 1. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  /** Mean of {@link reciprocalRank}. */
  readonly mrr: number;
}

/** 1 for the first place, 1/2 for the second, 0 if not found. */
export function reciprocalRank(rank: Rank): number {
  return rank === 0 ? 0 : 1 / rank;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Share of the ranks that are at most `places`, 0 to 1. */
export function recallAt(ranks: readonly Rank[], places: number): number {
  return mean(ranks.map((rank) => (rank > 0 && rank <= places ? 1 : 0)));
}

export function score(ranks: readonly Rank[]): Score {
  return {
    count: ranks.length,
    recallAt1: recallAt(ranks, 1),
    recallAt5: recallAt(ranks, 5),
    recallAt10: recallAt(ranks, 10),
    mrr: mean(ranks.map(reciprocalRank)),
  };
}

const normalize = (text: string): string => text.replace(/\s+/g, ' ');

/** The place of the first hit that contains the anchor; line breaks count as spaces. */
export function rankOf(hits: readonly string[], anchor: string): Rank {
  return hits.findIndex((text) => normalize(text).includes(normalize(anchor))) + 1;
}
