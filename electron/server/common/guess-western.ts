/** Encodings of Western European letters that no detector knows: those of DOS and of old Macintosh computers. */
const RIVALS = ['cp437', 'cp850', 'macintosh'] as const;
const USUAL = 'windows-1252';

/** How much better than the usual encoding another must read, for each odd letter, and how well at least. From texts in eight languages. */
const MARGIN = 0.5;
const LEAST = 0.5;
/** Of so many odd letters the difference may be smaller. */
const MANY = 6;
const MARGIN_OF_MANY = 0.3;

/** Odd letters in a text of Western letters are at most this share of the others, and seldom stand beside each other. */
const MOST_SHARE = 0.7;
const MOST_NEIGHBOURS = 0.5;
/** So few may, two by two ("Grüße"). */
const FEW = 4;

/** Odd letters that are looked at. */
const SAMPLE = 2000;

const COMMON = 'éèêëàâäáãåæçíìîïñóòôöõøœúùûüßÉÈÀÂÄÁÅÆÇÍÑÓÔÖØŒÚÜšžŠŽ';
/** The odd letters of each language. */
const LANGUAGES = [
  'äöüßÄÖÜ',
  'éèêëàâçîïôùûœÉÈÊÀÂÇÎÔŒ',
  'áéíóúñüÁÉÍÓÚÑ',
  'ãõçáéíóúâêôàÃÕÇÁÉÍÓÚÂÊÔÀ',
  'àèéìòùÀÈÉÌÒÙ',
  'åäöéÅÄÖÉ',
  'æøåéÆØÅÉ',
  'ëïéöüèó',
];
const OPENING = '“‘„‚«‹¿¡(';
const CLOSING = '”’»›…';
const DASHES = '–—';
const SIGNS = '€£¥§©®°™½¼¾¹²³±×·•µª°º%';
const BOX = /[\u2500-\u259f]/;
/** Parts of frames with a line to the left and to the right; shades and blocks go with anything. */
const LINE_LEFT = '─═┐┘┤┬┴┼╗╝╣╦╩╬╕╖╛╜╡╢╤╥╧╨╪╫';
const LINE_RIGHT = '─═┌└├┬┴┼╔╚╠╦╩╬╒╓╘╙╞╟╤╥╧╨╪╫';
const SHADE = /[\u2580-\u259f]/;

/**
 * An encoding of DOS or Macintosh in which the bytes read clearly better than in the usual one of the West; undefined where nothing speaks for one.
 */
export async function guessWestern(bytes: Uint8Array): Promise<string | undefined> {
  const high = highBytes(bytes);
  if (high.length === 0) return undefined;
  const { default: iconv } = await import('iconv-lite');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scoreOf = (encoding: string): number => {
    const text = iconv.decode(buffer, encoding);
    // Each byte of these encodings is one letter.
    return high.reduce((sum, at) => sum + scoreAt(text, at), 0) / high.length;
  };
  const usual = scoreOf(USUAL);
  const readings = RIVALS.map((encoding) => {
    const letters = oddLetters(iconv.decode(buffer, encoding), high);
    return { encoding, score: scoreOf(encoding), fit: languageFit(letters) };
  });
  const [best] = readings.sort((a, b) => b.score - a.score || b.fit - a.fit);
  const margin = high.length < MANY ? MARGIN : MARGIN_OF_MANY;
  if (best === undefined || best.score < LEAST || best.score < usual + margin) return undefined;
  const text = iconv.decode(buffer, best.encoding);
  const odd = high.filter((at) => !BOX.test(text[at] ?? ''));
  return isOfWesternWords(bytes, odd, high.length) ? best.encoding : undefined;
}

