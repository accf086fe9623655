const MIB = 1024 * 1024;
/** Size of all cached answers together; larger ones are made anew each time. */
const MOST_BYTES = 16 * MIB;
const MOST_ANSWERS = 32;

/**
 * Caches the JSON of answers until what they show changes. Writing out a list of flows takes ten times as long as sending it.
 * @param revision changes with what the answers show
 */
export function createAnswerCache(revision: () => number) {
  const cached = new Map<string, Buffer>();
  let cachedRevision = revision();
  let bytes = 0;

  function clear(): void {
    cached.clear();
    bytes = 0;
    cachedRevision = revision();
  }

  /** The JSON of an answer; `make` is called when it is not cached. `key` names everything that the answer depends on. */
  return (key: string, make: () => unknown): Buffer => {
    if (revision() !== cachedRevision) clear();
    const known = cached.get(key);
    if (known !== undefined) return known;
    const answer = Buffer.from(JSON.stringify(make()));
    if (answer.length <= MOST_BYTES) {
      if (cached.size >= MOST_ANSWERS || bytes + answer.length > MOST_BYTES) clear();
      cached.set(key, answer);
      bytes += answer.length;
    }
    return answer;
  };
}
