import type { Place } from '../core/answer.ts';
import type { ReadText, Token } from './read-text.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Which words of a sentence stand where in a passage. */
export interface Match {
  /** The tokens of a part of the sentence. */
  tokensIn(part: Place): readonly Token[];
  /** How much content a part of the sentence has: in words. */
  weightOf(part: Place): number;
  /** How much of it stands in a run of tokens of the passage, 0 to 1, and with a factor in others. */
  shareIn(part: Place, span: Span, around?: readonly Span[], factor?: number): number;
  /** The words of the sentence, by their number, that a token of the passage is one of. */
  termsAt(token: number): readonly number[];
  termsIn(span: Span): ReadonlySet<number>;
  isMatched(token: Token, among: readonly Token[]): boolean;
}

/** Letters of scripts without spaces: two are a word. */
const LETTER_WEIGHT = 0.5;
/** Of a letter that stands there with others beside it. */
const LONE_LETTER = 0.4;
/** Words of one stem in languages whose endings are not known. */
const MIN_COMMON = 4;
const MAX_ENDING = 3;
const MIN_COMMON_SHARE = 0.6;
const MIN_COMPOUND_PART = 5;
const LATIN = /^\p{sc=Latin}+$/u;

/** Forms of English verbs that no rule makes. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  'pay paid|send sent|leave left|hold held|keep kept|make made|give gave given|take took taken|begin began begun|buy bought|sell sold|go went gone|come came|write wrote written|find found|build built|meet met|lose lost|win won|lead led|spend spent|run ran|rise rose risen|fall fell fallen|grow grew grown|bring brought|teach taught|think thought|tell told|say said|speak spoke spoken|choose chose chosen|break broke broken|drive drove driven|fly flew flown|know knew known|see saw seen|show shown|bear bore born borne|feel felt|lend lent|draw drew drawn|throw threw thrown|sign signed|eat ate eaten|wear wore worn|hire hired|child children|person people|man men|woman women'
    .split('|')
    .flatMap((forms) => forms.split(' ').map((form) => [form, forms.split(' ')[0] ?? form] as const)),
);

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const GERMAN_PARTICIPLE = /^(?:ge|be)(?=\p{L}{4})/u;

/** Whether two English words are forms of one that no rule makes. */
export function isSameIrregular(one: string, other: string): boolean {
  return IRREGULAR.get(one) !== undefined && IRREGULAR.get(one) === IRREGULAR.get(other);
}

/** Whether two folded words are forms of one, or one is a part of the other. */
export function isAlike(one: string, other: string, hasCompounds: boolean): boolean {
  if (isSameIrregular(one, other)) return true;
  if (!LATIN.test(one) || !LATIN.test(other)) return false;
  const common = commonLength(one, other);
  const longest = Math.max(one.length, other.length);
  if (common >= MIN_COMMON && longest - common <= MAX_ENDING && common >= longest * MIN_COMMON_SHARE) return true;
  if (!hasCompounds) return false;
  const bare = one.replace(GERMAN_PARTICIPLE, '');
  const otherBare = other.replace(GERMAN_PARTICIPLE, '');
  if ((bare !== one || otherBare !== other) && commonLength(bare, otherBare) >= MIN_COMMON) return true;
  if (one.length < MIN_COMPOUND_PART || other.length < MIN_COMPOUND_PART) return false;
  return (
    one.includes(other) || other.includes(one) || one.includes(other.slice(0, -1)) || other.includes(one.slice(0, -1))
  );
}

interface Term {
  readonly token: Token;
  readonly weight: number;
}

interface FoundTerm extends Term {
  /** By token of the passage how well it stands for this one, 0 to 1. */
  readonly places: ReadonlyMap<number, number>;
  /** The tokens, in order. */
  readonly sorted: readonly number[];
}

