import { askedFactsIn, factsIn, keyOfCode } from '../../../../../../shared/text/facts.ts';
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
/** Runs whose terms are cached: the words of some ten megabytes of text. */
const KNOWN_RUNS = 100_000;

/** Parts a stem from one of its words; nothing that stands in a word, nor what FTS5 parts tokens at. */
const FORM_MARK = '¶';

/** Begins what stands for a date, a code or a number in all its notations; nothing that stands in a word. */
const FACT_MARK = '‖';

/** A word as the index has it. */
export interface Term {
  readonly stem: string;
  /** As it is written, folded, with the signs that belong to it; undefined for a piece of a script without spaces, which has no forms. */
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
  /** Whether signs make another word of it: chunks with its stem have its letters, and the one that is meant may be in few of them. */
  readonly isSigned?: boolean;
  /** Whether it is a date, a code or a number in any notation. */
  readonly isFact?: boolean;
  /** The stems of what it is only a part of: it says little where chunks have one of them. */
  readonly wholes?: readonly string[];
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

function termOf({ text, signed = text }: Pick<Word, 'text' | 'signed'>): Term {
  const word = signed.slice(0, MAX_WORD_LENGTH);
  const stem = stemWord(text.slice(0, MAX_WORD_LENGTH));
  return { stem, word, form: `${beginningOfForms(stem)}${word}`, isForeign: isForeignWord(word) };
}

function pieceTerm(stem: string): Term {
  return { stem, word: undefined, form: undefined, isForeign: false };
}

function termsOfWord(word: Word): readonly Term[] {
  return word.isUnspaced ? piecesOf(word.text).map(pieceTerm) : [termOf(word)];
}

function stemOfFact(key: string): string {
  return `${FACT_MARK}${key}`.slice(0, MAX_WORD_LENGTH);
}

/** What stands for a word that is a code, also where its parts stand apart. */
export function codeStemOf(word: string): string {
  return stemOfFact(keyOfCode({ key: word }));
}

/** What stands for the dates, codes and numbers of a text, each once. */
export function factStemsOf(text: string): ReadonlySet<string> {
  return new Set(factsIn(text.normalize('NFC')).flatMap(({ keys }) => keys.map(stemOfFact)));
}

const known = new Map<string, readonly Term[]>();

function termsOfRun(run: string): readonly Term[] {
  const cached = known.get(run);
  if (cached !== undefined) return cached;
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

function keyOfTerm({ stem, word }: Pick<Term, 'stem' | 'word'>): string {
  return `${stem} ${word ?? ''}`;
}

/** The terms of the dates, codes and numbers of a question, and by term of which of them it is a part. */
function factTermsOf(question: string): {
  readonly terms: readonly QuestionTerm[];
  readonly wholes: Map<string, string[]>;
} {
  const terms: QuestionTerm[] = [];
  const wholes = new Map<string, string[]>();
  for (const { keys, words, parts, joined } of askedFactsIn(question)) {
    const stems = keys.map(stemOfFact);
    terms.push(...stems.map((stem) => ({ ...pieceTerm(stem), isPrefix: false, isFact: true })));
    terms.push(...words.map((text) => ({ ...termOf({ text }), isPrefix: false })));
    for (const part of termsOf(parts)) {
      const key = keyOfTerm(part);
      wholes.set(key, [...(wholes.get(key) ?? []), ...stems, ...joined]);
    }
  }
  return { terms, wholes };
}

/** The distinct terms of a question, in order. Letters that stand apart are looked for alone too: they may be words. */
export function questionTerms(text: string): readonly QuestionTerm[] {
  const terms = new Map<string, QuestionTerm>();
  const facts = factTermsOf(text.normalize('NFC'));
  const add = (term: QuestionTerm) => {
    const wholes = facts.wholes.get(keyOfTerm(term));
    terms.set(keyOfTerm(term), wholes === undefined ? term : { ...term, wholes });
  };
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
      else add({ ...termOf(word), isPrefix: false, ...(word.signed !== undefined && { isSigned: true }) });
    }
  }
  for (const term of facts.terms) if (!terms.has(keyOfTerm(term))) add(term);
  return [...terms.values()];
}