/** Odd letters beside each other are rare in Western words, and usual in any other script; lines of a frame are neither. */
function isOfWesternWords(bytes: Uint8Array, odd: readonly number[], highCount: number): boolean {
  if (odd.length > (bytes.length - highCount) * MOST_SHARE) return false;
  const isOdd = (at: number): boolean => (bytes[at] ?? 0) >= 0x80;
  const beside = odd.filter((at) => isOdd(at - 1) || isOdd(at + 1));
  const amid = odd.filter((at) => isOdd(at - 1) && isOdd(at + 1));
  return (amid.length === 0 && odd.length <= FEW) || beside.length <= odd.length * MOST_NEIGHBOURS;
}

/** The share of letters that one language has. */
function languageFit(letters: readonly string[]): number {
  const counts = LANGUAGES.map((language) => letters.filter((letter) => language.includes(letter)).length);
  return Math.max(...counts) / Math.max(1, letters.length);
}

function oddLetters(text: string, high: readonly number[]): readonly string[] {
  return high.map((at) => text[at] ?? '').filter(isLetter);
}

function highBytes(bytes: Uint8Array): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < bytes.length && places.length < SAMPLE; at += 1) if ((bytes[at] ?? 0) >= 0x80) places.push(at);
  return places;
}

/** How well a letter stands where it is, from -2 (no letter at all) to 1. */
function scoreAt(text: string, at: number): number {
  const letter = text[at] ?? '';
  const [before, behind] = [text[at - 1] ?? ' ', text[at + 1] ?? ' '];
  if (/[\u0080-\u009f\ufffd]/.test(letter)) return -2;
  if (BOX.test(letter)) return isJoined(before, letter) && isJoined(letter, behind) ? 1 : -1;
  if (isLetter(letter) && !/[\p{Script=Latin}ªºµ]/u.test(letter)) return -1;
  if (/\p{Ll}/u.test(letter)) return lowerScore(letter, before, behind);
  if (/\p{Lu}/u.test(letter)) return upperScore(letter, before, behind);
  if (OPENING.includes(letter)) return !isLetter(before) && /[\p{L}\p{N}\s]/u.test(behind) ? 0.8 : -1;
  // An apostrophe stands within words; no other sign of these does.
  if (CLOSING.includes(letter) && letter !== '’' && isLetter(behind)) return -1;
  if (CLOSING.includes(letter)) return isLetter(before) || /[\p{P}\p{N}\s]/u.test(before) ? 0.8 : -1;
  if (DASHES.includes(letter)) return isLetter(before) === isLetter(behind) ? 0.8 : -0.5;
  if (letter === '\u00a0') return 0.3;
  if (SIGNS.includes(letter)) return isLetter(before) && isLetter(behind) ? -1 : 0.5;
  return -1;
}

/** Whether two signs beside each other, at least one a part of a frame, go together: their lines meet, or a space parts them. */
function isJoined(left: string, right: string): boolean {
  if (!BOX.test(left) || !BOX.test(right)) return /\s/.test(left + right);
  if (SHADE.test(left) || SHADE.test(right)) return true;
  return LINE_RIGHT.includes(left) === LINE_LEFT.includes(right);
}

function lowerScore(letter: string, before: string, behind: string): number {
  if (/\p{Lu}/u.test(behind)) return -1;
  if (!isLetter(before) && !isLetter(behind)) return letter === 'à' || letter === 'ó' ? 0.5 : -0.5;
  return COMMON.includes(letter) ? 1 : 0.5;
}

function upperScore(letter: string, before: string, behind: string): number {
  // Rows of one capital are lines of a frame in another encoding.
  if (/\p{Ll}/u.test(before) || letter === before || letter === behind) return -1;
  if (isLetter(before) && /\p{Ll}/u.test(behind)) return -1;
  if (!isLetter(before) && !isLetter(behind)) return -0.5;
  return COMMON.includes(letter) ? 1 : 0.3;
}

function isLetter(letter: string): boolean {
  return /\p{L}/u.test(letter);
}

/** The encodings of Cyrillic letters. */
const ENCODINGS = ['windows-1251', 'koi8-r', 'cp866', 'iso-8859-5'] as const;

