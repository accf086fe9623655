import type { Language } from './languages.ts';
import { isAlike, isSameIrregular } from './match-words.ts';
import { areOtherWords } from './word-groups.ts';

/** A word of a text, as forms are compared. */
export interface FormedWord {
  /** Folded. */
  readonly word: string;
  readonly stem: string;
  /** Whether an article or the like before it tells that it is a noun. */
  readonly isNoun: boolean;
}

/** How words are compared: by the forms of a language; `any` where the language is not known. */
export type FormsOf = Language | 'any';

/** What two forms of a word may have behind what they have in common. Folded, with no ending as the first. */
const ENDINGS: Partial<Record<FormsOf, ReadonlySet<string>>> = {
  en: endings(
    's es e ed d ing er ers or ors y ies ied ication ications icant icants ion ions ation ations ment ments al ally ly able ance ence ive ure ness',
  ),
  de: endings(
    'e en er es em n s st t te ten tet et end ende enden ung ungen erin innen lich lichen liche ig ige igen bar ern eln el ieren iert ierte ierten ierung atur aturen nis nisse heit keit te ter tes lung ens',
  ),
  fr: endings(
    's e es x er ez ent ee ees ait aient ant era eront ons ir it is issent ie re ation ations ion ions ement eur eurs euse rice teur age ages ure if ive al ale aux te t',
  ),
  es: endings(
    's es a o as os e en an ar er ir ado ada ados adas ido ida idos idas acion aciones cion ciones ion iones amiento imiento ador adora adores ando iendo aba aban aron ieron io ara aran eria ero era n yo yeron',
  ),
};
const MIN_COMMON = 4;
/** What a noun of three letters may have behind it. */
const SHORT_ENDINGS = new Set(['s', 'e', 'n', 'en', 'er', 'es']);
/** Who does something, which is another word than what is done: "treasurer" and "treasure". */
const AGENT = /^(\p{L}{3,}?)(?:e?r|or|ers|ors)$/u;
const IS_AGENT = /(?:er|or)s?$/u;
const PARTICIPLE = /^ge(?=\p{L}{4})/u;
/** Parts of a compound have so many letters, and make up so much of it. */
const MIN_PART = 4;
const MIN_COVERED = 0.7;

function endings(words: string): ReadonlySet<string> {
  return new Set(['', ...words.split(' ')]);
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function hasEndings(one: string, other: string, of: FormsOf): boolean {
  const own = ENDINGS[of];
  if (own === undefined) return false;
  const common = commonLength(one, other);
  const [rest, otherRest] = [one.slice(common), other.slice(common)];
  if (common >= MIN_COMMON) {
    // Letters that both have may belong to the ending: "wartet", "warten".
    for (let length = common; length >= MIN_COMMON; length -= 1) {
      if (own.has(one.slice(length)) && own.has(other.slice(length))) return true;
    }
    return false;
  }
  return (
    common === 3 && ((rest === '' && SHORT_ENDINGS.has(otherRest)) || (otherRest === '' && SHORT_ENDINGS.has(rest)))
  );
}

/** Whether one of two words of a stem names who does what the other one names as a thing. */
function isAgentOfThing(asked: string, held: FormedWord): boolean {
  if (!AGENT.test(asked) || IS_AGENT.test(held.word) || held.word.length >= asked.length + 2) return false;
  return held.isNoun && !held.word.endsWith('ed');
}

/** Consonants by which forms of an Arabic word are one, roughly. */
function skeletonOf(word: string): string {
  const bare = word
    .replace(/^(?:[وفبلك]?ال|[وفبلك](?=\p{L}{4}))/u, '')
    .replace(/(?:ها|هم|هن|ات|ون|ين|ان|تين|ه|ي|ا)$/u, '')
    .replaceAll(/[اويئءؤأإآ]/gu, '');
  return bare.length > 3 ? bare.replace(/^[يتمنس]/u, '') : bare;
}

/** Whether a text has a form of a word: the word itself, another form of it, or a compound with it. */
export function isFormOf(asked: Pick<FormedWord, 'word' | 'stem'>, held: FormedWord, of: FormsOf): boolean {
  if (asked.word === held.word) return true;
  if (of === 'ar') {
    if (asked.stem === held.stem) return true;
    const skeleton = skeletonOf(asked.word);
    return skeleton.length >= 3 && skeleton === skeletonOf(held.word);
  }
  if (isSameIrregular(asked.word, held.word)) return true;
  if (areOtherWords(asked.word, held.word)) return false;
  if (of === 'en') {
    if (isAgentOfThing(asked.word, held)) return false;
    return asked.stem === held.stem || hasEndings(asked.word, held.word, of);
  }
  if (of === 'any') return asked.stem === held.stem || isAlike(asked.word, held.word, true);
  if (hasEndings(asked.word, held.word, of)) return true;
  if (of !== 'de') return false;
  const [bare, heldBare] = [asked.word.replace(PARTICIPLE, ''), held.word.replace(PARTICIPLE, '')];
  if (hasEndings(bare, heldBare, of)) return true;
  const core = asked.word.replace(/(?:en|e|n|s)$/u, '');
  return core.length >= MIN_PART && held.word.includes(core);
}

/** Whether the words of a text are the parts of a compound: "Frist" and "Kündigung" those of "Kündigungsfrist". */
export function arePartsOf(compound: string, held: Iterable<string>): boolean {
  const covered = new Set<number>();
  for (const word of held) {
    const part = word.replace(/(?:en|e|n|s)$/u, '');
    const at = part.length < MIN_PART || part.length > compound.length - MIN_PART + 1 ? -1 : compound.indexOf(part);
    if (at !== -1) for (let place = at; place < at + part.length; place += 1) covered.add(place);
  }
  return covered.size >= compound.length * MIN_COVERED;
}
