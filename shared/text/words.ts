/**
 * Scripts without spaces between words; Hangul too, whose words carry their endings with them. Their runs are cut into pieces. Not the accents and the apostrophe
 * of all scripts, although these use some of them now and then (the tilde: Thai), as newer versions of Unicode say.
 */
const UNSPACED =
  '[[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Bopomofo}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]--[\\u02bc\\u0300-\\u036f]]';

/** Soft hyphen, joiners: signs within words that are not seen. */
const HIDDEN = '\\u00ad\\u200c\\u200d\\u2060';
/** What a run has in it: letters, marks and digits. */
const IN_RUN = `\\p{L}\\p{M}\\p{N}\\p{Co}${HIDDEN}`;
const RUN = new RegExp(`[${IN_RUN}]+`, 'gu');
const ASCII_RUN = /[a-zA-Z0-9]+/g;
const UNSEEN = new RegExp(`[${HIDDEN}]+`, 'gu');
// The class of scripts has signs in it, too; a run has none.
const PART = new RegExp(`${UNSPACED}+|[^${UNSPACED}]+`, 'gv');
const IS_UNSPACED = new RegExp(UNSPACED, 'v');
/** Not Hangul: spaces part its words, of which many are one letter. */
const APART = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]\\p{M}*';
/** A blank between two such letters that stand alone. */
const SPACING = new RegExp(`(?<=(?<![${IN_RUN}])${APART})[ \\u3000](?=${APART}(?![${IN_RUN}]))`, 'gu');
/** A letter with the marks on it: the vowels and tones of a Thai consonant belong to it. */
const UNIT = /\P{M}\p{M}*|\p{M}+/gu;
/** Kana, Han and Hangul that are their own compatible forms: most runs of these scripts are nothing else. */
const PLAIN_UNSPACED = /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]+$/;
/** Most runs have nothing but letters of one character each, which are parted much faster. */
const IS_EACH_A_UNIT = /^[^\p{M}\u{10000}-\u{10ffff}]*$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII
const NOT_ASCII = /[^\x00-\x7f]/;

/** Letters that Unicode does not take apart, as people type them who lack them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ё: 'е',
  ς: 'σ',
  ک: 'ك',
  ی: 'ي',
  ى: 'ي',
  ة: 'ه',
};
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');
/** Accents of Latin and Greek, and the vowel points of Hebrew and Arabic, which are written or not. */
const LOOSE_MARKS = new RegExp(
  `([[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Hebrew}\\p{Script=Arabic}]--\\p{M}])[\\p{M}--${UNSPACED}]+`,
  'gv',
);
/** Draws Arabic letters apart; it may carry the mark of the letter before it. */
const TATWEEL = '\u0640';
const CYRILLIC_STRESS = /[\u0300\u0301]+/g;
/** Signs that make another word of what they stand at: C#, C++, A*, .NET, @media, $HOME. Not within words, nor where they only part or stress them. */
const SIGN_BEFORE = `(?<![${IN_RUN}.#@$])[.#@$](?=[A-Za-z])`;
const SIGN_AFTER =
  '(?<=[A-Za-z0-9])(?:[+\uff0b]{2}(?![A-Za-z+])|[#\uff03\u266f+\uff0b](?![A-Za-z0-9#+"\'(\\[{$]))|(?<=(?<![A-Za-z0-9*])[A-Za-z])(?:#(?=[0-9])|\\*(?![A-Za-z0-9*])|--(?![A-Za-z0-9-]))';
