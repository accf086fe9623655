import { findSentences, type SentenceRange } from '../../../../shared/text/find-sentences.ts';
import type { TextChunk } from '../../core/chunk.ts';
import type { TextInput } from '../../core/document.ts';
import { isInsideCharacter, isInsideCluster } from '../separators/boundaries.ts';
import { streamChunks } from '../stream/stream-chunks.ts';
import { openTextBuffer, SMALL_FILL_UNITS, toPieces } from '../stream/text-buffer.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

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

/** A longer paragraph is read in parts of this many UTF-16 units. */
const PARAGRAPH_UNITS = 64 * 1024;
/** How many units after a position decide whether a paragraph ends there. */
const BREAK_UNITS = 80;

/**
 * A line end before an empty line, or before a line that does not continue the sentence: a list item, a heading, a quotation, a table row, a fence.
 * (At most 64 units of white space per line are checked, see {@link BREAK_UNITS}.)
 */
const PARAGRAPH_END =
  /\n(?=[^\S\n]{0,64}(?:\n|[-*+•‣◦▪–—>|][^\S\n]|[・●○◆◇■□※]|#{1,6}[^\S\n]|\d{1,4}[.)][^\S\n]|[\d０-９]{1,4}[、．）]|[（(][\d０-９一二三四五六七八九十]{1,4}[）)]|[一二三四五六七八九十]{1,4}、|第[\d０-９一二三四五六七八九十百]{1,5}[条條章节節項编編]|`{3}|~{3}))/g;
/** A heading ends with its line. */
const HEADING = /^\s*#{1,6}\s/;

interface Paragraph {
  /** In the order of the text. */
  readonly sentences: readonly SentenceRange[];
  /** Where the next paragraph starts. */
  readonly end: number;
}

/** Reads the paragraph at `start`, or the first {@link PARAGRAPH_UNITS} of it. Needs {@link BREAK_UNITS} more than that, or the whole text. */
function readParagraph(text: string, start: number, limit: number = PARAGRAPH_UNITS): Paragraph {
  const end = endOfParagraph(text, start, limit);
  if (end !== undefined) return { sentences: sentencesIn(text, start, end), end };
  const cut = start + limit;
  const found = sentencesIn(text, start, cut);
  const last = found.at(-1);
  // The last sentence may continue; it is read again from its start, unless the text is complete.
  if (last !== undefined && last.start > start && found.length > 1) {
    return { sentences: found.slice(0, -1), end: last.start };
  }
  const wordEnd = lastSpace(text, start, cut);
  return { sentences: sentencesIn(text, start, wordEnd), end: wordEnd };
}

/** Where the paragraph ends; undefined if that is after the limit. */
function endOfParagraph(text: string, start: number, limit: number): number | undefined {
  const stretch = text.slice(start, start + limit + BREAK_UNITS);
  // White space before the words belongs to no paragraph.
  const from = stretch.length - stretch.trimStart().length;
  const at = HEADING.test(stretch) ? stretch.indexOf('\n', from) : firstEnd(stretch, from);
  if (at !== -1 && at < limit) return start + at + 1;
  return text.length - start <= limit ? text.length : undefined;
}

function firstEnd(text: string, from: number): number {
  PARAGRAPH_END.lastIndex = from;
  return PARAGRAPH_END.exec(text)?.index ?? -1;
}

function sentencesIn(text: string, start: number, end: number): SentenceRange[] {
  return findSentences(text.slice(start, end)).map((range) => ({ start: start + range.start, end: start + range.end }));
}

/** The last position up to `end` after white space; `end` if the second half has none. */
function lastSpace(text: string, start: number, end: number): number {
  for (let at = end; at > (start + end) / 2; at--) if (WHITE_SPACE.test(text.charAt(at - 1))) return at;
  let at = end;
  while (isInsideCluster(text, at)) at -= 1;
  return at;
}

/** A sentence with its own number of tokens. */
interface CountedRange extends SentenceRange {
  readonly tokens: number;
}

interface SentenceWindowOptions {
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
function createSentenceWindow({ maxTokens, overlapSentences, count }: SentenceWindowOptions) {
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
