import { isAscii, isUtf8 } from 'node:buffer';
import {
  encodingByMark,
  guessLegacyEncoding,
  ISO_2022_JP,
  isIso2022Jp,
  utf16WithoutMark,
} from '../../common/detect-encoding.ts';
import { createDecoder, hasDecoder } from './text-decoder.ts';

/** Enough for a guess. */
const SAMPLE_BYTES = 64 * 1024;

const UTF_8 = /^utf-?8$/i;
const ASCII = /^(?:us-)?ascii$|^ansi_x3\.4/i;
/** Encodings that programs declare of any text. */
const LATIN = /^(?:iso[-_]?8859[-_]?(?:1|15)|latin-?1|windows-1252|cp-?1252)$/i;
/** Those in which a letter may take several bytes: each has rules that other text seldom keeps. */
const MULTIBYTE = /^(?:x-)?(?:gb|hz|big5|euc|shift|sjis|ms_kanji|ks_c|iso-2022|cp9\d\d|windows-(?:31j|9\d\d)|utf)/i;

/** Text of a Western language has fewer letters beyond ASCII, as a share of all. */
const FOREIGN_SHARE = 0.5;
/** Damage to a character in so many is no other encoding. */
const DAMAGED_SHARE = 0.25;

/**
 * The encoding of text that comes with a declaration, as people's programs write it: text of another encoding than declared goes by what it is, as text files do.
 * @param guess the encoding of text that is not UTF-8
 * @returns undefined when the declaration is right; without one, UTF-8 is
 */
export async function trueEncoding(
  bytes: Buffer,
  declared: string | undefined,
  guess: (bytes: Buffer) => Promise<string>,
): Promise<string | undefined> {
  const isUndeclared = declared === undefined || ASCII.test(declared) || !(await hasDecoder(declared));
  if (isUndeclared) {
    const found = await encodingWithoutDeclaration(bytes, guess);
    return declared === undefined && found === 'utf8' ? undefined : found;
  }
  // For encodings that only iconv-lite knows.
  if (isAscii(bytes)) return isBrowserEncoding(declared) ? undefined : declared;
  if (UTF_8.test(declared)) return damagedShare(bytes, declared) <= DAMAGED_SHARE ? undefined : guess(bytes);
  if (MULTIBYTE.test(declared)) {
    if (!isBrowserEncoding(declared)) return declared;
    if (damagedShare(bytes, declared) <= DAMAGED_SHARE) return undefined;
    return isUtf8(bytes) ? 'utf8' : guess(bytes);
  }
  if (isUtf8(bytes)) return 'utf8';
  if (LATIN.test(declared) && foreignShare(bytes) > FOREIGN_SHARE) return guess(bytes);
  return isBrowserEncoding(declared) ? undefined : declared;
}

/** Text that comes with a declaration, by {@link trueEncoding}; without its byte order mark. */
export async function decodeText(
  bytes: Buffer,
  declared: string | undefined,
  guess: (bytes: Buffer) => Promise<string> = (one) => guessFrom([one]),
): Promise<string> {
  const encoding = (await trueEncoding(bytes, declared, guess)) ?? declared ?? 'utf-8';
  const decoder = await createDecoder(encoding);
  return `${decoder.write(bytes)}${decoder.end()}`.replace(/^\ufeff/, '');
}

async function encodingWithoutDeclaration(bytes: Buffer, guess: (bytes: Buffer) => Promise<string>): Promise<string> {
  const marked = encodingByMark(bytes);
  if (marked !== undefined) return marked.encoding;
  const utf16 = utf16WithoutMark(bytes.subarray(0, SAMPLE_BYTES));
  if (utf16 !== undefined) return utf16;
  if (isUtf8(bytes)) return isAscii(bytes) && isIso2022Jp(bytes) ? ISO_2022_JP : 'utf8';
  return damagedShare(bytes, 'utf-8') <= DAMAGED_SHARE ? 'utf8' : guess(bytes);
}

/** Guesses from these texts together, since one alone may be short. */
export function guessFrom(texts: readonly Buffer[]): Promise<string> {
  const sample: Buffer[] = [];
  let length = 0;
  for (const text of texts) {
    if (length >= SAMPLE_BYTES) break;
    const start = text.findIndex((byte) => byte >= 0x80);
    const part = text.subarray(Math.max(0, start - SAMPLE_BYTES / 16)).subarray(0, SAMPLE_BYTES - length);
    sample.push(part, Buffer.from('\n'));
    length += part.length;
  }
  return guessLegacyEncoding(Buffer.concat(sample));
}

function isBrowserEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The share of what is no text in an encoding among all characters beyond ASCII. */
function damagedShare(bytes: Buffer, encoding: string): number {
  const text = new TextDecoder(encoding).decode(bytes);
  let [damaged, odd] = [0, 0];
  for (const character of text) {
    if (character < '\u0080') continue;
    odd += 1;
    if (character === '\ufffd') damaged += 1;
  }
  return odd === 0 ? 0 : damaged / odd;
}

function foreignShare(bytes: Buffer): number {
  let [letters, odd] = [0, 0];
  for (const byte of bytes.subarray(0, SAMPLE_BYTES)) {
    // The two cases of ASCII letters differ in one bit.
    const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
    if (byte >= 0xc0) odd += 1;
    if (isLetter || byte >= 0xc0) letters += 1;
  }
  return letters === 0 ? 0 : odd / letters;
}
