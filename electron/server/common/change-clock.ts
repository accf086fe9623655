/** Two changes within it are put one after the other; a clock that was set back by more is followed. */
const BURST_MS = 1000;

/**
 * The times of changes, each a millisecond or more after the one before: a list by date shows two changes
 * of one millisecond in the order in which they were made.
 */
export function createChangeClock(now: () => Date): () => Date {
  let last = 0;
  return () => {
    const time = now().getTime();
    const isBurst = time <= last && last - time < BURST_MS;
    last = isBurst ? last + 1 : time;
    return new Date(last);
  };
}
