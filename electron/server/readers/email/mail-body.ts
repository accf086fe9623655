import { UserError } from '../../../../shared/errors/errors.ts';
import type { SourceFile } from '../../core/document.ts';
import { CompoundDamage } from '../compound/compound-file.ts';
import { createRtfTextReader } from '../rtf/rtf-text.ts';
import { textOfHtml } from './mail-documents.ts';

/** The forms in which a message has its text; empty or undefined for those that it lacks. */
export interface BodyForms {
  readonly plain: string;
  readonly html?: string | undefined;
  /** As Outlook packs it. */
  readonly rtf?: Buffer | undefined;
}

const HEADER_BYTES = 16;
const COMPRESSED = 'LZFu';
const PLAIN = 'MELA';
/** What the dictionary holds at the start, [MS-OXRTFCP] 2.1.2.1. */
const FIRST_WORDS = [
  String.raw`{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0`,
  String.raw`\par \pard\plain\f0\fs20\b\i\u\tab\tx`,
].join('\r\n');
const DICTIONARY_BYTES = 4096;
/** A step of two bytes gives at most 17. */
const MOST_GAIN = 9;

/**
 * The RTF text in which Outlook keeps the body of a message ([MS-OXRTFCP]), as bytes.
 * @throws CompoundDamage
 */
function decompressRtf(bytes: Buffer): Buffer {
  const kind = bytes.length < HEADER_BYTES ? '' : bytes.toString('latin1', 8, 12);
  const packed = bytes.subarray(HEADER_BYTES);
  if (kind === PLAIN) return packed.subarray(0, bytes.readUInt32LE(4));
  if (kind !== COMPRESSED) throw new CompoundDamage('its text is damaged');
  const dictionary = Buffer.alloc(DICTIONARY_BYTES);
  let place = dictionary.write(FIRST_WORDS, 'latin1');
  const text = Buffer.alloc(packed.length * MOST_GAIN);
  let length = 0;
  const write = (byte: number) => {
    text[length++] = byte;
    dictionary[place] = byte;
    place = (place + 1) % DICTIONARY_BYTES;
  };
  let at = 0;
  while (at < packed.length) {
    const control = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        write(packed[at++] ?? 0);
        continue;
      }
      if (at + 1 >= packed.length) return text.subarray(0, length);
      const reference = packed.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      if (from === place) return text.subarray(0, length);
      for (let step = 0; step < (reference & 15) + 2; step += 1)
        write(dictionary[(from + step) % DICTIONARY_BYTES] ?? 0);
    }
  }
  return text.subarray(0, length);
}

/** A word; of scripts that write without spaces, a letter. */
const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]|[\p{L}\p{N}]+/gu;
const ADDRESS = /\bhttps?:\/\/\S+/gi;

/** A text says what another does if it has so many of its words. */
const SAME = 0.6;
/** What programs write in place of a text: "View in your browser", "Your program shows no HTML". */
const STAND_IN = /\b(?:web)?browser|\bhtml\b|\bonline\b|\bwinmail\.dat\b|浏览器|ブラウザ|브라우저|браузер/iu;
const MOST_WORDS_OF_STAND_IN = 60;

/**
 * Of two forms of one text the first, unless it says much less than the second; both, if each says much that the other does not.
 */
export function fullerText(first: string, second: string): string {
  if (first === '' || second === '') return first || second;
  const [ofFirst, ofSecond] = [wordsOf(first), wordsOf(second)];
  if (saysAll(ofFirst, ofSecond)) return first;
  const isStandIn = ofFirst.size <= MOST_WORDS_OF_STAND_IN && STAND_IN.test(first);
  if (isStandIn || sharedOf(ofFirst, ofSecond) >= SAME) return second;
  return `${first}\n\n${second}`;
}

/** Whether a text says what a page does, as far as can be said without reading the page, which takes long. */
function saysAllOfPage(text: string, html: string): boolean {
  const shown = html.split(/<\/?(?:style|script|title)\b[^<>]*>/i).filter((_, index) => index % 2 === 0);
  return saysAll(wordsOf(text), wordsOf(shown.join(' ').replaceAll(/<[^<>]*>|&\w+;/g, ' ')));
}

function saysAll(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return words.size > 0 && (sharedOf(others, words) >= SAME || others.size * 2 < words.size);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.replaceAll(ADDRESS, ' ').toLowerCase().match(WORD) ?? [];
  return new Set(words);
}

/** The share of words that are among others. */
function sharedOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 1;
  return [...words].filter((word) => others.has(word)).length / words.size;
}

/**
 * The text of a message: the plain one, unless it stands for the page or says much less.
 * @throws UserError FILE_CORRUPT when the page, or RTF, is all that there is and can't be read; CompoundDamage
 */
export async function chooseBody({ plain, html = '', rtf }: BodyForms, file: SourceFile): Promise<string> {
  if (html !== '') {
    if (plain !== '' && saysAllOfPage(plain, html)) return plain;
    return fullerText(plain, await textOfPage(html, plain !== '', file));
  }
  if (plain !== '' || rtf === undefined) return plain;
  const reader = await createRtfTextReader();
  return (reader.write(decompressRtf(rtf).toString('latin1')) + reader.end()).trim();
}

async function textOfPage(html: string, isSecond: boolean, file: SourceFile): Promise<string> {
  try {
    return (await textOfHtml(html, file)).text.trim();
  } catch (error) {
    // The plain text is enough.
    if (isSecond && error instanceof UserError) return '';
    throw error;
  }
}
