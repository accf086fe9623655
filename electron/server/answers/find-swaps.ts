import { TITLES } from './compare-names.ts';
import type { TextFact } from './read-facts.ts';
import type { Token } from './read-text.ts';

/** A word, a letter or a fact in a row. */
interface Item {
  readonly key: string;
  readonly token: Token;
  readonly fact: TextFact | undefined;
  /** Of breaks of the sentence before it. */
  readonly breaks: number;
  /** Whether a word stands before it that is an article elsewhere, but has no noun here. */
  readonly isTakenUp: boolean;
}

/** Items that follow each other in both texts. */
interface Block {
  readonly said: number;
  readonly held: number;
  readonly length: number;
}

const ARTICLES = new Set('the a an le la les l el los las un une una die das ein eine'.split(' '));
/** Before what they give a role; they move with it. */
const ROLES = new Set(
  'in at on by from to for with of into onto under over about as during since until per in im am an auf aus bei mit nach von vom vor zu zum zur für fur durch gegen ohne um bis seit der den dem des einem einen einer eines à a au aux de du des dans par pour avec sans sur sous chez vers en con por para sin sobre desde hasta al del في من على الي الى عن لدى مع 在 于 於 向 给 給 被 由 从 從 对 對 把 比 为 為'.split(
    ' ',
  ),
);
const PARTICLES = new Set([...'がをにはへとでもの']);
const AGENTS = new Set('by von vom durch par por 被 由 بواسطه'.split(' '));
/** Between two that may change places: "A and B", "A is B". */
const EVEN = new Set(
  'and or und oder et ou y e o with is are was were ist sind war waren est sont était etait es son era eran be sein être ser و او هو هي 和 与 與 及 或 是 と や は'.split(
    ' ',
  ),
);
const PRONOUNS = new Set('lo la los las le les'.split(' '));
const BREAK = /[,;:|\n，；、。؛،]/;
/** How much further apart two items are that a comma parts. */
const BREAK_DISTANCE = 3;
const MAX_DISTANCE = 6;
const TIME_KINDS: ReadonlySet<string> = new Set(['date', 'month', 'weekday', 'time', 'period']);
/** By how much another number must fit better. */
const MARGIN = 1.5;
const LEAST = 0.1;
/** How much a date or another number nearby counts beside a word. */
const FACT_WEIGHT = 3;
/** The same little word directly beside both. */
const BESIDE = 0.5;
const YEAR = /^(?:19|20)\d\d$/;

function itemsOf(tokens: readonly Token[], textBetween: (one: Token, next: Token) => string): readonly Item[] {
  const items: Item[] = [];
  let last: Token | undefined;
  let breaks = 0;
  for (const token of tokens) {
    if (last !== undefined && BREAK.test(textBetween(last, token))) breaks = 1;
    const isOn = last !== undefined && token.fact !== undefined && last.fact === token.fact;
    const before: string = last?.word ?? '';
    const isArticle = !token.isUnspaced && PRONOUNS.has(before);
    last = token;
    if (isOn || (ARTICLES.has(token.word) && !(token.isCapital && items.length > 0))) continue;
    const { fact } = token;
    const key = fact === undefined ? (token.isUnspaced ? token.word : token.stem) : `${fact.kind} ${fact.values[0]}`;
    items.push({ key, token, fact, breaks, isTakenUp: isArticle && !token.isCapital && PRONOUNS.has(before) });
    breaks = 0;
  }
  return items;
}

/** The blocks that two rows share, the longest first found; none overlaps another one. */
function blocksOf(said: readonly Item[], held: readonly Item[]): readonly Block[] {
  const blocks: Block[] = [];
  const isFree = (start: number, end: number, side: 'said' | 'held') =>
    blocks.every((block) => end <= block[side] || start >= block[side] + block.length);
  for (;;) {
    let best: Block = { said: 0, held: 0, length: 0 };
    let before = new Uint16Array(held.length + 1);
    for (let i = 0; i < said.length; i += 1) {
      const now = new Uint16Array(held.length + 1);
      for (let j = 0; j < held.length; j += 1) {
        if (said[i]?.key !== held[j]?.key || !isFree(i, i + 1, 'said') || !isFree(j, j + 1, 'held')) continue;
        const length = (before[j] ?? 0) + 1;
        now[j + 1] = length;
        if (length > best.length) best = { said: i + 1 - length, held: j + 1 - length, length };
      }
      before = now;
    }
    if (best.length === 0) return blocks.toSorted((one, other) => one.said - other.said);
    blocks.push(best);
  }
}

