import { CompoundDamage } from '../compound/compound-file.ts';

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
export function decompressRtf(bytes: Buffer): Buffer {
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
