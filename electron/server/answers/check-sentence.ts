import { foldText } from '../../../shared/text/words.ts';
import type { Place, Verdict } from '../core/answer.ts';
import { unitsOf } from './answer-units.ts';
import { isHeld, isSameFact } from './compare-facts.ts';
import { hasOtherName } from './compare-names.ts';
import { isSwapped } from './find-swaps.ts';
import { createMatcher, firstFrom, type Match } from './match-words.ts';
import { isContradicted, isNegated, isWithout } from './polarity.ts';
import { type ReadText, readText, type Token } from './read-text.ts';
import { splitSentences } from './sentences.ts';

export interface SentenceCheck {
  readonly verdict: Verdict;
  /** Where the passage says it; undefined if it does not. */
  readonly place: Place | undefined;
  /** Of its content words how many the passage has, 0 to 1. */
  readonly share: number;
}

/** A sentence of a passage, or a part of one: which tokens it has. */
interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

interface Passage {
  readonly read: ReadText;
  readonly sentences: readonly Span[];
  /** The folded words of all tokens, joined. */
  readonly row: string;
  /** By token where its word begins in the row; at the end its length. */
  readonly places: readonly number[];
}

/** Fewer content words of a sentence in a passage are a coincidence. */
const MIN_SHARE = 0.7;
/** Of a part of a sentence that is found as a whole. */
const MIN_PART_SHARE = 0.6;
/** What one sentence of the passage must hold by itself; the rest may stand in the one before it. */
const MIN_OWN_SHARE = 0.5;
/** A sentence of the passage with so many of the words says the same, or something else. */
const SAME_WORDS = 0.9;
/** How much a word counts that stands in the sentence before, or in the head of a table. */
const AROUND = 0.8;
/** Sentences of a passage that hold nearly as much as the best one are looked at, too. */
const NEARLY = 0.85;
/** So many of them. */
const MAX_CANDIDATES = 16;
/** A part of a sentence by itself: letters of scripts without spaces count as half a word. */
const MIN_PART_WORDS = 2;

const BREAK =
  /[,;:.!?…()–—](?=\s|$)|[，；：。！？؛،、|【】「」『』（）]|\s(?:and|but|or|whereas|while|und|aber|sondern|oder|et|mais|ou|y|pero|sino|o|ولكن|لكن|但是|而且)(?=\s)|但(?!书)|而(?!且)|، و/gu;

function rowOf(tokens: readonly Token[]): { readonly row: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let row = '';
  for (const { word } of tokens) {
    places.push(row.length);
    row += word;
  }
  return { row, places: [...places, row.length] };
}

function sentencesOf({ text, tokens }: ReadText): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const { start, end } of splitSentences(text)) {
    while (at < tokens.length && (tokens[at]?.start ?? 0) < start) at += 1;
    const from = at;
    while (at < tokens.length && (tokens[at]?.start ?? 0) < end) at += 1;
    if (at > from) spans.push({ from, to: at });
  }
  return spans;
}

function openPassage(text: string): Passage {
  const read = readText(text);
  return { read, sentences: sentencesOf(read), ...rowOf(read.tokens) };
}

