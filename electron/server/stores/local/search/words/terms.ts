import { isForeignWord } from '../../../../../../shared/text/filler-words.ts';
import {
  joinLetters,
  pairsOf,
  splitRuns,
  unitsOf,
  type Word,
  wordsOfRun,
} from '../../../../../../shared/text/words.ts';
import { stemWord } from './stem-word.ts';

/** Longer runs are no words (base64, rules of dashes): what is beyond is cut off. */
const MAX_WORD_LENGTH = 64;
/** Letters of scripts without spaces that are looked for alone: each is in a hundred pieces, whose chunks all have to be read. */
const MAX_LETTERS = 16;
/** Runs whose terms are kept: the words of some ten megabytes of text. */
const KNOWN_RUNS = 100_000;

/** Parts a stem from one of its words; nothing that stands in a word, nor what FTS5 parts tokens at. */
const FORM_MARK = '¶';

/** A word as the index has it. */
export interface Term {
  readonly stem: string;
  /** As it is written, folded; undefined for a piece of a script without spaces, which has no forms. */
  readonly word: string | undefined;
  /** The stem with the word: all forms of a stem begin alike (see {@link beginningOfForms}). undefined without a word. */
  readonly form: string | undefined;
  /** Whether it only holds sentences of another language than English together. */
  readonly isForeign: boolean;
}

/** A word that is looked for. */
export interface QuestionTerm extends Term {
  /** A single letter of a script without spaces: it begins a pair of letters wherever it stands but at the end of a run. */
  readonly isPrefix: boolean;
}

/** Each letter of a run with the next one, and the last one alone, so that every letter begins one of the pieces. */
function piecesOf(run: string): readonly string[] {
  const units = unitsOf(run);
  return units.map((unit, index) => `${unit}${units[index + 1] ?? ''}`);
}

/** What the forms of a stem begin with, and no others. */
export function beginningOfForms(stem: string): string {
  return `${stem}${FORM_MARK}`;
}

function termOf(text: string): Term {
  const word = text.slice(0, MAX_WORD_LENGTH);
  const stem = stemWord(word);
  return { stem, word, form: `${beginningOfForms(stem)}${word}`, isForeign: isForeignWord(word) };
}

function pieceTerm(stem: string): Term {
  return { stem, word: undefined, form: undefined, isForeign: false };
}

function termsOfWord({ text, isUnspaced }: Word): readonly Term[] {
  return isUnspaced ? piecesOf(text).map(pieceTerm) : [termOf(text)];
}

const known = new Map<string, readonly Term[]>();

function termsOfRun(run: string): readonly Term[] {
  const kept = known.get(run);
  if (kept !== undefined) return kept;
  const words = wordsOfRun(run);
  const terms = words.flatMap(termsOfWord);
  // A run without spaces is half a sentence, which does not come again.
  if (run.length > MAX_WORD_LENGTH || words.some(({ isUnspaced }) => isUnspaced)) return terms;
  if (known.size >= KNOWN_RUNS) known.clear();
  known.set(run, terms);
  return terms;
}

/** The terms of a text, in order: the one rule by which texts are indexed and words are looked for. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const run of splitRuns(joinLetters(text))) for (const term of termsOfRun(run)) terms.push(term);
  return terms;
}

/** The distinct terms of a question, in order. Letters that stand apart are looked for alone too: they may be words. */
export function questionTerms(text: string): readonly QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  const add = (term: QuestionTerm) => terms.set(`${term.stem} ${term.word ?? ''}`, term);
  let letters = 0;
  const addPieces = (run: string) => {
    for (const stem of pairsOf(run)) {
      const isPrefix = unitsOf(stem).length < 2;
      if (isPrefix) letters += 1;
      if (!isPrefix || letters <= MAX_LETTERS) add({ ...pieceTerm(stem), isPrefix });
    }
  };
  for (const run of new Set([...splitRuns(joinLetters(text)), ...splitRuns(text)])) {
    for (const word of wordsOfRun(run)) {
      if (word.isUnspaced) addPieces(word.text);
      else add({ ...termOf(word.text), isPrefix: false });
    }
  }
  return [...terms.values()];
}
