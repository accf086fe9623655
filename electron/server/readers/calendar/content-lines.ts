import { linesOf } from '../text/text-reader.ts';

/** A property of a calendar or a contact (RFC 5545, 6350): `TEL;TYPE=home:+49 …`. */
export interface Property {
  /** Upper case, without the name of its group. */
  readonly name: string;
  /** By name in upper case; the values of one that occurs several times are joined by commas. */
  readonly params: ReadonlyMap<string, string>;
  /** As written, unfolded. */
  readonly value: string;
}

const PARAM = /;([\w-]+)(?:=("[^"]*"|[^;:",]*)((?:,(?:"[^"]*"|[^;:",]*))*))?/y;
const NAME = /^(?:[\w-]+\.)?([\w-]+)/;

/** Longer values are no words but pictures and sounds, as letters. In UTF-16 units. */
const MOST_UNITS = 64 * 1024;

/** The properties of a calendar or a list of contacts; a line that begins with a space continues the one before. */
export async function* readProperties(pieces: AsyncIterable<string>): AsyncGenerator<Property> {
  let open: string | undefined;
  for await (const line of linesOf(pieces)) {
    if (open !== undefined && /^[ \t]/.test(line)) {
      if (open.length < MOST_UNITS) open += line.slice(1);
      continue;
    }
    // In contacts of version 2.1 the lines of a coded value end with an equals sign.
    if (open?.endsWith('=') === true && /;(?:ENCODING=)?QUOTED-PRINTABLE\b/i.test(open)) {
      if (open.length < MOST_UNITS) open = open.slice(0, -1) + line;
      continue;
    }
    if (open !== undefined) yield* propertyOf(open);
    open = line;
  }
  if (open !== undefined) yield* propertyOf(open);
}

function* propertyOf(line: string): Generator<Property> {
  const [whole, name = ''] = NAME.exec(line) ?? [];
  if (whole === undefined || line.length > MOST_UNITS) return;
  const params = new Map<string, string>();
  PARAM.lastIndex = whole.length;
  let end = whole.length;
  for (let found = PARAM.exec(line); found !== null; found = PARAM.exec(line)) {
    const [, key = '', first, others = ''] = found;
    // Version 2.1 has types without a name: TEL;HOME;VOICE.
    const [known, value] = first === undefined ? ['TYPE', key] : [key.toUpperCase(), `${first}${others}`];
    const before = params.get(known);
    const clean = value.replaceAll('"', '');
    params.set(known, before === undefined ? clean : `${before},${clean}`);
    end = PARAM.lastIndex;
  }
  if (line[end] === ':') yield { name: name.toUpperCase(), params, value: line.slice(end + 1) };
}

/** The text of a value: without escapes, and with its line breaks. */
export function textOf({ value }: Pick<Property, 'value'>): string {
  return value.replaceAll(/\\([nN,;:\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign)).trim();
}

/** The parts of a value between signs of its own, without those that are empty. */
export function partsOf({ value }: Pick<Property, 'value'>, separator: ';' | ','): string[] {
  const parts = value.split(separator === ';' ? /(?<!\\);/ : /(?<!\\),/);
  return parts.map((part) => textOf({ value: part })).filter((part) => part !== '');
}
