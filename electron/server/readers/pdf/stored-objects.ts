import { inflateSync } from 'node:zlib';

/** The beginning of an object in a file: its number and generation. */
export const OBJECT_BEGIN = /(\d{1,10})\s+(\d{1,5})\s+obj\b/g;

export interface ObjectReference {
  readonly number: string;
  readonly generation: string;
}

/** Why a stream has no bytes: it is not there or damaged, packed in a way that is not read here, or too large. */
export type StreamTrouble = 'damaged' | 'packed' | 'large';

/**
 * The unpacked bytes of a stream, as the last change of the file has it.
 * @param text the file, a letter for each byte
 * @param limit bytes of it, unpacked
 */
export function streamOf(text: string, { number, generation }: ObjectReference, limit: number): Buffer | StreamTrouble {
  const head = `${number} ${generation} obj`;
  const start = Math.max(text.lastIndexOf(`\n${head}`), text.lastIndexOf(`\r${head}`));
  return start === -1 ? 'damaged' : streamAt(text, start, limit);
}

/** The same of the object that begins at a place of the file. */
export function streamAt(text: string, start: number, limit: number): Buffer | StreamTrouble {
  const stream = text.indexOf('stream', start);
  if (stream === -1) return 'damaged';
  const head = text.slice(start, stream);
  if (head.includes('endobj')) return 'damaged';
  const length = Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(head)?.[1] ?? Number.NaN);
  const first = stream + 'stream'.length + (text.startsWith('\r\n', stream + 'stream'.length) ? 2 : 1);
  // A length within the file is right also where the bytes have the words that end a stream.
  const last = first + length <= text.length ? first + length : text.indexOf('endstream', first);
  if (last === -1) return 'damaged';
  if (last - first > limit) return 'large';
  const bytes = Buffer.from(text.slice(first, last), 'latin1');
  if (!head.includes('/Filter')) return bytes;
  const isDeflated = /\/Filter\s*(?:\[\s*)?\/FlateDecode\s*(?:\]|\/(?!\w*Decode)|>|$)/.test(head);
  return isDeflated && !/\/DecodeParms\s*(?:\[\s*)?<</.test(head) ? inflated(bytes, limit) : 'packed';
}

function inflated(bytes: Buffer, limit: number): Buffer | StreamTrouble {
  try {
    return inflateSync(bytes, { maxOutputLength: limit });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return error.code === 'ERR_BUFFER_TOO_LARGE' ? 'large' : 'damaged';
  }
}

/** A string of a dictionary, in brackets or hexadecimal. */
export function textOfKey(dictionary: string, key: string): string | undefined {
  const found = new RegExp(`/${key}\\s*(?:\\(((?:[^()\\\\]|\\\\[\\s\\S])*)\\)|<([0-9A-Fa-f\\s]+)>)`).exec(dictionary);
  if (found === null) return undefined;
  const [, written, hex] = found;
  if (hex !== undefined) return decodeText(Buffer.from(hex.replace(/\s/g, ''), 'hex'));
  const plain = (written ?? '').replace(/\\([0-7]{1,3}|\r\n|[\s\S])/g, (_, sign: string) => unescaped(sign));
  return decodeText(Buffer.from(plain, 'latin1'));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(sign: string): string {
  if (/^[0-7]/.test(sign)) return String.fromCharCode(Number.parseInt(sign, 8) & 255);
  return /^\s/.test(sign) ? '' : (ESCAPES[sign] ?? sign);
}

export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder().decode(bytes);
  return bytes.toString('latin1');
}
