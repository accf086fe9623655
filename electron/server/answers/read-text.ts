import { isFillerWord, isForeignWord } from '../../../shared/text/filler-words.ts';
import { foldText, runsOf, unitsOf, wordsOfRun } from '../../../shared/text/words.ts';
import { termsOf } from '../stores/local/search/words/terms.ts';
import { type Language, languageOf } from './languages.ts';
import { readFacts, type TextFact } from './read-facts.ts';

/** A word, or a letter of a script without spaces. UTF-16 offsets. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** As the search has it: of a letter with the next one. */
  readonly stem: string;
  /** Folded. */
  readonly word: string;
  readonly isUnspaced: boolean;
  readonly isCapital: boolean;
  /** Whether it says something by itself. */
  readonly isContent: boolean;
  /** That it is a part of. */
  readonly fact: TextFact | undefined;
}

/** A text taken apart. */
export interface ReadText {
  readonly text: string;
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly facts: readonly TextFact[];
}

/** Letters of Chinese that hold sentences together; in Japanese they are parts of nouns. */
const FUNCTION_LETTERS = new Set(
  '的了是在和与與有为為之其这這那个個也就都而及或被把对對于於从從到向以由將将会會可能要应應该該须須必得着过過给給者所等中内內',
);
const HIRAGANA = /^[\p{sc=Hiragana}ー]/u;
const CAPITAL = /^\p{Lu}/u;
/** Of several languages, beyond those that the search leaves out: they say what may or must be, and little else. */
const LITTLE_WORDS = new Set(
  foldText(
    'must shall may might cannot according per each every all both only more most less least other these those during within get gets got one ones onto upon among than however therefore also ' +
      'alle allen aller alles jeder jeden jedem jedes dieser diese dieses diesem diesen dürfen darf sollen müssen muss pro je sowie innerhalb während mehr als bereits etwa gemäß laut dabei dazu davon damit seit hin zwar wurde hatte hatten waren war wäre ' +
      'chaque tous toutes tout toute doit doivent peut peuvent par selon pendant leur leurs lors plus moins très ainsi aussi même cet était été avait ont sera seront fut l d s n c j m t qu au mon ma mes notre nos votre vos ' +
      'cada todos todas todo toda debe deben puede pueden según durante su sus entre mi mis nuestro nuestra muy más menos también ser fue fueron era eran será sido lo le al se hay están está ' +
      'في من على إلى عن أن إن هذا هذه ذلك التي الذي الذين هو هي هم كان كانت تكون يكون قد كل مع أو ثم بين عند لدى كما بعد قبل خلال يتم تم كما يجب يمكن ما أي به بها له لها فيها فيه منه منها عليه عليها و لا لم لن ليس',
  ).split(' '),
);

/** Whether a folded word says something by itself. */
export function isContentWord(word: string, isCapital = false): boolean {
  if (word.length === 1) return isCapital || /\d/.test(word);
  return !isFillerWord(word) && !isForeignWord(word) && !LITTLE_WORDS.has(word);
}

/** Whether a letter of Chinese or Japanese says something by itself. */
export function isContentLetter(letter: string, language: Language): boolean {
  return !HIRAGANA.test(letter) && (language === 'ja' || !FUNCTION_LETTERS.has(letter));
}

function tokensOfRun(run: string, from: number, language: Language, add: (token: Omit<Token, 'fact'>) => void): void {
  const words = wordsOfRun(run);
  const isCapital = CAPITAL.test(run);
  const [only] = words;
  if (words.length === 1 && only !== undefined && !only.isUnspaced) {
    const stem = termsOf(run)[0]?.stem ?? only.text;
    const isContent = isContentWord(only.text, isCapital);
    add({ start: from, end: from + run.length, stem, word: only.text, isUnspaced: false, isCapital, isContent });
    return;
  }
  let at = from;
  for (const { text, isUnspaced } of words) {
    if (!isUnspaced) {
      const isContent = isContentWord(text, isCapital);
      add({
        start: at,
        end: at + text.length,
        stem: termsOf(text)[0]?.stem ?? text,
        word: text,
        isUnspaced,
        isCapital,
        isContent,
      });
      at += text.length;
      continue;
    }
    const units = unitsOf(text);
    for (const [index, unit] of units.entries()) {
      const stem = `${unit}${units[index + 1] ?? ''}`;
      const end = Math.min(at + unit.length, from + run.length);
      add({
        start: Math.min(at, end),
        end,
        stem,
        word: unit,
        isUnspaced,
        isCapital: false,
        isContent: isContentLetter(unit, language),
      });
      at += unit.length;
    }
  }
}

/** A word that is broken over two lines, as one. The offsets stay: where the hyphen was is a sign that is not seen. */
export function joinLines(text: string): string {
  return text.replaceAll(/(?<=\p{L})[-\u2010\u00ad][ \t]*\r?\n[ \t]*(?=\p{Ll})/gu, (gap) =>
    '\u00ad'.repeat(gap.length),
  );
}

/** Takes a text apart. @param otherwise the language of a text that does not tell */
export function readText(text: string, otherwise?: Language): ReadText {
  const language = languageOf(text, otherwise);
  const joined = joinLines(text);
  const facts = readFacts(joined, language);
  const tokens: Token[] = [];
  let next = 0;
  const add = (token: Omit<Token, 'fact'>): void => {
    while ((facts[next]?.end ?? Number.POSITIVE_INFINITY) <= token.start) next += 1;
    const fact = facts[next];
    const isIn = fact !== undefined && fact.start < token.end && token.start < fact.end;
    tokens.push({ ...token, fact: isIn ? fact : undefined });
  };
  for (const { 0: run, index } of runsOf(joined)) tokensOfRun(run, index, language, add);
  return { text: joined, language, tokens, facts };
}
