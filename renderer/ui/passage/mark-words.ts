import { hasCompounds, isEnglishQuestion, mayBeCompound } from '../../../shared/text/compounds.ts';
import { askedFactsIn, factsIn } from '../../../shared/text/facts.ts';
import { isFillerWord, isForeignWord } from '../../../shared/text/filler-words.ts';
import { type ParsedQuestion, parseQuestion } from '../../../shared/text/question.ts';
import { foldText, partsOfRun, runsOf, unitsOf, withoutSigns } from '../../../shared/text/words.ts';
import type { TextRange } from './join-lines.ts';

/** Where more than a word of a query stands in a text. */
interface Stretch extends TextRange {
  /** As it was typed. */
  readonly phrase: string;
}

interface Unit extends TextRange {
  readonly key: string;
}

/** The words of a text in a row; letters of scripts without spaces one by one. */
function unitsIn(text: string): readonly Unit[] {
  const units: Unit[] = [];
  for (const { 0: run, index } of runsOf(text)) {
    let from = index;
    for (const part of partsOfRun(run)) {
      for (const unit of part.isUnspaced ? unitsOf(part.text) : [part.text]) {
        units.push({ from, to: from + unit.length, key: foldText(unit) });
        from += unit.length;
      }
    }
  }
  return units;
}

/** Where the phrases of a query stand in a text, word by word. */
function phrasesIn(text: string, { phrases }: ParsedQuestion): readonly Stretch[] {
  if (phrases.length === 0) return [];
  const units = unitsIn(text);
  return phrases.flatMap((phrase) => {
    const keys = unitsIn(phrase).map(({ key }) => key);
    return units.flatMap(({ from }, at) => {
      const last = units[at + keys.length - 1];
      const isHere = last !== undefined && keys.every((key, index) => units[at + index]?.key === key);
      return isHere ? [{ from, to: last.to, phrase: phrase.trim() }] : [];
    });
  });
}

/** Where the dates, codes and numbers of a query stand in a text, in any notation. */
function factsFoundIn(text: string, query: string): readonly Stretch[] {
  const facts = new Map(askedFactsIn(query).flatMap((fact) => fact.keys.map((key) => [key, fact.text] as const)));
  if (facts.size === 0) return [];
  return factsIn(text).flatMap(({ from, to, keys }) => {
    const found = keys.flatMap((key) => facts.get(key) ?? []).at(0);
    return found === undefined ? [] : [{ from, to, phrase: found }];
  });
}

export interface TextPiece {
  readonly text: string;
  readonly marked: boolean;
}

/** A stretch of a text that may be marked, and what is compared of it. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly key: string;
}

/** A word of a query, or a run of it in which words are not parted, as it was typed. */
interface QueryWord {
  readonly text: string;
  /** In order; a run has one for each letter with the next one. */
  readonly keys: readonly string[];
}

/** Cuts common English endings, so that "watering" is marked for "water"; both sides go through it. Words under 4 letters stay. */
export function stem(word: string): string {
  const folded = foldText(word);
  for (const ending of ['ing', 'ies', 'es', 'ed', 's', 'y']) {
    if (folded.length - ending.length >= 3 && folded.endsWith(ending)) return folded.slice(0, -ending.length);
  }
  return folded;
}

/** A word as it is written, and without the signs that belong to it. */
function* placesOfWord(word: string, from: number): Generator<Place> {
  const bare = withoutSigns(word);
  yield { from, to: from + word.length, key: stem(word) };
  if (bare === word) return;
  const start = from + word.indexOf(bare);
  yield { from: start, to: start + bare.length, key: stem(bare) };
}

/** The words of a text; in runs where words are not parted each letter with the next one, and alone. */
function* placesIn(text: string): Generator<Place> {
  for (const { 0: run, index } of runsOf(text)) {
    let at = index;
    for (const part of partsOfRun(run)) {
      const units = part.isUnspaced ? unitsOf(part.text) : [];
      if (!part.isUnspaced) yield* placesOfWord(part.text, at);
      let from = at;
      for (const [place, unit] of units.entries()) {
        const pair = `${unit}${units[place + 1] ?? ''}`;
        yield { from, to: from + pair.length, key: foldText(pair) };
        yield { from, to: from + unit.length, key: foldText(unit) };
        from += unit.length;
      }
      at += part.text.length;
    }
  }
}

function queryWordOf({ text, isUnspaced }: { readonly text: string; readonly isUnspaced: boolean }): QueryWord {
  if (!isUnspaced) return { text, keys: [stem(text)] };
  const units = unitsOf(text);
  if (units.length === 1) return { text, keys: [foldText(text)] };
  return { text, keys: units.slice(1).map((unit, index) => foldText(`${units[index]}${unit}`)) };
}

