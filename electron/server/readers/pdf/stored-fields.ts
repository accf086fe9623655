import { decodeText, OBJECT_BEGIN, streamOf, textOfKey } from './stored-objects.ts';

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

/** The fields for text of a form whose objects are not packed; none of an encrypted file. @param text the file, a letter for each byte */
export function storedFields(text: string): StoredField[] {
  if (/\/Encrypt\s/.test(text)) return [];
  const fields = new Map<string, StoredField>();
  for (const { index } of text.matchAll(WIDGET)) {
    const before = text.slice(Math.max(0, index - LONGEST_FIELD), index);
    const begin = [...before.matchAll(OBJECT_BEGIN)].at(-1);
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
  const [, number, generation = '0'] = /\/V\s+(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(dictionary) ?? [];
  if (number === undefined) return textOfKey(dictionary, 'V');
  const bytes = streamOf(text, { number, generation }, LONGEST_VALUE);
  return Buffer.isBuffer(bytes) ? decodeText(bytes) : undefined;
}