function itemsIn(items: readonly Item[], from: number, length: number): readonly Item[] {
  return items.slice(from, from + length);
}

/** Whether a block carries what gives it its role: a preposition, a case, a particle. */
function hasRole(items: readonly Item[]): boolean {
  const first = items[0];
  const last = items.at(-1);
  if (items.length < 2 || first === undefined || last === undefined) return false;
  return ROLES.has(first.token.word) || (last.token.isUnspaced && PARTICLES.has(last.token.word));
}

type Weighty = 'number' | 'time' | 'word' | undefined;

function sortOf(items: readonly Item[], needsCapital: boolean): Weighty {
  if (items.every(({ fact }) => fact?.kind === 'number' || fact?.kind === 'code')) return 'number';
  if (items.some(({ fact }) => fact !== undefined && TIME_KINDS.has(fact.kind))) return 'time';
  const content = items.filter(({ token, fact }) => fact === undefined && token.isContent);
  if (content.length === 0) return undefined;
  return !needsCapital || content.some(({ token }) => token.isCapital) ? 'word' : undefined;
}

function hasAgent(items: readonly Item[], at: number): boolean {
  const before = items[at - 1]?.token.word ?? '';
  return AGENTS.has(TITLES.has(before) ? (items[at - 2]?.token.word ?? '') : before);
}

/** Whether commas part what begins at these places: what is listed may stand in any order. */
function isListed(items: readonly Item[], starts: readonly number[]): boolean {
  return starts.every((at) => at === 0 || (items[at]?.breaks ?? 0) > 0);
}

/** Whether something stands between two blocks that they could be exchanged around. */
function hasPivot(
  said: readonly Item[],
  held: readonly Item[],
  blocks: readonly Block[],
  [one, other]: readonly [Block, Block],
): boolean {
  return blocks.some(
    (block) =>
      block.said > one.said &&
      block.said < other.said &&
      block.held > other.held &&
      block.held < one.held &&
      itemsIn(said, block.said, block.length).some(({ token }) => !EVEN.has(token.word)) &&
      !(isListed(said, [one.said, block.said, other.said]) && isListed(held, [other.held, block.held, one.held])),
  );
}

/** Whether the first of two is taken up again before the verb: "los apoyos los revisará". */
function hasPronoun(items: readonly Item[], one: Block, other: Block, side: 'said' | 'held' = 'said'): boolean {
  return items.slice(one[side] + one.length, other[side]).some(({ isTakenUp }) => isTakenUp);
}

/** Whether two things have changed places around what both texts say of them: "A paid B", "B paid A". */
function isExchanged(said: readonly Item[], held: readonly Item[], needsCapital: boolean): boolean {
  const blocks = blocksOf(said, held);
  return blocks.some((one, index) =>
    blocks.slice(index + 1).some((other) => {
      if (one.held < other.held || !hasPivot(said, held, blocks, [one, other])) return false;
      const items = itemsIn(said, one.said, one.length);
      const others = itemsIn(said, other.said, other.length);
      if (hasRole(items) || hasRole(others) || hasPronoun(said, one, other) !== hasPronoun(held, other, one, 'held'))
        return false;
      const sort = sortOf(items, needsCapital);
      if (sort === undefined || sort !== sortOf(others, needsCapital)) return false;
      const voice = hasAgent(said, one.said) || hasAgent(said, other.said);
      return voice === (hasAgent(held, one.held) || hasAgent(held, other.held));
    }),
  );
}

/** Whether one who acts in the one text is acted on in the other: "A paid B", "A was paid by B". */
function isTurned(said: readonly Item[], held: readonly Item[]): boolean {
  const agent = said.findIndex((item, at) => isName(item) && hasAgent(said, at));
  const heldAgent = held.findIndex((item, at) => isName(item) && hasAgent(held, at));
  if ((agent === -1) === (heldAgent === -1)) return false;
  const [active, passive, by] = agent === -1 ? [said, held, heldAgent] : [held, said, agent];
  const actor = active.find(isName)?.key;
  const patient = passive.slice(0, by).find(isName)?.key;
  return actor !== undefined && actor === patient && active.some(({ key }) => key === passive[by]?.key);
}

