import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import { isInsideCharacter } from '../separators/boundaries.ts';
import type { ChunkLimits } from '../separators/merge-splits.ts';
import { streamChunks } from '../stream/stream-chunks.ts';
import { openTextBuffer, SMALL_FILL_UNITS, toPieces } from '../stream/text-buffer.ts';
import { type BpeTokenizer, INSIDE_CHARACTER } from './bpe-tokenizer.ts';

/** Sizes are in tokens. */
export interface TokenSplitOptions extends ChunkLimits {
  /** {@link STRETCH_UNITS} unless given. */
  readonly stretchUnits?: number;
  /** UTF-16 units to read at a time; {@link SMALL_FILL_UNITS} unless given. */
  readonly fillUnits?: number;
}

/**
 * A text is encoded in parts of at most this many UTF-16 units. They end where every encoding ends a piece, so the tokens are those of the whole
 * text; only a run without such a position (64 Ki letters in a row, for example) is cut inside.
 */
const STRETCH_UNITS = 64 * 1024;

/** Where the part that starts at `start` ends. Needs `limit` units after the start and one more, or the whole text. */
export function endOfStretch(text: string, start: number, limit: number = STRETCH_UNITS): number {
  if (text.length - start <= limit) return text.length;
  for (let at = start + limit; at > start; at--) {
    if (isSafeCut(text, at)) return at;
  }
  const end = start + limit;
  return isInsideCharacter(text, end) ? end + 1 : end;
}

const WHITE_SPACE = /\s/;
const LETTER = /\p{L}/u;
/** After a letter, an apostrophe may start a suffix ("'s") that belongs to the word's piece. */
const ENDS_WORD = /[\s\p{P}](?<!')/u;

/**
 * Whether a piece of any encoding must end here, in any context: after a letter and before white space or punctuation, or before a space that has no
 * white space before it. (True for the patterns of r50k, p50k, cl100k and o200k.)
 */
export function isSafeCut(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  if (after === ' ') return !WHITE_SPACE.test(before);
  return LETTER.test(before) && ENDS_WORD.test(after);
}

/**
 * Cuts text after a fixed number of tokens, as LangChain's TokenTextSplitter does, but as a stream: memory holds a chunk and a part of the text. It
 * differs on purpose in three points: a chunk never ends within a character (it ends before it, and the next chunk starts there), blank chunks are
 * left out, and text that looks like a special token is plain text, where LangChain rejects the whole document.
 */
export async function* splitByTokens(
  input: TextInput,
  tokenizer: BpeTokenizer,
  options: TokenSplitOptions,
): AsyncGenerator<TextChunk> {
  const { stretchUnits = STRETCH_UNITS } = options;
  const buffer = openTextBuffer(toPieces(input), options.fillUnits ?? SMALL_FILL_UNITS);
  const window = createWindow(options);
  /** The position up to which tokens were found. */
  let encoded = 0;
  try {
    yield* streamChunks(buffer, (text, isWhole, emit) => {
      while (encoded < text.length && (isWhole || text.length - encoded > stretchUnits)) {
        const end = endOfStretch(text, encoded, stretchUnits);
        window.add(tokenizer.findTokens(text.slice(encoded, end)), encoded);
        encoded = end;
        window.takeFull((start, last) => emit({ start, end: last, keepsSpace: true }));
      }
      if (isWhole) window.takeRest((start, last) => emit({ start, end: last, keepsSpace: true }));
      const done = window.start;
      window.shift(done);
      encoded -= done;
      return done;
    });
  } finally {
    await buffer.close();
  }
}

type Emit = (start: number, end: number) => void;

/** The tokens from the start of the next chunk. */
function createWindow({ chunkSize, chunkOverlap }: ChunkLimits) {
  /** Where each token ends; those before `head` have been processed. */
  let ends: number[] = [];
  let head = 0;
  /** Where the next chunk starts, in the text. */
  let start = 0;
  /** How many tokens from `head` on the last chunk has too. */
  let taken = 0;

  const endOf = (count: number): number | undefined => ends[head + count - 1];

  /**
   * How many tokens the next chunk takes to end at a character's end: as many as fit, but more than the last one took. Undefined: after the overlap
   * there is no room for another character.
   */
  function countThatFits(): number | undefined {
    const most = Math.min(chunkSize, ends.length - head);
    for (let count = most; count > taken; count--) if (endOf(count) !== INSIDE_CHARACTER) return count;
    if (taken > 0) return undefined;
    // One character with more tokens than fit a chunk. (The last token of the text always ends a character.)
    let count = most + 1;
    while (endOf(count) === INSIDE_CHARACTER) count += 1;
    return count;
  }

  /** The next chunk starts after this many tokens, or a few more, at a character's start. */
  function skip(count: number): number {
    let skipped = count;
    while (skipped > 0 && endOf(skipped) === INSIDE_CHARACTER) skipped += 1;
    if (skipped > 0) start = endOf(skipped) ?? start;
    head += skipped;
    return skipped;
  }

  function take(emit: Emit): void {
    const count = countThatFits();
    if (count === undefined) {
      taken -= skip(1);
      return;
    }
    emit(start, endOf(count) ?? start);
    taken = count - skip(Math.max(count - chunkOverlap, 0));
  }

  return {
    get start() {
      return start;
    },
    add(found: readonly number[], offset: number): void {
      ends = ends.slice(head);
      head = 0;
      for (const end of found) ends.push(end === INSIDE_CHARACTER ? end : offset + end);
    },
    /** Chunks that no further token can change. */
    takeFull(emit: Emit): void {
      while (ends.length - head > chunkSize) take(emit);
    },
    takeRest(emit: Emit): void {
      while (ends.length - head > taken) take(emit);
    },
    /** The text now starts `count` units later. */
    shift(count: number): void {
      start -= count;
      ends = ends.slice(head).map((end) => (end === INSIDE_CHARACTER ? end : end - count));
      head = 0;
    },
  };
}