/** The index of the first number of a rising list that is not below a value; the list's length if all are. */
export function firstFrom(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isTerm({ isContent, fact }: Token): boolean {
  return isContent && (fact === undefined || fact.kind === 'period');
}

function indexOf(tokens: readonly Token[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [at, { stem, word, isUnspaced }] of tokens.entries()) {
    for (const key of isUnspaced && stem !== word ? [stem, word] : [stem]) {
      const places = index.get(key);
      if (places === undefined) index.set(key, [at]);
      else places.push(at);
    }
  }
  return index;
}

function periodOf({ fact }: Token): string | undefined {
  return fact?.kind === 'period' ? fact.values[0] : fact?.unit;
}

/** By token of the passage how well it stands for a token of the sentence. */
function placesOf(
  sentence: readonly Token[],
  at: number,
  passage: readonly Token[],
  index: ReturnType<typeof indexOf>,
): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  const token = sentence[at];
  if (token === undefined) return places;
  if (token.isUnspaced) {
    for (const place of index.get(token.word) ?? []) places.set(place, LONE_LETTER);
    for (const place of token.stem.length > token.word.length ? (index.get(token.stem) ?? []) : [])
      places.set(place, 1);
    const before = sentence[at - 1];
    if (before?.isUnspaced === true && before.end === token.start) {
      for (const place of index.get(before.stem) ?? []) places.set(place + 1, 1);
    }
    return places;
  }
  for (const place of index.get(token.stem) ?? []) places.set(place, 1);
  const period = token.fact?.kind === 'period' ? token.fact.values[0] : undefined;
  if (places.size > 0 && period === undefined) return places;
  for (const [place, other] of passage.entries()) {
    if (period !== undefined ? periodOf(other) === period : !other.isUnspaced && isAlike(token.word, other.word, true))
      places.set(place, 1);
  }
  return places;
}

/** Finds the words of a sentence among the tokens of a passage. */
export function createMatcher({ tokens }: ReadText, passage: readonly Token[]): Match {
  const index = indexOf(passage);
  const terms: FoundTerm[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isTerm(token)) continue;
    const places = placesOf(tokens, at, passage, index);
    const sorted = [...places.keys()].toSorted((one, other) => one - other);
    terms.push({ token, weight: token.isUnspaced ? LETTER_WEIGHT : 1, places, sorted });
  }
  const termsByPlace = new Map<number, number[]>();
  for (const [number, { places }] of terms.entries()) {
    for (const place of places.keys()) termsByPlace.set(place, [...(termsByPlace.get(place) ?? []), number]);
  }
  const isIn = ({ token }: Term, { start, end }: Place) => token.start >= start && token.start < end;
  const heldIn = ({ sorted, places }: FoundTerm, { from, to }: Span): number => {
    let most = 0;
    for (let at = firstFrom(sorted, from); at < sorted.length; at += 1) {
      const place = sorted[at] ?? to;
      if (place >= to) break;
      most = Math.max(most, places.get(place) ?? 0);
    }
    return most;
  };
  const weightOf = (part: Place) => terms.reduce((sum, term) => (isIn(term, part) ? sum + term.weight : sum), 0);
  return {
    tokensIn: ({ start, end }) => tokens.filter((token) => token.start >= start && token.start < end),
    weightOf,
    shareIn(part, span, around = [], factor = 0) {
      let held = 0;
      for (const term of terms) {
        if (!isIn(term, part)) continue;
        const own = heldIn(term, span);
        const other = around.reduce((most, near) => Math.max(most, heldIn(term, near) * factor), 0);
        held += term.weight * Math.max(own, other);
      }
      const all = weightOf(part);
      return all === 0 ? 0 : held / all;
    },
    termsAt: (token) => termsByPlace.get(token) ?? [],
    termsIn({ from, to }) {
      const found = new Set<number>();
      for (let at = from; at < to; at += 1) for (const term of termsByPlace.get(at) ?? []) found.add(term);
      return found;
    },
    isMatched(token, among) {
      const term = terms.find((other) => other.token === token);
      return (
        term !== undefined &&
        [...term.places].some(([place, how]) => how === 1 && among.includes(passage[place] ?? token))
      );
    },
  };
}
