import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import { isInsideCharacter, isInsideCluster } from '../separators/boundaries.ts';
import { streamChunks } from '../stream/stream-chunks.ts';
import { openTextBuffer, SMALL_FILL_UNITS, toPieces } from '../stream/text-buffer.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import type { SentenceRange } from './find-sentences.ts';
import { BREAK_UNITS, PARAGRAPH_UNITS, readParagraph } from './read-paragraph.ts';
import { type CountedRange, createSentenceWindow } from './sentence-window.ts';

export interface SentenceSplitOptions {
  /** Including the tokens that the model adds. */
  readonly maxTokens: number;
  readonly overlapSentences: number;
  /** {@link PARAGRAPH_UNITS} unless given. */
  readonly paragraphUnits?: number;
  /** UTF-16 units to read at a time; {@link SMALL_FILL_UNITS} unless given. */
  readonly fillUnits?: number;
}

/** Few tokens have more characters than this: used for the first guess where to cut a long sentence. */
const USUAL_UNITS = 8;
/** Every this many characters count as at least one token: a model counts any run of an unknown script as one. */
const MOST_UNITS = 32;
/** Reduces a guess slightly more than proportionally, so that few guesses are needed; the next search starts from the last guess, a little longer. */
const SHRINK = 0.95;
const STRETCH = 1.25;

/**
 * Joins whole sentences while they fit `maxTokens`; a chunk begins with the last sentences of the previous one. A sentence that is too long by itself
 * is cut between words, and a word between grapheme clusters. Chunks are verbatim parts of the text; memory holds one chunk and a part of the text.
 */
export async function* splitSentences(
  input: TextInput,
  counter: TokenCounter,
  options: SentenceSplitOptions,
): AsyncGenerator<TextChunk> {
  const { paragraphUnits = PARAGRAPH_UNITS, overlapSentences } = options;
  const maxTokens = Math.max(1, options.maxTokens - counter.added);
  const buffer = openTextBuffer(toPieces(input), options.fillUnits ?? SMALL_FILL_UNITS);
  const count = (text: string): number => Math.max(counter.count(text), Math.ceil(text.length / MOST_UNITS));
  const window = createSentenceWindow({ maxTokens, overlapSentences, count });
  /** The position up to which sentences were found. */
  let read = 0;
  try {
    yield* streamChunks(buffer, (text, isWhole, emit) => {
      const emitRange = (start: number, end: number): void => emit({ start, end, keepsSpace: false });
      while (read < text.length && (isWhole || text.length - read > paragraphUnits + BREAK_UNITS)) {
        const paragraph = readParagraph(text, read, paragraphUnits);
        for (const sentence of paragraph.sentences) {
          for (const piece of cutToFit(text, sentence, maxTokens, count)) window.add(text, piece, emitRange);
        }
        read = paragraph.end;
        window.leaveGap(text, read, emitRange);
        window.takeFull(text, emitRange);
      }
      if (isWhole) window.takeRest(text, emitRange);
      const done = window.start ?? read;
      window.shift(done);
      read -= done;
      return done;
    });
  } finally {
    await buffer.close();
  }
}

/** The sentence, or parts of it that fit. */
function* cutToFit(
  text: string,
  sentence: SentenceRange,
  maxTokens: number,
  count: TokenCounter['count'],
): Generator<CountedRange> {
  let { start } = sentence;
  let guess = maxTokens * USUAL_UNITS;
  while (start < sentence.end) {
    const range = { start, end: Math.min(sentence.end, start + guess), sentenceEnd: sentence.end };
    const piece = firstPiece(text, range, maxTokens, count);
    yield piece;
    guess = Math.ceil((piece.end - start) * STRETCH);
    start = piece.end;
    while (start < sentence.end && WHITE_SPACE.test(text.charAt(start))) start += 1;
  }
}

/** As much of a sentence from `start` as fits, at most up to `end`; one character if even that is too much. */
function firstPiece(
  text: string,
  { start, end, sentenceEnd }: SentenceRange & { readonly sentenceEnd: number },
  maxTokens: number,
  count: TokenCounter['count'],
): CountedRange {
  for (let units = end - start; ; ) {
    const cut = start + units === sentenceEnd ? sentenceEnd : placeToCut(text, start, start + units);
    const pieceEnd = endWithoutSpace(text, start, cut);
    const tokens = count(text.slice(start, pieceEnd));
    if (tokens <= maxTokens || units === 1) return { start, end: pieceEnd, tokens };
    units = Math.max(1, Math.floor(((pieceEnd - start) * maxTokens * SHRINK) / tokens));
  }
}

const WHITE_SPACE = /\s/;

/** After a comma of a script that has no spaces, or may have none. */
const COMMA = /[、，；：،؛၊]/;
/** Scripts without spaces between words. */
const WITHOUT_SPACES = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** How many units before the end are searched for words by the dictionaries of ICU. Words are shorter. */
const WORD_UNITS = 128;
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Between words if one ends in the second half, otherwise after a comma or a word of a script without spaces, otherwise between grapheme clusters. */
function placeToCut(text: string, start: number, end: number): number {
  const half = start + (end - start) / 2;
  for (let at = end; at > half; at--) if (WHITE_SPACE.test(text.charAt(at))) return at;
  for (let at = end; at > half; at--) if (COMMA.test(text.charAt(at - 1))) return at;
  const word = endOfWord(text, half, end);
  if (word !== undefined) return word;
  for (let at = end; at > start; at--) if (!isInsideCluster(text, at)) return at;
  if (!isInsideCharacter(text, end)) return end;
  return end - 1 > start ? end - 1 : end + 1;
}

/** Where the last word that ends after `half` and up to `end` ends; undefined if the script has spaces between words, or none ends there. */
function endOfWord(text: string, half: number, end: number): number | undefined {
  if (!WITHOUT_SPACES.test(text.slice(end - 1, end + 1))) return undefined;
  let from = Math.max(Math.ceil(half), end - WORD_UNITS);
  while (isInsideCluster(text, from)) from += 1;
  let last: number | undefined;
  for (const { index } of wordSegmenter.segment(text.slice(from, end + WORD_UNITS / 4))) {
    if (index > 0 && from + index <= end && !isInsideCluster(text, from + index)) last = from + index;
  }
  return last;
}

function endWithoutSpace(text: string, start: number, end: number): number {
  let last = end;
  while (last > start + 1 && WHITE_SPACE.test(text.charAt(last - 1))) last -= 1;
  return last;
}
