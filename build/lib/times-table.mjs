// @ts-check

/**
 * What each part of a run took, the longest first.
 * @param {readonly { name: string, ms: number }[]} parts
 * @returns {string} a line for each: seconds, name
 */
export function timesTable(parts) {
  return parts
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
    .join('\n');
}
