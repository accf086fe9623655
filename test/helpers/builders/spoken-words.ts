import { countWords, type WordCounts } from '../../bench/corpus/compare-words.ts';

/** Makes up words, and counts those that it has given. */
export interface WordMaker {
  /** So many words, parted by blanks. */
  say(count: number): string;
  /** Counts a text that another source has. @returns the text */
  note(text: string): string;
  readonly said: WordCounts;
}

const LATIN = ['ba', 'kre', 'mo', 'lin', 'ter', 'vä', 'gus', 'né', 'pol', 'sha', 'dor', 'wix', 'für', 'ço', 'zel'];
const SCRIPTS = [LATIN, ['бо', 'кре', 'мло', 'ни', 'тар', 'жу'], ['βα', 'κρε', 'μο', 'λιν', 'τε', 'ρω']] as const;

/** @param isWestern whether all letters are those of Western Europe, as the standard fonts of PDF have them */
export function makeWords(isWestern = false): WordMaker {
  const said: WordCounts = new Map();
  let made = 0;
  const word = (): string => {
    made += 1;
    const syllables = isWestern || made % 5 !== 0 ? LATIN : (SCRIPTS[1 + (made % 2)] ?? LATIN);
    let text = '';
    // Two to four syllables, by the digits of a number that grows by a large prime: few words come twice.
    for (let rest = (made * 7919) % 45_007; text === '' || rest > 0; rest = Math.floor(rest / syllables.length)) {
      text += syllables[rest % syllables.length];
    }
    return made % 11 === 0 ? `${text}${made}` : text;
  };
  const note = (text: string): string => {
    countWords(text, said);
    return text;
  };
  return { said, note, say: (count) => note(Array.from({ length: count }, word).join(' ')) };
}
