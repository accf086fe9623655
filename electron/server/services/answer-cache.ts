const MIB = 1024 * 1024;
/** What all kept answers may take together; larger ones are made anew each time. */
const MOST_BYTES = 16 * MIB;
const MOST_ANSWERS = 32;

/**
 * Keeps the JSON of answers until what they show changes. Writing out a list of flows takes ten times as long as sending it.
 * @param revision changes with what the answers show
 */
export function createAnswerCache(revision: () => number) {
  const kept = new Map<string, Buffer>();
  let keptRevision = revision();
  let bytes = 0;

  function clear(): void {
    kept.clear();
    bytes = 0;
    keptRevision = revision();
  }

  /** The JSON of an answer; `make` is called when it is not kept. `key` says all that the answer hangs on. */
  return (key: string, make: () => unknown): Buffer => {
    if (revision() !== keptRevision) clear();
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = Buffer.from(JSON.stringify(make()));
    if (answer.length <= MOST_BYTES) {
      if (kept.size >= MOST_ANSWERS || bytes + answer.length > MOST_BYTES) clear();
      kept.set(key, answer);
      bytes += answer.length;
    }
    return answer;
  };
}
