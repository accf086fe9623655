import type { AnswerCitation, Place, Verdict } from '../core/answer.ts';
import { createSentenceCheck, type SentenceCheck } from './check-sentence.ts';
import { CITATION_MARK, withOwnNumbers } from './own-numbers.ts';
import { splitSentences } from './sentences.ts';

/** What can be shown of an answer by now. */
export interface FilterOutput {
  readonly text: string;
  readonly citations: readonly AnswerCitation[];
}

/** Takes the pieces of an answer as a model writes it, and lets out what can be shown. */
export interface CitationFilter {
  push(token: string): FilterOutput;
  /** Lets out the rest. */
  end(): FilterOutput;
}

const MARK = new RegExp(CITATION_MARK, 'y');
/** What may become a mark by what follows. */
const HALF_MARK = /(?:\[\[?|【)[\s\d^,;、，–-]{0,40}\]?$/y;
/** Behind a mark that is none: a value that is set. */
const SET_BEHIND = /^\s?=[^=]/;
/** Behind a mark at the beginning of a line: what a link stands for. */
const DEFINITION_BEHIND = /^:\s/;
const ADDRESS = /https?:\/\/\S*$/;
/** Before one: a variable. "weeks[1]" is a citation. */
const VARIABLE = /(?:(?<![\p{L}\p{N}])[a-z]|[a-zA-Z]+_\w*|[a-z]+[A-Z]\w*|\])$/u;
const MEMBER_BEHIND = /^\.[a-z]/;
const MARK_BEHIND = 3;
const RANGE = /(\d+)\s*[–-]\s*(\d+)/g;
/** A longer range is none of sources. */
const MAX_RANGE = 20;
const MARK_WITH_BLANK = new RegExp(`[ \\t]*(${MARK.source})`, 'g');
const BLANKS = /[ \t\u00a0\u3000]+/y;
const WORD = /[^\s[\]【】`.!?…。！？؟|]+/y;
const SENTENCE_END = /[.!?…。！？؟]+[)\]"'”’»」』*_]*/y;
const FULL_WIDTH_END = /[。！？]/;
/** How much behind a full stop tells whether a sentence ends there: up to its next word. Signs before it are none of letters and digits, so that there is one way to read it. */
const NEXT_WORD = /^\s*(?:[^\s\p{L}\p{M}\p{N}]+\s*){0,3}[\p{L}\p{M}\p{N}]{1,16}[^\p{L}\p{M}\p{N}]/u;
const MAX_NEXT = 32;
const FENCE = /^ {0,3}(?:```|~~~)/;
/** What a line may begin with that is a fence or a row, or becomes one. */
const MAY_BE_FENCE = /^ {0,3}(?:`{0,2}|~{0,2})$/;
const ROW = /^ {0,3}\|/;
const BEFORE_LENGTH = 40;
const MARKDOWN = /^\s*(?:[-*+•>]\s+|#{1,6}\s+|\d{1,3}[.)]\s+)+|\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g;
/** Fewer words before a number in mid-sentence say nothing by themselves. */
const MIN_PART_LENGTH = 8;

interface Mark {
  readonly number: number;
  /** How much of the sentence stands before it. */
  readonly at: number;
}

interface Found {
  readonly index: number;
  readonly check: SentenceCheck;
}

const RANKS: Readonly<Record<Verdict, number>> = { quoted: 2, similar: 1, notFound: 0 };

function isBetter(one: SentenceCheck, other: SentenceCheck): boolean {
  return RANKS[one.verdict] > RANKS[other.verdict] || (one.verdict === other.verdict && one.share > other.share);
}

function numbersIn(mark: string): readonly number[] {
  const ranges = mark.replaceAll(RANGE, (range, first: string, last: string) => {
    const length = Number(last) - Number(first) + 1;
    if (length < 1 || length > MAX_RANGE) return range;
    return Array.from({ length }, (_, index) => Number(first) + index).join(',');
  });
  return [...new Set(ranges.match(/\d+/g)?.map(Number) ?? [])];
}

/** Finds the passages that a sentence is from. Each passage is taken apart once, when it is first needed. */
function createFinder(passages: readonly string[]) {
  const checks: ((sentence: string) => SentenceCheck)[] = [];
  const check = (index: number, sentence: string): SentenceCheck => {
    checks[index] ??= createSentenceCheck(passages[index] ?? '');
    return checks[index](sentence);
  };

  /** The best one of those that hold the sentence. */
  function best(sentence: string, among: readonly number[]): Found | undefined {
    let found: Found | undefined;
    for (const index of among) {
      const result = check(index, sentence);
      if (result.verdict !== 'notFound' && (found === undefined || isBetter(result, found.check)))
        found = { index, check: result };
    }
    return found;
  }

  return { check, best, textOf: (index: number) => passages[index] ?? '', all: passages.map((_, index) => index) };
}

type Finder = ReturnType<typeof createFinder>;

interface Cited {
  readonly sentence: string;
  readonly marks: readonly Mark[];
}

function citationOf(
  index: number,
  sentence: string,
  { verdict, place }: { verdict: Verdict; place: Place | undefined },
): AnswerCitation {
  return { number: index + 1, sourceIndex: index, sentence, verdict, place };
}

/** The part of a sentence that a mark in its midst stands behind. */
function partBefore(sentence: string, marks: readonly Mark[], mark: Mark): string {
  const start = Math.max(0, ...marks.filter(({ at }) => at < mark.at).map(({ at }) => at));
  return sentence.slice(start, mark.at);
}

/** The citations of a sentence: by the passages that it names, or, where none of them says it, by the one that does. */
function citationsOf(finder: Finder, { sentence, marks }: Cited): readonly AnswerCitation[] {
  const plain = plainText(sentence);
  const named = [...new Set(marks.map(({ number }) => number - 1))];
  const held = named
    .map((index) => ({ index, check: finder.check(index, plain) }))
    .filter(({ check }) => check.verdict !== 'notFound');
  if (held.length > 0) return held.map(({ index, check }) => citationOf(index, plain, check));
  const byParts = citationsOfParts(finder, { sentence, marks }, plain);
  if (byParts !== undefined) return byParts;
  const other = finder.best(
    plain,
    finder.all.filter((index) => !named.includes(index)),
  );
  if (other !== undefined) return [citationOf(other.index, plain, other.check)];
  return named.map((index) => citationOf(index, plain, { verdict: 'notFound', place: undefined }));
}

/** Of a sentence from several passages: each part by its own mark. undefined unless every part is found. */
function citationsOfParts(
  finder: Finder,
  { sentence, marks }: Cited,
  plain: string,
): readonly AnswerCitation[] | undefined {
  const places = [...new Set(marks.map(({ at }) => at))];
  if (places.length < 2) return undefined;
  const found = new Map<number, AnswerCitation>();
  for (const at of places) {
    const own = marks.filter((mark) => mark.at === at);
    const part = plainText(partBefore(sentence, marks, own[0] ?? { number: 0, at }));
    if (part.length < MIN_PART_LENGTH) return undefined;
    const best =
      finder.best(
        part,
        own.map(({ number }) => number - 1),
      ) ?? finder.best(part, finder.all);
    if (best === undefined) return undefined;
    found.set(best.index, citationOf(best.index, plain, best.check));
  }
  return [...found.values()];
}

function plainText(sentence: string): string {
  return sentence
    .replaceAll(MARKDOWN, '')
    .replaceAll(/\s*\|\s*/g, ' | ')
    .trim();
}

/** As it stands in the answer: of what no passage says with a question mark. */
function marksOf(citations: readonly AnswerCitation[]): string {
  return citations.map(({ number, verdict }) => (verdict === 'notFound' ? `[${number}?]` : `[${number}]`)).join('');
}

/** Whether a sentence ends where `next` begins. */
function isSentenceEnd(sentence: string, next: string): boolean {
  const first = splitSentences(`${sentence}${next}`)[0];
  return first !== undefined && first.end <= sentence.length;
}

interface State {
  readonly finder: Finder;
  readonly citesUnmarked: boolean;
  /** Not yet looked at. */
  rest: string;
  isEnded: boolean;
  isCode: boolean;
  isLineStart: boolean;
  /** What was let out of it, without marks. */
  sentence: string;
  /** What a mark is for that stands alone in a line. */
  lastSentence: string;
  /** Let out with the next word. */
  blanks: string;
  marks: Mark[];
  /** Whether a full stop was let out, and no word behind it. */
  mayEnd: boolean;
  /** What was let out last. */
  before: string;
  text: string;
  citations: AnswerCitation[];
}

function out(state: State, piece: string): void {
  state.text += piece;
  state.before = `${state.before}${piece}`.slice(-BEFORE_LENGTH);
}

function take(state: State, length: number): string {
  const piece = state.rest.slice(0, length);
  state.rest = state.rest.slice(length);
  return piece;
}

/** Lets out words of the sentence, with the blanks before them. */
function say(state: State, piece: string): true {
  out(state, `${state.blanks}${piece}`);
  state.sentence += `${state.sentence === '' ? '' : state.blanks}${piece}`;
  state.blanks = '';
  return true;
}

/** The citation of a sentence without a number: of the passage that says it, if one does. */
function unmarkedCitation({ finder }: State, sentence: string): readonly AnswerCitation[] {
  const plain = plainText(sentence);
  if (plain.length < MIN_PART_LENGTH) return [];
  const found = finder.best(plain, finder.all);
  return found === undefined ? [] : [citationOf(found.index, plain, found.check)];
}

function endSentence(state: State): void {
  const isAlone = state.sentence.trim() === '';
  if (state.marks.length > 0) {
    const found = citationsOf(state.finder, {
      sentence: isAlone ? state.lastSentence : state.sentence,
      marks: state.marks,
    });
    state.citations.push(...found);
    if (found.length > 0) out(state, `${isAlone ? '' : ' '}${marksOf(found)}`);
  } else if (state.citesUnmarked && !isAlone) {
    const found = unmarkedCitation(state, state.sentence);
    state.citations.push(...found);
    if (found.length > 0) out(state, ` ${marksOf(found)}`);
  }
  if (!isAlone) state.lastSentence = state.sentence;
  state.sentence = '';
  state.marks = [];
  state.mayEnd = false;
}

function match(state: State, pattern: RegExp): string | undefined {
  pattern.lastIndex = 0;
  return pattern.exec(state.rest)?.[0];
}

/** The rest of the line, without its end; undefined while it is not known. */
function lineOf({ rest, isEnded }: State): string | undefined {
  const end = rest.indexOf('\n');
  if (end === -1) return isEnded ? rest : undefined;
  return rest.slice(0, end);
}

function givenMarks(state: State, mark: string, at: number): readonly Mark[] {
  return numbersIn(mark)
    .filter((number) => number >= 1 && number <= state.finder.all.length)
    .map((number) => ({ number, at }));
}

/** Code stays as it is. These functions return whether enough of the text was known to go on. */
function takeCode(state: State): boolean {
  const line = lineOf(state);
  if (line === undefined) return false;
  if (FENCE.test(line)) state.isCode = !state.isCode;
  out(state, take(state, line.length + 1));
  return true;
}

/** A row of a table has its numbers in the cell where the first of them stood. */
function takeRow(state: State): boolean {
  const row = lineOf(state);
  if (row === undefined) return false;
  take(state, row.length);
  state.isLineStart = false;
  const marks: Mark[] = [];
  const plain = row.replaceAll(MARK_WITH_BLANK, (_, mark: string) => {
    marks.push(...givenMarks(state, mark, 0));
    return '';
  });
  const found = marks.length === 0 ? [] : citationsOf(state.finder, { sentence: plain, marks });
  state.citations.push(...found);
  let written = found.length === 0 ? '' : ` ${marksOf(found)}`;
  const withMarks = row.replaceAll(MARK_WITH_BLANK, () => {
    const here = written;
    written = '';
    return here;
  });
  out(state, withMarks);
  return true;
}

function takeBracket(state: State): boolean {
  const mark = match(state, MARK);
  if (mark === undefined) {
    const isHalf = match(state, HALF_MARK) !== undefined;
    if (isHalf && !state.isEnded) return false;
    // The answer was cut off in its midst.
    if (!isHalf || !/\d/.test(state.rest)) return say(state, take(state, 1));
    take(state, state.rest.length);
    state.blanks = '';
    return true;
  }
  const behind = state.rest.slice(mark.length, mark.length + MARK_BEHIND);
  if (behind.length < MARK_BEHIND && !behind.includes('\n') && !state.isEnded) return false;
  if (isLink(state, behind)) return say(state, take(state, mark.length));
  if (isNoCitation(state, mark, behind) || isOfPassage(state, mark)) {
    return say(state, withOwnNumbers(take(state, mark.length)));
  }
  take(state, mark.length);
  state.marks.push(...givenMarks(state, mark, state.sentence.length));
  // The blank before a mark goes with it, but for one between two words.
  if (!/^\p{L}/u.test(behind)) state.blanks = '';
  return true;
}

/** Whether a mark is a link, or a part of one or of an address. */
function isLink({ blanks, before, sentence }: State, behind: string): boolean {
  return (
    behind.startsWith('(') ||
    (blanks === '' && ADDRESS.test(before)) ||
    (sentence === '' && DEFINITION_BEHIND.test(behind))
  );
}

function isNoCitation({ blanks, before }: State, mark: string, behind: string): boolean {
  if (numbersIn(mark).every((number) => number === 0) || SET_BEHIND.test(behind)) return true;
  return blanks === '' && (VARIABLE.test(before) || MEMBER_BEHIND.test(behind));
}

/** Whether a mark is copied from a passage, which has it behind the same word: a note there. The number of that very passage is one of a source. */
function isOfPassage({ finder, before }: State, mark: string): boolean {
  const [word] = /\S+$/.exec(before) ?? [];
  if (word === undefined) return false;
  const has = (text: string) => text.includes(`${word}${mark}`) || text.includes(`${word} ${mark}`);
  return (
    !numbersIn(mark).some((number) => has(finder.textOf(number - 1))) &&
    finder.all.some((index) => has(finder.textOf(index)))
  );
}

function takeInlineCode(state: State): boolean {
  const end = state.rest.indexOf('`', 1);
  const line = state.rest.indexOf('\n');
  if (end === -1 && line === -1 && !state.isEnded) return false;
  const isClosed = end !== -1 && (line === -1 || end < line);
  return say(state, take(state, isClosed ? end + 1 : 1));
}

