/** In `npm run test:long` each property is tried with ten times as many cases. */
const TIMES = process.env.TRIBUTARY_LONG === undefined ? 1 : 10;

/**
 * How many cases fast-check tries a property with.
 * @param usual with every change: as many as find what is usually wrong, all cases of a describe.each together at most a few hundred
 */
export function cases(usual: number): { readonly numRuns: number } {
  return { numRuns: usual * TIMES };
}
