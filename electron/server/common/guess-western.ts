/** Encodings of Western European letters that no detector knows: those of DOS and of old Macintosh computers. */
const RIVALS = ['cp437', 'cp850', 'macintosh'] as const;
const USUAL = 'windows-1252';

/** How much better than the usual encoding another must read, for each odd letter, and how well at least. From texts in eight languages. */
const MARGIN = 0.5;
const LEAST = 0.5;

/** Odd letters in a text of Western letters are at most this share of the others, and seldom stand beside each other. */
const MOST_SHARE = 0.7;
const MOST_NEIGHBOURS = 0.5;

/** Odd letters that are looked at. */
const SAMPLE = 2000;

const COMMON = 'éèêëàâäáãåæçíìîïñóòôöõøœúùûüßÉÈÀÂÄÁÅÆÇÍÑÓÔÖØŒÚÜšžŠŽ';
const OPENING = '“‘„‚«‹¿¡(';
const CLOSING = '”’»›…';
const DASHES = '–—';
const SIGNS = '€£¥§©®°™½¼¾¹²³±×·•µª°º%';
const BOX = /[\u2500-\u259f]/;

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
  let best: { readonly encoding: string; readonly score: number } | undefined;
  for (const encoding of RIVALS) {
    const score = scoreOf(encoding);
    if (score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = { encoding, score };
  }
  if (best === undefined || best.score < LEAST || best.score < usual + MARGIN) return undefined;
  // Two odd letters beside each other are rare in Western words, and usual in any other script; lines of a frame are neither.
  const text = iconv.decode(buffer, best.encoding);
  const letters = high.filter((at) => !BOX.test(text[at] ?? ''));
  if (letters.length > (bytes.length - high.length) * MOST_SHARE) return undefined;
  const beside = letters.filter((at) => (bytes[at - 1] ?? 0) >= 0x80 || (bytes[at + 1] ?? 0) >= 0x80);
  return beside.length > letters.length * MOST_NEIGHBOURS ? undefined : best.encoding;
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
  if (BOX.test(letter)) return [before, behind].every((other) => BOX.test(other) || /\s/.test(other)) ? 1 : -1;
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

function lowerScore(letter: string, before: string, behind: string): number {
  if (/\p{Lu}/u.test(behind)) return -1;
  if (!isLetter(before) && !isLetter(behind)) return letter === 'à' || letter === 'ó' ? 0.5 : -0.5;
  return COMMON.includes(letter) ? 1 : 0.5;
}

function upperScore(letter: string, before: string, behind: string): number {
  // Rows of one capital are lines of a frame in another encoding.
  if (/\p{Ll}/u.test(before) || letter === before || letter === behind) return -1;
  if (!isLetter(before) && !isLetter(behind)) return -0.5;
  return COMMON.includes(letter) ? 1 : 0.3;
}

function isLetter(letter: string): boolean {
  return /\p{L}/u.test(letter);
}