const SIGNED_RUN = new RegExp(`(?:${SIGN_BEFORE})?[${IN_RUN}]+(?:${SIGN_AFTER})?`, 'gu');
/** Where a text may have such signs: most have none. */
const MAY_BE_SIGNED =
  /[A-Za-z0-9][+#\uff0b\uff03\u266f]|(?<![A-Za-z0-9*])[A-Za-z](?:\*|--)|(?<![A-Za-z0-9.#@$])[.#@$][A-Za-z]/;
const SIGN = /[.#@$+\uff0b\uff03\u266f*-]/;
const SIGNS = /^([.#@$]?)(.*?)([+\uff0b#\uff03\u266f*]+|--)?$/su;
/** The sign of sharp is a letter's own. */
const SHARP = /\u266f/g;
/** Digits that some scripts have beside 0 to 9. */
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

/** Each of these blocks of ten begins at a multiple of 16, or 6 behind one. */
function digitOf(digit: string): string {
  const place = digit.charCodeAt(0) % 16;
  return String(place >= 6 ? place - 6 : place);
}

/** A word of a text. */
export interface Word {
  readonly text: string;
  /** With the signs that make another word of it (`c#` of the text `c`); absent where there are none. */
  readonly signed?: string;
  /** A run of a script without spaces: as good as a sentence, to be cut by {@link pairsOf}. */
  readonly isUnspaced: boolean;
}

/** Runs of letters, marks and digits, with the signs that belong to them: {@link runsOf} without places, which is much faster. */
export function splitRuns(text: string): readonly string[] {
  if (MAY_BE_SIGNED.test(text)) return text.match(SIGNED_RUN) ?? [];
  return text.match(NOT_ASCII.test(text) ? RUN : ASCII_RUN) ?? [];
}

/** A word without the signs that belong to it. */
export function withoutSigns(word: string): string {
  return SIGN.test(word) ? (SIGNS.exec(word)?.[2] ?? word) : word;
}

/** Joins Chinese and Japanese letters that stand apart from each other, as titles are set, and as some PDF files are copied. */
export function joinLetters(text: string): string {
  return NOT_ASCII.test(text) ? text.replaceAll(SPACING, '') : text;
}

/** Runs of letters, marks and digits with their places, and with the signs that belong to them: whatever is between two such runs parts words. */
export function runsOf(text: string): Iterable<RegExpExecArray> {
  return text.matchAll(MAY_BE_SIGNED.test(text) ? SIGNED_RUN : RUN);
}

function foldLetters(word: string): string {
  const joined = word.normalize('NFD').replaceAll(TATWEEL, '');
  const bare = joined.replaceAll(LOOSE_MARKS, '$1').replaceAll(CYRILLIC_STRESS, '').normalize('NFC');
  return bare.replaceAll(SPELLED, (letter) => SPELLINGS[letter] ?? letter).replaceAll(SHARP, '#');
}

/** A run, parted where a script without spaces begins or ends. Joined the parts are the run. */
export function partsOfRun(run: string): readonly Word[] {
  if (!IS_UNSPACED.test(run)) return [{ text: run, isUnspaced: false }];
  return (run.match(PART) ?? []).map((text) => ({ text, isUnspaced: IS_UNSPACED.test(text) }));
}

/**
 * The words of a run, mostly one, as they are compared: in lower case, each of its {@link partsOfRun}. Compatible forms are one (NFKC: full-width Latin, half-width
 * kana, ligatures), and so are letters with and without accents (not the vowel signs of Indic scripts and Thai, which are letters but for their name).
 */
export function wordsOfRun(run: string): readonly Word[] {
  if (!SIGN.test(run)) return plainWordsOf(run);
  const [, before = '', core = '', after = ''] = SIGNS.exec(run) ?? [];
  const words = plainWordsOf(core);
  return words.map((word, index) => {
    const end = index === words.length - 1 ? foldText(after) : '';
    const signed = `${index === 0 ? before : ''}${word.text}${end}`;
    return word.isUnspaced || signed === word.text ? word : { ...word, signed };
  });
}

function plainWordsOf(run: string): readonly Word[] {
  if (!NOT_ASCII.test(run)) return [{ text: run.toLowerCase(), isUnspaced: false }];
  if (PLAIN_UNSPACED.test(run)) return [{ text: run, isUnspaced: true }];
  const plain = run.replaceAll(UNSEEN, '').normalize('NFKC').toLowerCase().replaceAll(DIGITS, digitOf);
  const words: Word[] = [];
  for (const inner of plain.match(RUN) ?? []) {
    for (const { text: part, isUnspaced } of partsOfRun(inner)) {
      const text = isUnspaced ? part : foldLetters(part);
      if (text !== '') words.push({ text, isUnspaced });
    }
  }
  return words;
}

/** The letters of a run, each with its marks. */
export function unitsOf(run: string): readonly string[] {
  return IS_EACH_A_UNIT.test(run) ? run.split('') : (run.match(UNIT) ?? []);
}

/** Each letter of a run with the next one: what stands for the words of a script without spaces. A letter alone stays. */
export function pairsOf(run: string): readonly string[] {
  const units = unitsOf(run);
  return units.length < 2 ? units : units.slice(1).map((unit, index) => `${units[index]}${unit}`);
}

/** A whole text with its letters as {@link wordsOfRun} folds them; what is between words stays, but for compatible forms. */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return foldLetters(text.replaceAll(UNSEEN, '').normalize('NFKC').toLowerCase().replaceAll(DIGITS, digitOf));
}

const foldedLetters = new Map<string, string>();

/** A character as {@link foldText} folds it, if that is one, too. */
function foldCharacter(character: string): string {
  const known = foldedLetters.get(character);
  if (known !== undefined) return known;
  const folded = foldText(character);
  const kept = folded.length === 1 ? folded : character;
  foldedLetters.set(character, kept);
  return kept;
}

/** A text with its letters folded one by one: each stays in its place. */
export function foldInPlace(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return Array.from({ length: text.length }, (_, index) => foldCharacter(text.charAt(index))).join('');
}
