import type { SentenceRange } from './find-sentences.ts';

/** A sentence with its own number of tokens. */
export interface CountedRange extends SentenceRange {
  readonly tokens: number;
}

export interface SentenceWindowOptions {
  readonly maxTokens: number;
  readonly overlapSentences: number;
  count(text: string): number;
}

interface Sentence {
  start: number;
  end: number;
  /** About how many tokens it adds to a chunk: including the white space before it, which may join its first token. */
  readonly tokens: number;
}

/** Longer white space between two sentences separates chunks: some models count no tokens for it, so a chunk could grow without limit. */
const MAX_GAP_UNITS = 1024;

type Emit = (start: number, end: number) => void;

/** Collects sentences, and returns as many as fit a chunk. Positions refer to the current text. */
export function createSentenceWindow({ maxTokens, overlapSentences, count }: SentenceWindowOptions) {
  /** From the start of the next chunk. */
  let sentences: Sentence[] = [];
  /** How many of them the last chunk has too. */
  let taken = 0;
  let lastEnd = 0;

  const tokensOf = (index: number): number => sentences[index]?.tokens ?? 0;

  /** How many sentences from the first one fit, by the sum of their counts; undefined: all of them, so more may fit. */
  function fitting(): number | undefined {
    let tokens = 0;
    for (const [index, sentence] of sentences.entries()) {
      tokens += sentence.tokens;
      if (index > 0 && tokens > maxTokens) return index;
    }
    return undefined;
  }

  /** Where the next chunk starts if this one has `used` sentences: as far back as leaves room for a new sentence. */
  function nextStart(used: number): number {
    let start = used;
    let tokens = tokensOf(used);
    while (start > 1 && used - start < overlapSentences && tokens + tokensOf(start - 1) <= maxTokens) {
      start -= 1;
      tokens += tokensOf(start);
    }
    return start;
  }

  function take(text: string, most: number, emit: Emit): void {
    const start = sentences[0]?.start ?? 0;
    const endOf = (used: number): number => sentences[used - 1]?.end ?? start;
    let used = most;
    // The sum is not exact: a token may span the gap between two sentences.
    while (used > 1 && count(text.slice(start, endOf(used))) > maxTokens) used -= 1;
    if (used <= taken) {
      // After the overlap there is no room for a new sentence.
      sentences = sentences.slice(1);
      taken -= 1;
      return;
    }
    emit(start, endOf(used));
    const next = nextStart(used);
    sentences = sentences.slice(next);
    taken = used - next;
  }

  function takeRest(text: string, emit: Emit): void {
    while (sentences.length > taken) take(text, fitting() ?? sentences.length, emit);
  }

  /** Call this to say that no sentence starts before `next`. */
  function leaveGap(text: string, next: number, emit: Emit): void {
    if (next - lastEnd <= MAX_GAP_UNITS) return;
    takeRest(text, emit);
    sentences = [];
    taken = 0;
  }

  return {
    /** Where the next chunk starts; undefined if no sentence is left for it. */
    get start() {
      return sentences[0]?.start;
    },
    add(text: string, { start, end, tokens }: CountedRange, emit: Emit): void {
      leaveGap(text, start, emit);
      const gap = sentences.length === 0 ? '' : text.slice(lastEnd, start);
      sentences.push({ start, end, tokens: tokens + (gap === '' || gap === ' ' ? 0 : count(gap)) });
      lastEnd = end;
    },
    leaveGap,
    /** Chunks that no further sentence can change. */
    takeFull(text: string, emit: Emit): void {
      for (let most = fitting(); most !== undefined; most = fitting()) take(text, most, emit);
    },
    takeRest,
    /** The text now starts `units` later. */
    shift(units: number): void {
      for (const sentence of sentences) {
        sentence.start -= units;
        sentence.end -= units;
      }
      lastEnd -= units;
    },
  };
}