/** Where parts of a text end: at commas, stops and words that join. */
function breaksOf({ text, facts }: ReadText): readonly number[] {
  let next = 0;
  return [...text.matchAll(BREAK)].flatMap(({ index }) => {
    while ((facts[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1;
    return (facts[next]?.start ?? Number.POSITIVE_INFINITY) <= index ? [] : [index];
  });
}

/** The same of a passage, whose sentences end where its lines do, too. */
function breaksOfPassage({ read, sentences }: Passage): readonly number[] {
  const starts = sentences.map(({ from }) => (read.tokens[from]?.start ?? 0) - 1);
  return [...breaksOf(read), ...starts].toSorted((one, other) => one - other);
}

/** The text around a span up to where its part of the sentence ends; behind it only where a negation may stand there. */
function partAround(passage: Passage, breaks: readonly number[], span: Span): Place {
  const { tokens, text, language } = passage.read;
  const start = tokens[span.from]?.start ?? 0;
  const end = tokens[span.to - 1]?.end ?? 0;
  const before = breaks.findLast((index) => index < start) ?? -1;
  const goesOn = language === 'de' || language === 'ja';
  const after = goesOn ? (breaks.find((index) => index >= end) ?? text.length) : end;
  return { start: before + 1, end: after };
}

interface Sought {
  readonly passage: Passage;
  readonly breaks: readonly number[];
  readonly sentence: ReadText;
}

/** Whether what a part of a sentence says of yes and no, of more and less, is what the passage says at a place. */
function hasSameSense({ passage, breaks, sentence }: Sought, said: string, span: Span): boolean {
  const part = partAround(passage, breaks, span);
  const folded = foldText(said);
  const around = foldText(passage.read.text.slice(part.start, part.end));
  const inside = foldText(
    passage.read.text.slice(passage.read.tokens[span.from]?.start, passage.read.tokens[span.to - 1]?.end),
  );
  return (
    isNegated(folded, sentence.language) === isNegated(around, passage.read.language) &&
    isWithout(folded) === isWithout(inside) &&
    !isContradicted(folded, inside)
  );
}

function factsIn({ facts }: ReadText, { start, end }: Place): ReadText['facts'] {
  return facts.filter((fact) => fact.start < end && fact.end > start);
}

function placeOf({ read: { tokens } }: Passage, { from, to }: Span): Place {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}

/** The index of a number in a list that rises; -1 if it is not there. */
function placeIn(list: readonly number[], value: number): number {
  const at = firstFrom(list, value);
  return list[at] === value ? at : -1;
}

/** Where the passage has all words of the sentence in order, and says the same with them. */
function findQuote(sought: Sought): Place | undefined {
  const { passage, sentence } = sought;
  const { row } = rowOf(sentence.tokens);
  if (row === '') return undefined;
  for (let at = passage.row.indexOf(row); at !== -1; at = passage.row.indexOf(row, at + 1)) {
    const from = placeIn(passage.places, at);
    const to = from === -1 ? -1 : placeIn(passage.places, at + row.length);
    if (to === -1) continue;
    const span = { from, to };
    const place = placeOf(passage, span);
    const held = factsIn(passage.read, place);
    const isSame =
      sentence.facts.every((fact) => isHeld(fact, held)) && hasWholeFacts(held, sentence.facts.length, place);
    if (isSame && hasSameSense(sought, sentence.text, span)) return place;
  }
  return undefined;
}

/** Whether no number is cut at the edge of a quote: "20" of "20 million". */
function hasWholeFacts(held: ReadText['facts'], count: number, { start, end }: Place): boolean {
  return (
    held.length <= count || held.every((fact) => fact.kind !== 'number' || (fact.start >= start - 4 && fact.end <= end))
  );
}

/** The shortest run of tokens of a span that has all that is matched in it. */
function narrow(match: Match, span: Span): Span {
  const wanted = match.termsIn(span);
  const counts = new Map<number, number>();
  let best = span;
  let from = span.from;
  for (let to = span.from; to < span.to; to += 1) {
    for (const term of match.termsAt(to)) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    while (counts.size === wanted.size && from <= to) {
      if (to + 1 - from < best.to - best.from) best = { from, to: to + 1 };
      for (const term of match.termsAt(from)) {
        const count = counts.get(term);
        if (count === undefined) continue;
        if (count === 1) counts.delete(term);
        else counts.set(term, count - 1);
      }
      from += 1;
    }
  }
  return best;
}

/** A run of tokens with the nearest of each of the facts that are said. */
function withFacts(tokens: readonly Token[], run: Span, span: Span, said: ReadText['facts']): Span {
  let { from, to } = run;
  for (const fact of said) {
    if (fact.kind === 'period') continue;
    const places: number[] = [];
    for (let at = span.from; at < span.to; at += 1) {
      const held = tokens[at]?.fact;
      if (held !== undefined && isSameFact(fact, held)) places.push(at);
    }
    const distance = (at: number) => Math.max(run.from - at, at - run.to, 0);
    const nearest = places.toSorted((one, other) => distance(one) - distance(other))[0];
    if (nearest === undefined) continue;
    from = Math.min(from, nearest);
    to = Math.max(to, nearest + 1);
  }
  return { from, to };
}

interface Support {
  readonly share: number;
  readonly place: Place | undefined;
  /** Whether a sentence of the passage has its words, and says something else with them. */
  readonly isOtherwise: boolean;
}

/** The sentence of the passage that says what a part of the sentence says; without a place if none does. */
function findSupport(sought: Sought, match: Match, part: Place, minShare: number): Support {
  const { passage } = sought;
  const found = passage.sentences.map((span, index) => {
    const around = [passage.sentences[index - 1], passage.sentences[0]].filter(
      (other) => other !== undefined && other !== span,
    );
    const own = match.shareIn(part, span);
    return {
      span,
      around,
      own,
      share: match.shareIn(
        part,
        span,
        around.flatMap((other) => other ?? []),
        AROUND,
      ),
    };
  });
  const best = found.reduce((most, { share }) => Math.max(most, share), 0);
  const candidates = found
    .filter(({ share, own }) => share >= best * NEARLY && share >= minShare && own >= MIN_OWN_SHARE)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, MAX_CANDIDATES);
  for (const { span, around, share } of candidates) {
    if (agrees(sought, match, part, { span, around: around.flatMap((other) => other ?? []) })) {
      return { share, place: placeOf(passage, span), isOtherwise: false };
    }
  }
  return { share: best, place: undefined, isOtherwise: candidates.some(({ own }) => own >= SAME_WORDS) };
}

interface Where {
  readonly span: Span;
  readonly around: readonly Span[];
}

function agrees(sought: Sought, match: Match, part: Place, { span, around }: Where): boolean {
  const { passage, sentence } = sought;
  const place = placeOf(passage, span);
  const held = factsIn(passage.read, place);
  const heads = around.flatMap((other) =>
    factsIn(passage.read, placeOf(passage, other)).filter(({ kind }) => kind === 'period'),
  );
  const said = factsIn(sentence, part);
  if (!said.every((fact) => isHeld(fact, held) || (fact.kind === 'number' && isHeld(fact, [...held, ...heads]))))
    return false;
  const tokens = match.tokensIn(part);
  const heldTokens = passage.read.tokens.slice(span.from, span.to);
  const aroundTokens = around.flatMap((other) => passage.read.tokens.slice(other.from, other.to));
  if (hasOtherName({ said: tokens, held: heldTokens, around: aroundTokens, language: sentence.language, match }))
    return false;
  const narrowed = withFacts(passage.read.tokens, narrow(match, span), span, said);
  if (!hasSameSense(sought, sentence.text.slice(part.start, part.end), narrowed)) return false;
  return !isSwapped(tokens, heldTokens, { said: sentence.text, held: passage.read.text });
}

/** The parts of a sentence that each say something. */
function partsOf(sentence: ReadText, match: Match): readonly Place[] {
  const parts: Place[] = [];
  let start = 0;
  for (const at of [...breaksOf(sentence), sentence.text.length]) {
    const part = { start, end: at };
    const isEnough = match.weightOf(part) + factsIn(sentence, part).length >= MIN_PART_WORDS;
    const last = parts.at(-1);
    if (isEnough) parts.push({ start, end: at });
    else if (last !== undefined && at === sentence.text.length) parts.splice(-1, 1, { start: last.start, end: at });
    if (isEnough) start = at;
  }
  return parts.length === 0 ? [{ start: 0, end: sentence.text.length }] : parts;
}

function joinPlaces(places: readonly Place[]): Place {
  return { start: Math.min(...places.map(({ start }) => start)), end: Math.max(...places.map(({ end }) => end)) };
}

/** Whether what is negated could be another part of the sentence than in the passage. */
function mayBeMoved({ passage, breaks, sentence }: Sought, match: Match, place: Place): boolean {
  if (!isNegated(foldText(sentence.text), sentence.language)) return false;
  const span = passage.sentences.find(({ from }) => passage.read.tokens[from]?.start === place.start);
  if (span === undefined) return false;
  const { start, end } = placeOf(passage, narrow(match, span));
  return breaks.some((at) => at > start && at < end);
}

function lineOf(text: string): string {
  return foldText(text).replaceAll(/\s+/g, ' ').trim();
}

/** Finds what a passage says in two places that belong together, if a sentence is just that: a row of a table with the names of its columns, an item with the line before its list. */
function createUnitSearch(passage: string): (sentence: string) => Place | undefined {
  let places: ReadonlyMap<string, Place> | undefined;
  return (sentence) => {
    places ??= new Map(unitsOf(passage).map(({ text, place }) => [lineOf(text), place]));
    return places.get(lineOf(sentence));
  };
}

function checkRead(sought: Sought): SentenceCheck {
  const { passage, sentence } = sought;
  const quote = findQuote(sought);
  if (quote !== undefined) return { verdict: 'quoted', place: quote, share: 1 };
  const match = createMatcher(sentence, passage.read.tokens);
  const whole = { start: 0, end: sentence.text.length };
  if (match.weightOf(whole) === 0) return { verdict: 'notFound', place: undefined, share: 0 };
  const parts = partsOf(sentence, match);
  const asWhole = findSupport(sought, match, whole, MIN_SHARE);
  if (asWhole.place !== undefined && (parts.length === 1 || !mayBeMoved(sought, match, asWhole.place))) {
    return { verdict: 'similar', place: asWhole.place, share: asWhole.share };
  }
  if (parts.length > 1 && !asWhole.isOtherwise) {
    const supports = parts.map((part) => findSupport(sought, match, part, MIN_PART_SHARE));
    const places = supports.flatMap(({ place }) => place ?? []);
    const share = supports.reduce((sum, support) => sum + support.share, 0) / supports.length;
    if (places.length === parts.length && share >= MIN_SHARE)
      return { verdict: 'similar', place: joinPlaces(places), share };
  }
  return { verdict: 'notFound', place: undefined, share: asWhole.share };
}

/** What ends a sentence, behind its last word. */
const CLOSING = /[\p{Pe}\p{Pf}"'*_]*[.!?…。！？؟۔।]+[\p{Pe}\p{Pf}"'*_]*/uy;

/** A place with the signs behind it that end its sentence. */
function withClosing(text: string, { start, end }: Place): Place {
  CLOSING.lastIndex = end;
  return { start, end: CLOSING.test(text) ? CLOSING.lastIndex : end };
}

/** Makes the check of sentences against a passage, which is taken apart once. */
export function createSentenceCheck(passage: string): (sentence: string) => SentenceCheck {
  const opened = openPassage(passage);
  const breaks = breaksOfPassage(opened);
  const placeOfUnit = createUnitSearch(passage);
  return (sentence) => {
    const check = checkRead({ passage: opened, breaks, sentence: readText(sentence, opened.read.language) });
    if (check.place !== undefined) return { ...check, place: withClosing(passage, check.place) };
    const place = placeOfUnit(sentence);
    return place === undefined ? check : { verdict: 'similar', place, share: 1 };
  };
}

/** How far a passage holds what a sentence says. */
export function checkSentence(sentence: string, passage: string): SentenceCheck {
  return createSentenceCheck(passage)(sentence);
}
