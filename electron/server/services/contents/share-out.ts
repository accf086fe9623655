/**
 * Shares a number of chunks out among sources by their size. Each source gets one as long as there are enough; beyond that, sources are left out evenly.
 * @param counts chunks of each source
 * @returns how many to take of each, never more than it has
 */
export function shareOut(counts: readonly number[], limit: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= limit) return [...counts];
  if (counts.length >= limit)
    return counts.map((count, index) => (count > 0 && isTaken(index, limit, counts.length) ? 1 : 0));
  // One each, and the rest by size: rounded so that the sum fits.
  const rest = limit - counts.length;
  const more = total - counts.length;
  let before = 0;
  return counts.map((count) => {
    if (count === 0) return 0;
    const start = Math.floor((before * rest) / more);
    before += count - 1;
    return 1 + Math.floor((before * rest) / more) - start;
  });
}

/** Whether the one at this place, from 0, is among `share` of `count` that are taken evenly. */
export function isTaken(place: number, share: number, count: number): boolean {
  return Math.floor(((place + 1) * share) / count) > Math.floor((place * share) / count);
}
