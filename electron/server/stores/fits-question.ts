import type { ParsedQuestion } from '../../../shared/text/question.ts';
import { joinLetters, splitRuns, unitsOf, wordsOfRun } from '../../../shared/text/words.ts';
import { stemWord } from './local/search/words/stem-word.ts';

/** What a question asks of a passage besides being like it. */
export type Demands = Pick<ParsedQuestion, 'phrases' | 'excluded'>;

/** The words of a text in a row, as they are written or by their stems; letters of scripts without spaces one by one. Between blanks, so that only whole ones are found. */
function rowOf(text: string, isStemmed: boolean): string {
  const words = splitRuns(joinLetters(text))
    .flatMap(wordsOfRun)
    .flatMap(({ text: word, signed, isUnspaced }) => {
      if (isUnspaced) return unitsOf(word);
      return [isStemmed && signed === undefined ? stemWord(word) : (signed ?? word)];
    });
  return ` ${words.join(' ')} `;
}

export function hasDemands({ phrases, excluded }: Demands): boolean {
  return phrases.length > 0 || excluded.length > 0;
}

/** Makes the test of a question's demands. Its texts are those of a passage: what it says, what it is named. */
export function demandTest({ phrases, excluded }: Demands): (...texts: readonly string[]) => boolean {
  const wanted = phrases.map((phrase) => rowOf(phrase, false));
  const unwanted = excluded.filter(({ isPhrase }) => isPhrase).map(({ text }) => rowOf(text, false));
  const unwantedStems = excluded.filter(({ isPhrase }) => !isPhrase).map(({ text }) => rowOf(text, true));
  return (...texts) => {
    const written = texts.map((text) => rowOf(text, false));
    const has = (row: string) => written.some((text) => text.includes(row));
    if (!wanted.every(has) || unwanted.some(has)) return false;
    if (unwantedStems.length === 0) return true;
    const stems = texts.map((text) => rowOf(text, true));
    return !unwantedStems.some((row) => stems.some((text) => text.includes(row)));
  };
}
