import { datesIn } from './dates.ts';
import { isFillerWord } from './filler-words.ts';
import { foldText, splitRuns, wordsOfRun } from './words.ts';

/** A date, a code or a number in a text, in whatever notation. */
export interface Fact {
  readonly from: number;
  readonly to: number;
  /** Alike for all notations of the same. */
  readonly keys: readonly string[];
}

/** A date, a code or a number that is asked for. */
export interface AskedFact {
  /** As it is written. */
  readonly text: string;
  readonly keys: readonly string[];
  /** Words that a text may have of it, besides those of the question. */
  readonly words: readonly string[];
  /** The words of this text say little where a text has the whole of it; empty where they are as good as it. */
  readonly parts: string;
  /** The whole as a word. */
  readonly joined: readonly string[];
}

/** Shorter ones are as well a part of another number. */
const MIN_DIGITS = 4;
const DIGITS_AND_LETTERS = /^(?=.*\p{Nd})(?=.*\p{L})/u;
const LETTERS = /^[a-z]{4,20}$/;
/** A longer question has words enough to be found by. */
const MAX_WORDS = 16;
const DIGITS = /^\p{Nd}+$/u;
const HEX = /^0x(?=[0-9a-f]{4,16}$)/;
const RUN_PARTS = /\p{Nd}+|[^\p{Nd}]+/gu;
const MAX_RUN_PARTS = 4;

/** Letters and digits of a text that are one thing, though signs, blanks or a unit part them: a code, a number, a word with a hyphen, a word with the letter that tells it apart. */
interface FoundCode {
  readonly from: number;
  readonly to: number;
  /** Folded, and without what parts it: `ab1235` of "AB-1235". */
  readonly key: string;
  /** Whether its parts say little alone: with a digit in it. */
  readonly isNumber: boolean;
}

interface Kind {
  /** What a text must have to be looked through. */
  readonly needs: RegExp;
  readonly pattern: RegExp;
}

/** Longer ones are addresses, or columns of numbers. */
const MAX_LENGTH = 48;
const MAX_PARTS = 12;

const BLANK = '[ \\u00a0\\u202f]';
const HYPHEN = '\\-\\u2010-\\u2013';
const START = '(?<![\\p{L}\\p{M}\\p{N}])';
const END = '(?![\\p{L}\\p{M}\\p{N}])';
const LATIN = '[A-Za-z\\u00c0-\\u024f\\p{N}]';
/** With a digit, and capitals before it at most. */
const GROUP = '[A-Z]{0,4}\\p{Nd}[\\p{Nd}A-Z]*';
const UNITS =
  '[kmMGµμ]?(?:V|A|W|Hz|Wh|VA|Pa|g|m|L|l|J|N|F|s|Ω|\u2126|B|bit|bps|cal)|[cd](?:m|l)|k?Nm|[kM]?eV|mol|bar|psi|dB|rpm|dpi|px|pt|in|ft|lb|oz|mph|km/h|min|h|ha|K';

