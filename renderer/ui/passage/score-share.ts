/**
 * How good a score is beside the best one, from 0 to 1. Scores of different ways to search have different scales, some below zero, so only this can be
 * shown as a bar.
 */
export function shareOfBest(score: number, best: number): number {
  if (score >= best) return 1;
  const share = best > 0 ? score / best : best < 0 ? best / score : 0;
  return Math.min(1, Math.max(0, share));
}
