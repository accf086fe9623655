import type { DecodeCodePage } from '../text/code-page.ts';

/**
 * What Outlook packs into a `winmail.dat` for mail programs that are not Outlook: TNEF, as [MS-OXTNEF] describes it. The text of the mail is
 * beside it; only the attachments are in there alone.
 */

const SIGNATURE = 0x22_3e_9f_78;
/** Signature and a key. */
const HEAD_BYTES = 6;
/** Level, id and length. */
const ATTRIBUTE_HEAD_BYTES = 9;
const CHECKSUM_BYTES = 2;

const OEM_CODE_PAGE = 0x00_06_90_07;
/** The first of each attachment. */
const RENDERING = 0x00_06_90_02;
const TITLE = 0x00_01_80_10;
const DATA = 0x00_06_80_0f;
const PROPERTIES = 0x00_06_90_05;

/** Of a property: its long name. */
const LONG_FILE_NAME = 0x37_07;
const FIRST_NAMED = 0x80_00;
const MANY = 0x10_00;
const STRING_8 = 0x1e;
const STRING_16 = 0x1f;
/** Bytes of the values of a fixed length; those of all others say their own. */
const FIXED_BYTES: ReadonlyMap<number, number> = new Map([
  [0x02, 4],
  [0x03, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
]);

/** An attachment that was packed. */
export interface TnefFile {
  /** Empty when it has none. */
  readonly name: string;
  readonly bytes: Buffer;
}

interface Attribute {
  readonly id: number;
  readonly data: Buffer;
}

const upToZero = (text: string): string => text.split('\0', 1)[0] ?? '';
const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** @throws RangeError when an attribute reaches beyond the end, or its checksum does not fit */
function* attributesOf(packed: Buffer): Generator<Attribute> {
  for (let at = HEAD_BYTES; at < packed.length; ) {
    const id = packed.readUInt32LE(at + 1);
    const length = packed.readUInt32LE(at + 5);
    const start = at + ATTRIBUTE_HEAD_BYTES;
    const data = packed.subarray(start, start + length);
    let sum = 0;
    for (const byte of data) sum = (sum + byte) & 0xff_ff;
    if (packed.readUInt16LE(start + length) !== sum) throw new RangeError('An attribute is damaged');
    yield { id, data };
    at = start + length + CHECKSUM_BYTES;
  }
}

/** Where the value of a property begins: behind its name, if it has one instead of a number. */
function afterName(data: Buffer, at: number): number {
  const isNumber = data.readUInt32LE(at + 16) === 0;
  return isNumber ? at + 24 : at + 24 + padded(data.readUInt32LE(at + 20));
}

/** The long name among an attachment's properties; empty when there is none. @throws RangeError when they are damaged */
function longNameOf(data: Buffer, decode: (bytes: Buffer) => string): string {
  const count = data.readUInt32LE(0);
  let at = 4;
  for (let no = 0; no < count; no += 1) {
    const type = data.readUInt16LE(at);
    const id = data.readUInt16LE(at + 2);
    at += 4;
    if (id >= FIRST_NAMED) at = afterName(data, at);
    const fixed = FIXED_BYTES.get(type & ~MANY);
    const isSingle = fixed !== undefined && (type & MANY) === 0;
    const values = isSingle ? 1 : data.readUInt32LE(at);
    if (!isSingle) at += 4;
    for (let value = 0; value < values; value += 1) {
      const length = fixed ?? data.readUInt32LE(at);
      if (fixed === undefined) at += 4;
      const bytes = data.subarray(at, at + length);
      if (id === LONG_FILE_NAME && type === STRING_16) return upToZero(bytes.toString('utf16le'));
      if (id === LONG_FILE_NAME && type === STRING_8) return upToZero(decode(bytes));
      at += padded(length);
      if (at > data.length) throw new RangeError('A property is damaged');
    }
  }
  return '';
}

/**
 * The attachments in a `winmail.dat`; none where it holds only how Outlook shows the text.
 * @returns undefined when it is something else, or damaged
 */
export function unpackTnef(packed: Buffer, decode: DecodeCodePage): readonly TnefFile[] | undefined {
  if (packed.length < HEAD_BYTES || packed.readUInt32LE(0) !== SIGNATURE) return undefined;
  const files: { name: string; bytes: Buffer | undefined }[] = [];
  let codePage: number | undefined;
  try {
    for (const { id, data } of attributesOf(packed)) {
      const file = files.at(-1);
      const decodeText = (bytes: Buffer) => decode(bytes, codePage);
      if (id === OEM_CODE_PAGE) codePage = data.readUInt32LE(0);
      else if (id === RENDERING) files.push({ name: '', bytes: undefined });
      else if (file === undefined) continue;
      else if (id === TITLE) file.name ||= upToZero(decodeText(data));
      else if (id === DATA) file.bytes = data;
      else if (id === PROPERTIES) file.name = longNameOf(data, decodeText) || file.name;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return files.flatMap(({ name, bytes }) => (bytes === undefined ? [] : [{ name, bytes }]));
}