function takeSentenceEnd(state: State, sign: string): boolean {
  if (sign.length === state.rest.length && !state.isEnded) return false;
  say(state, take(state, sign.length));
  state.mayEnd = true;
  return true;
}

/** Before a word behind a full stop: ends the sentence, if the word begins another one. */
function decideEnd(state: State): boolean {
  const next = `${state.blanks}${state.rest}`.slice(0, MAX_NEXT);
  const end = next.indexOf('\n');
  if (end === -1 && next.length < MAX_NEXT && !NEXT_WORD.test(next) && !state.isEnded) return false;
  const line = end === -1 ? next : next.slice(0, end);
  const word = NEXT_WORD.exec(line)?.[0] ?? line;
  const isApart = state.blanks !== '' || FULL_WIDTH_END.test(state.sentence);
  state.mayEnd = false;
  if (isApart && isSentenceEnd(state.sentence, word)) endSentence(state);
  return true;
}

function takeLineEnd(state: State): boolean {
  endSentence(state);
  out(state, `${state.blanks}${take(state, 1)}`);
  state.blanks = '';
  state.isLineStart = true;
  return true;
}

function takeLineStart(state: State): boolean {
  if (MAY_BE_FENCE.test(state.rest) && !state.isEnded) return false;
  if (ROW.test(state.rest)) return takeRow(state);
  if (FENCE.test(state.rest)) return takeCode(state);
  state.isLineStart = false;
  return true;
}