/** How many of a thousand letters of Russian these are; others of Cyrillic alphabets as many as the rarest. */
const FREQUENCIES = new Map(
  'о109 е85 а80 и74 н67 т63 с55 р47 в45 л44 к35 м32 д30 п28 у26 я20 ы19 ь17 г17 з16 б16 ч14 й12 х10 ж9 ш7 ю6 ц5 щ4 э3 ф3 ъ3 ё3 і3 ї3 є3'
    .split(' ')
    .map((entry) => [entry.charAt(0), Math.log(Number(entry.slice(1)) / 1000)]),
);

/** What else stands in such texts: quotes, dashes, the sign of numbers, frames of lines. */
const CYRILLIC_SIGNS = /[«»“”„’…–—№°\u00a0\u2500-\u259f]/u;
/** A frame of lines does not touch letters, but for the borders of columns. */
const TOUCHED_FRAME =
  /[\u2500\u2501\u2504-\u2550\u2552-\u259f](?=\p{L})|(?<=\p{L})[\u2500\u2501\u2504-\u2550\u2552-\u259f]/gu;

/** Fewer letters say nothing. */
const LEAST_LETTERS = 5;
/** The mean of the logarithms of letters is about -3 in real texts; random ones have less than -4. */
const LEAST_MEAN = -3.3;
/** The logarithm of how much more likely an encoding is than the next. */
const LEAST_AHEAD = 3;
/** What letters of words in capitals, signs and mistakes cost. */
const CAPITAL = 0.7;
const SIGN = 4;
const FAULT = 8;
const MOST_FAULTS = 0.05;
/** The bytes that are looked at. */
const SAMPLE_BYTES = 8192;

type CyrillicEncoding = (typeof ENCODINGS)[number];

interface Reading {
  readonly encoding: CyrillicEncoding;
  readonly letters: number;
  readonly faults: number;
  /** Of the logarithms of the letters' frequencies. */
  readonly sum: number;
  readonly likelihood: number;
}

/** The encoding in which bytes read as Russian, or a language near it; undefined where none is much likelier than the others. */
export async function guessCyrillic(bytes: Uint8Array): Promise<CyrillicEncoding | undefined> {
  const { default: iconv } = await import('iconv-lite');
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES));
  const readings = ENCODINGS.map((encoding) => readingOf(encoding, iconv.decode(buffer, encoding)));
  const [best, next] = readings.sort((a, b) => b.likelihood - a.likelihood);
  if (best === undefined || next === undefined || best.letters < LEAST_LETTERS) return undefined;
  const { encoding, letters, faults, sum, likelihood } = best;
  if (faults > letters * MOST_FAULTS || sum / letters < LEAST_MEAN) return undefined;
  return likelihood - next.likelihood >= LEAST_AHEAD ? encoding : undefined;
}

function readingOf(encoding: CyrillicEncoding, text: string): Reading {
  let [letters, capitals, signs, sum] = [0, 0, 0, 0];
  let faults = text.match(TOUCHED_FRAME)?.length ?? 0;
  for (const sign of text) {
    if (sign < '\u0080' || /\p{L}/u.test(sign)) continue;
    if (CYRILLIC_SIGNS.test(sign)) signs += 1;
    else faults += 1;
  }
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const cyrillic = [...word].filter((letter) => letter >= '\u0080');
    if (cyrillic.length === 0) continue;
    // Letters of two alphabets, or a capital behind a small letter.
    if (/[a-z]/i.test(word) || /\p{Ll}\p{Lu}/u.test(word)) faults += cyrillic.length;
    if (/^\p{Lu}{2}/u.test(word)) capitals += cyrillic.length;
    letters += cyrillic.length;
    for (const letter of cyrillic) sum += FREQUENCIES.get(letter.toLowerCase()) ?? -FAULT;
  }
  return { encoding, letters, faults, sum, likelihood: sum - capitals * CAPITAL - signs * SIGN - faults * FAULT };
}
