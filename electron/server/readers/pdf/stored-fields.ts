import { inflateSync } from 'node:zlib';

/** A field of a form as it is stored: pdf.js gives no values that are streams, and no fields that neither a page nor the form names. */
export interface StoredField {
  /** As pdf.js calls the object: "7R". */
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly rect: readonly number[];
}

/** A value unpacks to at most so many bytes. */
const LONGEST_VALUE = 1024 * 1024;
/** A field's dictionary has less. */
const LONGEST_FIELD = 16 * 1024;
/** Bits of flags (PDF 1.7, tables 165 and 228): Hidden and NoView, Password. */
const HIDDEN = 2 | 32;
const PASSWORD = 8192;
const WIDGET = /\/Subtype\s*\/Widget\b/g;
const BEGIN = /(\d{1,10})\s+(\d{1,5})\s+obj\b/g;

/** The fields for text of a form whose objects are not packed; none of an encrypted file. @param text the file, a letter for each byte */
export function storedFields(text: string): StoredField[] {
  if (/\/Encrypt\s/.test(text)) return [];
  const fields = new Map<string, StoredField>();
  for (const { index } of text.matchAll(WIDGET)) {
    const before = text.slice(Math.max(0, index - LONGEST_FIELD), index);
    const begin = [...before.matchAll(BEGIN)].at(-1);
    if (begin === undefined || before.indexOf('endobj', begin.index) !== -1) continue;
    const start = Math.max(0, index - LONGEST_FIELD) + begin.index;
    const end = text.indexOf('endobj', index);
    const dictionary = text.slice(start, end === -1 ? index + LONGEST_FIELD : Math.min(end, start + LONGEST_FIELD));
    const value = isShownText(dictionary) ? storedValue(dictionary, text) : undefined;
    if (value === undefined) continue;
    const [, number = '', generation = '0'] = begin;
    const id = `${number}R${generation === '0' ? '' : generation}`;
    const rect = (/\/Rect\s*\[([\d\s.+-]+)\]/.exec(dictionary)?.[1] ?? '').trim().split(/\s+/).map(Number);
    fields.set(id, { id, name: textOfKey(dictionary, 'T') ?? '', value, rect });
  }
  return [...fields.values()];
}

/** Whether a field is one for text that is shown, and no password. */
function isShownText(dictionary: string): boolean {
  const flags = (key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0);
  return /\/FT\s*\/Tx\b/.test(dictionary) && (flags('F') & HIDDEN) === 0 && (flags('Ff') & PASSWORD) === 0;
}

function storedValue(dictionary: string, text: string): string | undefined {
  const [, number, generation] = /\/V\s+(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(dictionary) ?? [];
  if (number === undefined) return textOfKey(dictionary, 'V');
  // The last of that number is the one of the last change.
  const start = text.lastIndexOf(`\n${number} ${generation} obj`);
  const stream = text.indexOf('stream', start);
  const end = text.indexOf('endstream', stream);
  if (start === -1 || stream === -1 || end === -1) return undefined;
  const head = text.slice(start, stream);
  if (head.includes('endobj')) return undefined;
  const length = Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(head)?.[1] ?? Number.NaN);
  const first = stream + 'stream'.length + (text.startsWith('\r\n', stream + 'stream'.length) ? 2 : 1);
  const bytes = Buffer.from(text.slice(first, Number.isNaN(length) ? end : Math.min(end, first + length)), 'latin1');
  if (!head.includes('/Filter')) return decode(bytes);
  return /\/Filter\s*(?:\[\s*)?\/FlateDecode/.test(head) ? unpacked(bytes) : undefined;
}

function unpacked(bytes: Buffer): string | undefined {
  try {
    return decode(inflateSync(bytes, { maxOutputLength: LONGEST_VALUE }));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

/** A string of a dictionary, in brackets or hexadecimal. */
function textOfKey(dictionary: string, key: string): string | undefined {
  const found = new RegExp(`/${key}\\s*(?:\\(((?:[^()\\\\]|\\\\[\\s\\S])*)\\)|<([0-9A-Fa-f\\s]+)>)`).exec(dictionary);
  if (found === null) return undefined;
  const [, written, hex] = found;
  if (hex !== undefined) return decode(Buffer.from(hex.replace(/\s/g, ''), 'hex'));
  const plain = (written ?? '').replace(/\\([0-7]{1,3}|\r\n|[\s\S])/g, (_, sign: string) => unescaped(sign));
  return decode(Buffer.from(plain, 'latin1'));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(sign: string): string {
  if (/^[0-7]/.test(sign)) return String.fromCharCode(Number.parseInt(sign, 8) & 255);
  return /^\s/.test(sign) ? '' : (ESCAPES[sign] ?? sign);
}

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder().decode(bytes);
  return bytes.toString('latin1');
}
