/** The constants of FTS5's bm25(): how fast a term counts less, the more often it is there, and how much the length of a chunk matters. */
export const K1 = 1.2;
export const B = 0.75;

/** What a term counts for in FTS5's bm25(), when so many of so many chunks have it. */
export function weightOf(chunksWith: number, chunks: number): number {
  return Math.max(1e-6, Math.log((chunks - chunksWith + 0.5) / (chunksWith + 0.5)));
}