function isName({ token, fact }: Item): boolean {
  return token.isContent && token.isCapital && fact === undefined;
}

/** By word around a fact of the sentence how near it stands to a place of the passage, too. */
function nearness(
  around: ReadonlyMap<string, Near>,
  held: readonly Item[],
  place: number,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const heldAround = surroundings(held, place);
  for (const [key, { distance, weight }] of around) {
    const other = heldAround.get(key);
    if (other !== undefined && (weight > 0 || (distance === 1 && other.distance === 1))) {
      found.set(key, weight === 0 ? BESIDE : weight / (distance * other.distance));
    }
  }
  return found;
}

/** By how much more one has of what the other lacks. */
function gain(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [key, value] of one) sum += Math.max(0, value - (other.get(key) ?? 0));
  return sum;
}

interface Near {
  readonly distance: number;
  /** 0 for a word that only holds sentences together. */
  readonly weight: number;
}

/** By word and side how far from a place it stands; not beyond another fact of the kind. */
function surroundings(items: readonly Item[], at: number): ReadonlyMap<string, Near> {
  const found = new Map<string, Near>();
  for (const step of [-1, 1]) {
    let distance = 0;
    for (let place = at + step; place >= 0 && place < items.length; place += step) {
      const item = items[place];
      if (item === undefined) break;
      const crossed = step === 1 ? item.breaks : (items[place + 1]?.breaks ?? 0);
      distance += 1 + crossed * BREAK_DISTANCE;
      if (distance > MAX_DISTANCE || isComparable(items[at], item)) break;
      const weight = item.fact === undefined ? Number(item.token.isContent) : FACT_WEIGHT;
      const key = weight > 0 ? item.key : `${step} ${item.key}`;
      const known = found.get(key);
      if (known === undefined || known.distance > distance) found.set(key, { distance, weight });
    }
  }
  return found;
}

/** Years stand beside other numbers, and are none of them. */
function kindOf(item: Item | undefined): string | undefined {
  const fact = item?.fact;
  const isYear = fact?.kind === 'number' && fact.unit === undefined && YEAR.test(fact.values[0] ?? '');
  return isYear ? 'year' : fact?.kind;
}

/** Whether one fact could stand for the other one. */
function isComparable(one: Item | undefined, other: Item): boolean {
  if (one?.fact === undefined || kindOf(one) !== kindOf(other)) return false;
  return one.fact.unit === undefined || one.fact.unit === other.fact?.unit;
}

/** Whether a number of the sentence belongs to something else in the passage, which has another number for what it is said of. */
function isMisplaced(said: readonly Item[], held: readonly Item[]): boolean {
  return said.some((item, at) => {
    const kind = kindOf(item);
    if (kind === undefined || kind === 'period' || kind === 'code') return false;
    const around = surroundings(said, at);
    const fits = held.flatMap((other, place) =>
      isComparable(item, other) ? [{ isSame: other.key === item.key, near: nearness(around, held, place) }] : [],
    );
    const own = fits.filter(({ isSame }) => isSame);
    const others = fits.filter(({ isSame }) => !isSame);
    return (
      own.length > 0 &&
      others.some(({ near }) => own.every((mine) => gain(near, mine.near) > gain(mine.near, near) * MARGIN + LEAST))
    );
  });
}

/** Whether a sentence says of one thing what the passage says of another: names or numbers have changed places. */
export function isSwapped(
  saidTokens: readonly Token[],
  heldTokens: readonly Token[],
  texts: { readonly said: string; readonly held: string },
): boolean {
  const said = itemsOf(saidTokens, (one, next) => texts.said.slice(one.end, next.start));
  const held = itemsOf(heldTokens, (one, next) => texts.held.slice(one.end, next.start));
  const isGerman = saidTokens.some(({ word }) => GERMAN.has(word));
  return isExchanged(said, held, isGerman) || isTurned(said, held) || isMisplaced(said, held);
}

/** Languages whose nouns have capitals. */
const GERMAN = new Set('der die das und ist ein eine den dem wird nicht zu mit von'.split(' '));