/** What of a query is looked for, word by word. */
function wordsOf(query: string): readonly QueryWord[] {
  const joined = askedFactsIn(query).flatMap((fact) =>
    fact.joined.map((text) => queryWordOf({ text, isUnspaced: false })),
  );
  const queried = [...[...runsOf(query)].flatMap(([run]) => partsOfRun(run).map(queryWordOf)), ...joined];
  const meaningful = queried.filter(({ text }) => !isFillerWord(foldText(text)));
  return meaningful.length > 0 ? meaningful : queried;
}

function foldedWordsOf(text: string): readonly string[] {
  return [...runsOf(text)].flatMap(([run]) => partsOfRun(run).map((part) => foldText(part.text)));
}

function isOfCompounds(text: string): boolean {
  const words = foldedWordsOf(text);
  return hasCompounds(text, { all: words.length, foreign: words.filter(isForeignWord).length });
}

/** The words of a query, folded, that a text has as parts of longer ones, or longer ones of. As in the search, only in languages that join words. */
function compoundsOf(text: string, query: string): readonly string[] {
  const words = foldedWordsOf(query);
  const long = words.filter(mayBeCompound);
  return long.length > 0 && !isEnglishQuestion(words) && isOfCompounds(text) ? long : [];
}

/** Where a word and one of the query begin with the shorter of the two; undefined where they do not. */
function partOf({ from, to }: Place, word: string, queried: readonly string[]): TextRange | undefined {
  if (queried.length === 0) return undefined;
  const folded = foldText(word);
  if (!mayBeCompound(folded)) return undefined;
  const part = queried.find((one) => folded.includes(one));
  if (part === undefined) return queried.some((one) => one.includes(folded)) ? { from, to } : undefined;
  // Where a letter is written with two ("ß"), the places of the folded word are others.
  if (folded.length !== word.length) return { from, to };
  const start = from + folded.indexOf(part);
  return { from: start, to: start + part.length };
}

/** What is searched for in a text: longer stretches of it, and the words of the query besides, without those that the query leaves out. */
function lookFor(text: string, question: string): { readonly query: string; readonly stretches: readonly Stretch[] } {
  const parsed = parseQuestion(question);
  const phrases = phrasesIn(text, parsed);
  const isPhrase = (phrase: string) => phrases.some(({ phrase: found }) => found === phrase.trim());
  const found = parsed.phrases.filter(isPhrase);
  const query = found.reduce((rest, phrase) => rest.replace(phrase, ' '), parsed.text);
  return { query, stretches: [...phrases, ...factsFoundIn(text, query)] };
}

/** Cuts a text into pieces, with the words of the query marked. The pieces joined are the text. */
export function markWords(text: string, question: string): readonly TextPiece[] {
  const { query, stretches } = lookFor(text, question);
  const wanted = new Set(wordsOf(query).flatMap(({ keys }) => keys));
  const compounds = compoundsOf(text, query);
  const places: TextRange[] = [...stretches];
  for (const place of placesIn(text)) {
    const found = wanted.has(place.key) ? place : partOf(place, text.slice(place.from, place.to), compounds);
    if (found !== undefined) places.push(found);
  }
  const marks: { from: number; to: number }[] = [];
  for (const { from, to } of places.sort((a, b) => a.from - b.from)) {
    const last = marks.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else marks.push({ from, to });
  }
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    if (from > at) pieces.push({ text: text.slice(at, from), marked: false });
    pieces.push({ text: text.slice(from, to), marked: true });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false });
  return pieces;
}

/** The stretches of a run of which all letters are found. */
function foundIn({ text, keys }: QueryWord, found: ReadonlySet<string>): readonly string[] {
  if (keys.length === 1) return keys.every((key) => found.has(key)) ? [text] : [];
  const units = unitsOf(text);
  const stretches: string[] = [];
  let stretch = '';
  for (const [index, key] of keys.entries()) {
    if (found.has(key)) stretch = `${stretch === '' ? (units[index] ?? '') : stretch}${units[index + 1] ?? ''}`;
    else if (stretch !== '') {
      stretches.push(stretch);
      stretch = '';
    }
  }
  return stretch === '' ? stretches : [...stretches, stretch];
}

/** The words of the query that stand in a text, as they were typed, each once. */
export function markedWords(text: string, question: string): readonly string[] {
  const { query, stretches } = lookFor(text, question);
  const queried = wordsOf(query);
  const wanted = new Set(queried.flatMap(({ keys }) => keys));
  const found = new Set<string>();
  for (const { key } of placesIn(text)) {
    if (found.size === wanted.size) break;
    if (wanted.has(key)) found.add(key);
  }
  const words = new Map<string, string>();
  const compounds = compoundsOf(text, query);
  for (const place of compounds.length > 0 ? placesIn(text) : []) {
    const word = text.slice(place.from, place.to);
    for (const one of compounds) if (partOf(place, word, [one]) !== undefined) found.add(stem(one));
  }
  for (const one of queried) {
    for (const word of foundIn(one, found)) words.set(one.keys.length === 1 ? (one.keys[0] ?? word) : word, word);
  }
  return [...new Set([...stretches.map((stretch) => stretch.phrase), ...words.values()])];
}