function takeBlanks(state: State, blanks: string): boolean {
  if (blanks.length === state.rest.length && !state.isEnded) return false;
  state.blanks += take(state, blanks.length);
  return true;
}

function step(state: State): boolean {
  const { rest } = state;
  if (rest === '') return false;
  if (state.isCode) return takeCode(state);
  if (rest.startsWith('\n')) return takeLineEnd(state);
  if (state.isLineStart) return takeLineStart(state);
  const blanks = match(state, BLANKS);
  if (blanks !== undefined) return takeBlanks(state, blanks);
  if (rest.startsWith('[') || rest.startsWith('【')) return takeBracket(state);
  if (state.mayEnd) return decideEnd(state);
  if (rest.startsWith('`')) return takeInlineCode(state);
  const sign = match(state, SENTENCE_END);
  if (sign !== undefined) return takeSentenceEnd(state, sign);
  return say(state, take(state, match(state, WORD)?.length ?? 1));
}

function run(state: State): FilterOutput {
  while (step(state));
  const output = { text: state.text, citations: state.citations };
  state.text = '';
  state.citations = [];
  return output;
}

/**
 * Makes a filter for one answer. Words are let out at once; the numbers in brackets when their sentence has ended and was checked, behind it. Numbers that were not given are dropped.
 * What the passage of a number does not say gets the number of one that does, and else a question mark (`[2?]`). Code is left alone. The output is the same however the text is cut into
 * tokens.
 * @param given how many of the passages the model was given; all unless told
 * @param citesUnmarked whether a sentence without a number gets that of the passage that says it
 */
export function createCitationFilter(
  passages: readonly string[],
  {
    given = passages.length,
    citesUnmarked = false,
  }: { readonly given?: number; readonly citesUnmarked?: boolean } = {},
): CitationFilter {
  const state: State = {
    finder: createFinder(passages.slice(0, given)),
    citesUnmarked,
    rest: '',
    isEnded: false,
    isCode: false,
    isLineStart: true,
    sentence: '',
    lastSentence: '',
    blanks: '',
    marks: [],
    mayEnd: false,
    before: '',
    text: '',
    citations: [],
  };
  return {
    push(token) {
      state.rest += token;
      return run(state);
    },
    end() {
      state.isEnded = true;
      while (step(state));
      endSentence(state);
      out(state, state.blanks);
      state.blanks = '';
      return run(state);
    },
  };
}
