/** A passage that a model gets. */
export interface PromptPassage {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Its place in all that there is, where that is known: those of one source follow each other. */
  readonly chunkNo?: number | undefined;
}

/** A passage with its number, and with what of it is to be read. */
export interface JoinedPassage extends PromptPassage {
  readonly number: number;
  readonly text: string;
}

/** Shorter ones are chance. */
const LEAST_OVERLAP = 20;
/** Splitters repeat less than this of the chunk before. */
const MOST_OVERLAP = 2000;

/** Characters at the beginning of a text with which the one before it ends. */
function overlapOf(before: string, text: string): number {
  for (let size = Math.min(before.length, text.length - 1, MOST_OVERLAP); size >= LEAST_OVERLAP; size -= 1) {
    if (before.endsWith(text.slice(0, size))) return size;
  }
  return 0;
}

function isBehind(before: PromptPassage, passage: PromptPassage): boolean {
  const isNext = before.chunkNo !== undefined && passage.chunkNo === before.chunkNo + 1;
  return isNext && before.metadata.source !== undefined && before.metadata.source === passage.metadata.source;
}

/**
 * Passages in the order in which they are best read: by rank, but neighbours of one source as they stand there, without what splitters repeat. Each has the number of its rank.
 * @param passages best first
 */
export function joinNeighbours(passages: readonly PromptPassage[]): readonly JoinedPassage[] {
  const numbered = passages.map((passage, index) => ({ ...passage, number: index + 1, text: passage.pageContent }));
  const left = new Set(numbered);
  return numbered.flatMap((best) => {
    if (!left.delete(best)) return [];
    const run = [best];
    for (;;) {
      const [first = best, last = best] = [run[0], run.at(-1)];
      const before = [...left].find((one) => isBehind(one, first));
      const after = [...left].find((one) => isBehind(last, one));
      if (before !== undefined) run.unshift(before);
      if (after !== undefined) run.push(after);
      if (before === undefined && after === undefined) break;
      for (const taken of [before, after]) if (taken !== undefined) left.delete(taken);
    }
    return run.map((passage, at) => {
      const previous = run[at - 1];
      const repeated = previous === undefined ? 0 : overlapOf(previous.pageContent, passage.pageContent);
      return { ...passage, text: passage.pageContent.slice(repeated) };
    });
  });
}
