import { isEnglishQuestion } from '../../../shared/text/compounds.ts';
import { joinLetters } from '../../../shared/text/words.ts';
import { termsOf } from '../stores/local/search/words/terms.ts';
import { type Language, languageOf } from './languages.ts';
import { joinLines, readText, type Token } from './read-text.ts';
import { arePartsOf, type FormedWord, type FormsOf, isFormOf } from './word-forms.ts';
import { isInOtherLetters, isLightWord, LETTERS_FOR, LIGHT_LETTERS, wordsFor } from './word-groups.ts';

/** What a question is about. */
export interface DecisiveWords {
  /** What of the question asks, where it has other sentences. */
  readonly asking: string;
  /** Whether it is about nothing: it has only words that ask. */
  readonly isEmpty: boolean;
  /** Whether a text lacks a word without which it can't answer, in all its forms and the words that say the same. */
  isLackedBy(text: string): boolean;
  /** Whether words of a text are a word of the question, in any form, or say the same. */
  isHeldBy(asked: AskedWord, words: readonly FormedWord[]): boolean;
}

type AskedWord = Pick<FormedWord, 'word' | 'stem'>;

/** Behind them stands a noun. */
const BEFORE_NOUN = new Set('the a an his her its their our my your this that these those of no every each'.split(' '));
const SENTENCE = /[\s\S]+?(?:[.!?؟](?=\s|$)|[。！？]|$)/g;
const ASKS = /[?？؟]\s*$/;
/** Of a question with more words, one in so many more may be lacking: it tells a story. */
const FEW_WORDS = 6;
const MORE_WORDS = 4;
/** So many letters that a text lacks are a word of their own. */
const LEAST_LETTERS = 2;
const NUMERAL = /^[一二两三四五六七八九十百千万几幾\p{Nd}]$/u;
/** Makes the vowel before it long. */
const LONG = 'ー';
const KATAKANA = /^[\p{sc=Katakana}ー]$/u;
const HAN_OR_KATAKANA = /^[\p{sc=Han}\p{sc=Katakana}ー]/u;

/** A noun of one Han letter in Japanese: what stands behind it tells. Not those that stand for whatever is asked for. */
const LONE_NOUN = /(?<!\p{sc=Han})(?![人方時事物日月年分回所何誰私])\p{sc=Han}(?=[はがをの])/gu;

/** The words of a text with spaces between them, each once as a noun and once as none. */
export function formedWordsOf(text: string): readonly FormedWord[] {
  const found = new Map<string, FormedWord>();
  let before = '';
  for (const { stem, word } of termsOf(text)) {
    if (word === undefined) continue;
    const isNoun = BEFORE_NOUN.has(before);
    found.set(`${word} ${isNoun}`, { word, stem, isNoun });
    before = word;
  }
  return [...found.values()];
}

function isDecisive({ word, isContent, isCapital, isUnspaced, fact }: Token): boolean {
  const isLong = word.length > 2 || (word.length === 2 && isCapital);
  return isLong && !isUnspaced && isContent && fact === undefined && !isLightWord(word);
}

/** Runs of letters of Chinese and Japanese that each are a word or some. */
function runsOfLetters(tokens: readonly Token[]): readonly (readonly string[])[] {
  const runs: string[][] = [];
  let last: Token | undefined;
  for (const token of tokens) {
    const { word, isUnspaced, isContent } = token;
    const isLong = word === LONG && last !== undefined && KATAKANA.test(last.word);
    const isLetter = isUnspaced && (isContent || isLong) && HAN_OR_KATAKANA.test(word) && !NUMERAL.test(word);
    const isOn = last !== undefined && last.end === token.start && KATAKANA.test(last.word) === KATAKANA.test(word);
    if (isLetter && isOn) runs.at(-1)?.push(word);
    else if (isLetter) runs.push([word]);
    last = isLetter ? token : undefined;
  }
  return runs;
}

/** Whether a text lacks a word among letters. Two that stand together there are one. */
function lacksLetters(letters: readonly string[], text: string): boolean {
  const run = letters.join('');
  const covered = letters.map((_, at) =>
    [at - 1, at].some(
      (start) => start >= 0 && start + 1 < letters.length && text.includes(run.slice(start, start + 2)),
    ),
  );
  for (const [word, others] of LETTERS_FOR) {
    const at = run.indexOf(word);
    if (at === -1 || !others.some((other) => text.includes(other))) continue;
    covered.fill(true, at, at + word.length);
  }
  let lacking = 0;
  return covered.some((isCovered) => {
    lacking = isCovered ? 0 : lacking + 1;
    return lacking >= LEAST_LETTERS;
  });
}

function formsOf(question: string, language: Language): FormsOf {
  const isSure = language !== 'en' || isEnglishQuestion(termsOf(question).flatMap(({ word }) => word ?? []));
  return isSure ? language : 'any';
}

/** What of a text with several sentences asks; all of it where none does, or where what asks is about nothing. */
function askingPart(topic: string, isAbout: (part: string) => boolean): string {
  const asking = (topic.match(SENTENCE) ?? []).filter((sentence) => ASKS.test(sentence) && isAbout(sentence));
  return asking.length === 0 ? topic : asking.join('\n');
}

/** Makes what finds out whether words of a text are a word of a question. Each pair of words is compared once. */
function createComparison(of: FormsOf): DecisiveWords['isHeldBy'] {
  const known = new Map<string, Map<string, boolean>>();
  const isSaidBy = (asked: AskedWord, held: FormedWord): boolean => {
    const own = known.get(asked.word) ?? new Map<string, boolean>();
    known.set(asked.word, own);
    const key = `${held.word} ${held.isNoun}`;
    const result = own.get(key) ?? (wordsFor(asked.word).has(held.word) || isFormOf(asked, held, of));
    own.set(key, result);
    return result;
  };
  return (asked, words) =>
    words.some((held) => isSaidBy(asked, held)) ||
    (of === 'de' &&
      arePartsOf(
        asked.word,
        words.map(({ word }) => word),
      ));
}

/**
 * Finds out which words of a question decide whether a text can answer it.
 * @param topic the question without what it asks with
 */
export function decisiveWords(question: string, topic: string): DecisiveWords {
  const language = languageOf(question);
  const read = (text: string) => readText(text.replaceAll(LIGHT_LETTERS, '\n'), language).tokens;
  const isAbout = (part: string) =>
    read(part).some((token) => isDecisive(token) || (token.isUnspaced && token.isContent));
  const asking = askingPart(topic, isAbout);
  const tokens = read(asking);
  const runs = runsOfLetters(tokens).filter(({ length }) => length >= LEAST_LETTERS);
  const asked = tokens.filter(isDecisive);
  const nouns = language === 'ja' ? [...question.matchAll(LONE_NOUN)].map(([noun]) => noun) : [];
  const isHeldBy = createComparison(formsOf(question, language));
  return {
    asking,
    isEmpty: !readText(topic, language).tokens.some(({ isContent, fact }) => isContent || fact !== undefined),
    isHeldBy,
    isLackedBy(text) {
      const letters = joinLetters(text);
      if (nouns.some((noun) => !letters.includes(noun) && !isInOtherLetters(noun, letters))) return true;
      if (runs.some((run) => lacksLetters(run, letters))) return true;
      const words = asked.length === 0 ? [] : formedWordsOf(joinLines(text));
      const lacking = asked.filter((word) => !isHeldBy(word, words)).length;
      return lacking > Math.max(0, Math.ceil((asked.length - FEW_WORDS) / MORE_WORDS));
    },
  };
}
