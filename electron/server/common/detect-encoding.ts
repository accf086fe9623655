import { guessAsian } from './guess-asian.ts';
import { guessCyrillic } from './guess-cyrillic.ts';
import { guessWestern } from './guess-western.ts';
import { isNarrowKana, isShiftJis } from './shift-jis.ts';

/** Bytes at the start of a file that name its encoding. Longer marks first: UTF-32's begins like UTF-16's. */
const byteOrderMarks = [
  { bytes: [0xff, 0xfe, 0x00, 0x00], encoding: 'utf-32le' },
  { bytes: [0x00, 0x00, 0xfe, 0xff], encoding: 'utf-32be' },
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** An encoding's name as iconv-lite knows it, and how long its mark is. */
export interface MarkedEncoding {
  readonly encoding: string;
  readonly markBytes: number;
}

/** The encoding that a byte order mark names, if there is one. */
export function encodingByMark(head: Uint8Array): MarkedEncoding | undefined {
  for (const { bytes, encoding } of byteOrderMarks) {
    if (bytes.every((byte, index) => head[index] === byte)) return { encoding, markBytes: bytes.length };
  }
  return undefined;
}

/** Share of NUL bytes among the even or the odd bytes that shows Western text in UTF-16; real text has 90 % and more. */
const UTF16_NUL_SHARE = 0.7;

/** UTF-16 without a mark: in most alphabets' text every second byte is often NUL, and hardly ever the one beside it. */
export function utf16WithoutMark(head: Uint8Array): string | undefined {
  const counts = { even: 0, odd: 0 };
  for (let index = 0; index < head.length; index += 1) {
    if (head[index] === 0) counts[index % 2 === 0 ? 'even' : 'odd'] += 1;
  }
  const units = head.length / 2;
  if (counts.odd > units * UTF16_NUL_SHARE && counts.even < counts.odd / 10) return 'utf-16le';
  if (counts.even > units * UTF16_NUL_SHARE && counts.odd < counts.even / 10) return 'utf-16be';
  return undefined;
}

/** Japanese in bytes of ASCII, as old mail and web pages have it: an escape says that pairs of them are letters from there on. */
export const ISO_2022_JP = 'iso-2022-jp';

const ESCAPE = 0x1b;

/** Whether bytes, all of them ASCII, are ISO-2022-JP: somewhere after its escape come pairs, up to the line's end or the next escape. */
export function isIso2022Jp(bytes: Buffer): boolean {
  for (let start = bytes.indexOf('\x1b$'); start !== -1; start = bytes.indexOf('\x1b$', start + 1)) {
    // The two editions of the alphabet.
    if (bytes[start + 2] !== 0x40 && bytes[start + 2] !== 0x42) continue;
    let end = start + 3;
    while (isLetterByte(bytes[end])) end += 1;
    const length = end - start - 3;
    const next = bytes[end];
    const isCut = next === undefined;
    if (length >= 2 && (isCut || (length % 2 === 0 && (next === ESCAPE || next === 0x0a || next === 0x0d))))
      return true;
  }
  return false;
}

function isLetterByte(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x21 && byte <= 0x7e;
}

/** Encodings that others contain in full: the larger one reads quotes and dashes that the smaller has no place for. */
const supersets: ReadonlyMap<string, string> = new Map([
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['iso-8859-9', 'windows-1254'],
]);

/** The larger encoding that is meant, or the same. */
export function withSupersets(encoding: string): string {
  return supersets.get(encoding.toLowerCase()) ?? encoding;
}

/** chardet's confidence in a mere possibility, in percent. */
const GUESS = 10;

/** Guesses the encoding of bytes that are not UTF-8. With little to go by, Western European. */
export async function guessLegacyEncoding(sample: Uint8Array): Promise<string> {
  if (isShiftJis(sample)) return 'Shift_JIS';
  const asian = await guessAsian(sample);
  if (asian !== undefined) return asian;
  const cyrillic = await guessCyrillic(sample);
  // The one that chardet does not know.
  if (cyrillic === 'cp866') return cyrillic;
  if (cyrillic === undefined) {
    if (isNarrowKana(sample)) return 'Shift_JIS';
    const western = await guessWestern(sample);
    if (western !== undefined) return western;
  }
  const { default: chardet } = await import('chardet');
  const { default: iconv } = await import('iconv-lite');
  // What has no NUL is none of UTF-32, which chardet sees in two letters.
  const best = chardet.analyse(sample).find(({ name }) => !name.startsWith('UTF-32'));
  if (best === undefined) return 'windows-1252';
  if (best.confidence <= GUESS) {
    if (cyrillic !== undefined) return cyrillic;
    // Two or three odd bytes among plain letters fit many Asian encodings as well; a text in one of those is full of such bytes.
    if (sample.filter((byte) => byte >= 0x80).length < sample.length / 2) return 'windows-1252';
  }
  const name = withSupersets(best.name);
  return iconv.encodingExists(name) ? name : 'windows-1252';
}