const KINDS: readonly Kind[] = [
  // 978-3-16-148411-7, AB-1235, 1,234.58, 00:1A:2B, R&D, e-mail
  {
    needs: /[^\s][-\u2010-\u2013_./:,'’&][^\s]/u,
    pattern: new RegExp(`${START}${LATIN}+(?:[${HYPHEN}_./:,'’&]${LATIN}+)+${END}`, 'gu'),
  },
  // AB-1235 in docs/AB-1235.pdf
  { needs: /[-\u2010-\u2013]/u, pattern: new RegExp(`${START}${LATIN}+(?:[${HYPHEN}]${LATIN}+)+${END}`, 'gu') },
  // 978 3 16 148411 7, 1 234,58, DE89 3704 0044
  {
    needs: /\p{Nd}/u,
    pattern: new RegExp(`${START}${GROUP}(?:(?:${BLANK}|[${HYPHEN}./,'’])${GROUP})+${END}`, 'gu'),
  },
  // 1 234,58 beside other numbers
  {
    needs: /\p{Nd}/u,
    pattern:
      /(?<![\p{L}\p{M}\p{N}.,])\p{Nd}{1,3}(?:[ \u00a0\u202f'’]\p{Nd}{3})+(?:[.,]\p{Nd}+)?(?![\p{L}\p{M}\p{N}])/gu,
  },
  // AB 1235
  {
    needs: /\p{Nd}/u,
    pattern: new RegExp(`${START}[A-Z]{1,6}${BLANK}\\p{Nd}[\\p{Nd}A-Za-z]*(?:[${HYPHEN}]${LATIN}+)*${END}`, 'gu'),
  },
  // 110 V, 20 °C
  {
    needs: /\p{Nd}/u,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{M}\\p{N}.,])\\p{Nd}+(?:[.,]\\p{Nd}+)*(?:${BLANK}?°${BLANK}?[CF]|${BLANK}(?:${UNITS}))${END}`,
      'gu',
    ),
  },
  // 80070020 in 0x80070020
  { needs: /0[xX]/, pattern: /(?<=(?<![\p{L}\p{M}\p{N}])0[xX])[0-9A-Fa-f]{4,16}(?![\p{L}\p{M}\p{N}])/gu },
  // 1,500 in 1,500.00
  {
    needs: /[.,]0/,
    pattern: /(?<![\p{L}\p{M}\p{N}.,])\p{Nd}{1,3}(?:[.,'’ \u00a0\u202f]\p{Nd}{3})*(?=[.,]00?(?!\p{N}))/gu,
  },
  // A型
  {
    needs: /[A-Za-z][\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u,
    pattern: /(?<![A-Za-z0-9])[A-Za-z][\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu,
  },
];

/** A capital alone behind a word: "hepatitis A". */
const LETTER = new RegExp(`${START}(\\p{L}[\\p{L}\\p{M}]{2,63})${BLANK}\\p{Lu}(?![\\p{L}\\p{M}\\p{N}'’])`, 'gu');
/** In a question of small letters, too. */
const ASKED_LETTER = new RegExp(
  `${START}(\\p{L}[\\p{L}\\p{M}]{2,63})${BLANK}[\\p{sc=Latin}\\p{sc=Cyrillic}\\p{sc=Greek}](?![\\p{L}\\p{M}\\p{N}'’])`,
  'gu',
);
/** What may be written as one in another text: AB 1235, windows 11, 110 volt. */
const ASKED_PAIR = new RegExp(`${START}(?:\\p{L}{1,8}${BLANK}\\p{Nd}+|\\p{Nd}+${BLANK}\\p{L}{1,4})${END}`, 'gu');

const HAS_DIGIT = /\p{Nd}/u;
const PARTING = /[^\p{L}\p{M}\p{N}]+/gu;
/** Words are joined by these only, and a few of them. */
const JOINS_WORDS = /^[^./:,'’_]+$/u;
const MAX_CODE_WORDS = 3;
const HAS_CODE = /\p{Nd}|\S[-\u2010-\u2013&/]\S|\s\p{Lu}(?![\p{L}\p{M}])|[A-Za-z]\p{sc=Han}/u;

function codeOf(text: string, from: number): FoundCode | undefined {
  const isNumber = HAS_DIGIT.test(text);
  const parts = text.split(PARTING).length;
  const isPossible = isNumber ? parts <= MAX_PARTS : parts <= MAX_CODE_WORDS && JOINS_WORDS.test(text);
  if (text.length > MAX_LENGTH || !isPossible) return undefined;
  return { from, to: from + text.length, key: foldText(text).replaceAll(PARTING, ''), isNumber };
}

function lettersIn(text: string, pattern: RegExp): readonly FoundCode[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: found, 1: word = '', index }) =>
    isFillerWord(foldText(word)) ? [] : (codeOf(found, index) ?? []),
  );
}

/** The codes of a text. */
function codesIn(text: string): readonly FoundCode[] {
  if (!HAS_CODE.test(text)) return [];
  const codes: FoundCode[] = [];
  for (const { needs, pattern } of KINDS) {
    if (!needs.test(text)) continue;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const code = codeOf(found, index);
      if (code !== undefined) codes.push(code);
    }
  }
  return [...codes, ...lettersIn(text, LETTER)];
}

/** What of a question may be a code in a text, besides its own codes: a word with digits, a word with a number or a letter behind it. */
function askedCodesIn(text: string): readonly FoundCode[] {
  const pairs = [...text.matchAll(ASKED_PAIR)].flatMap(({ 0: found, index }) => codeOf(found, index) ?? []);
  return [...pairs, ...lettersIn(text, ASKED_LETTER)];
}

/** What stands for a code in all its notations. */
export function keyOfCode({ key }: Pick<FoundCode, 'key'>): string {
  return `c${key}`;
}

function keyOfDate(date: string): string {
  return `d${date}`;
}

/** The facts of a text. Some lie in others. */
export function factsIn(text: string): readonly Fact[] {
  return [
    ...codesIn(text).map((code) => ({ from: code.from, to: code.to, keys: [keyOfCode(code)] })),
    ...datesIn(text).map(({ from, to, keys }) => ({ from, to, keys: keys.map(keyOfDate) })),
  ];
}

/** A word that other texts may write in parts: with digits in it, or with a hyphen. */
function askedWord(text: string): readonly AskedFact[] {
  if (LETTERS.test(text)) return [{ text, keys: [keyOfCode({ key: text })], words: [], parts: '', joined: [] }];
  const isCode = DIGITS_AND_LETTERS.test(text);
  if (!isCode && !(DIGITS.test(text) && text.length >= MIN_DIGITS)) return [];
  const bare = text.replace(HEX, '');
  const keys = [keyOfCode({ key: bare })];
  if (bare !== text) return [{ text, keys, words: [bare], parts: '', joined: [bare] }];
  const parts = isCode ? (text.match(RUN_PARTS) ?? []) : [];
  const words = parts.length <= MAX_RUN_PARTS ? parts : [];
  return [{ text, keys, words, parts: words.join(' '), joined: [text] }];
}

/** @param hasParts whether its parts mean nothing else */
function askedCode(question: string, hasParts: boolean): (code: FoundCode) => AskedFact {
  return ({ from, to, key, isNumber }) => ({
    text: question.slice(from, to),
    keys: [keyOfCode({ key })],
    words: isNumber || hasParts ? [key] : [],
    parts: isNumber && hasParts ? question.slice(from, to) : '',
    joined: [key],
  });
}

/** The facts that a question asks for. */
export function askedFactsIn(question: string): readonly AskedFact[] {
  const words = splitRuns(question).flatMap(wordsOfRun);
  const isShort = words.length <= MAX_WORDS;
  return [
    ...codesIn(question).map(askedCode(question, true)),
    ...askedCodesIn(question).map(askedCode(question, false)),
    ...words.flatMap(({ text, isUnspaced }) =>
      isUnspaced || (!isShort && LETTERS.test(text)) || isFillerWord(text) ? [] : askedWord(text),
    ),
    ...datesIn(question, true).map(({ from, to, exact }) => ({
      text: question.slice(from, to),
      keys: exact.map(keyOfDate),
      words: [],
      parts: question.slice(from, to),
      joined: [],
    })),
  ];
}
