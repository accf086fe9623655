import { isTnef, TNEF_HEAD_BYTES } from '../content/tnef-mark.ts';
import type { DecodeCodePage } from '../text/code-page.ts';
import { writePerson } from './mail-documents.ts';
import { writeTime } from './outlook-properties.ts';

/**
 * What Outlook packs into a `winmail.dat` for mail programs that are not Outlook: TNEF, as [MS-OXTNEF] describes it. The attachments of the mail are in
 * there alone, and often its text, too.
 */

/** Level, id and length. */
const ATTRIBUTE_HEAD_BYTES = 9;
const CHECKSUM_BYTES = 2;

const OEM_CODE_PAGE = 0x00_06_90_07;
/** The first of each attachment. */
const RENDERING = 0x00_06_90_02;
const TITLE = 0x00_01_80_10;
const DATA = 0x00_06_80_0f;
const PROPERTIES = 0x00_06_90_05;

const SUBJECT = 0x00_01_80_04;
const BODY = 0x00_02_80_0c;
const MESSAGE_PROPERTIES = 0x00_06_90_03;

/** Ids of properties, [MS-OXPROPS]. */
const ID = {
  subject: 0x00_37,
  sender: 0x0c_1a,
  senderAddress: 0x0c_1f,
  senderSmtp: 0x5d_01,
  to: 0x0e_04,
  cc: 0x0e_03,
  sent: 0x00_39,
  body: 0x10_00,
  rtf: 0x10_09,
  html: 0x10_13,
  codePage: 0x3f_de,
  data: 0x37_01,
  longFileName: 0x37_07,
  displayName: 0x30_01,
} as const;
const TEXTS = new Set<number>([ID.subject, ID.sender, ID.senderAddress, ID.senderSmtp, ID.to, ID.cc]);
const FIRST_NAMED = 0x80_00;
const MANY = 0x10_00;
const STRING_8 = 0x1e;
const STRING_16 = 0x1f;
const NUMBER = 0x03;
const TIME = 0x40;
/** A message within an attachment, behind the id of its interface. */
const OBJECT = 0x0d;
const INTERFACE_BYTES = 16;
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
  readonly isIntact: boolean;
}

const upToZero = (text: string): string => text.split('\0', 1)[0] ?? '';
const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

/** @throws RangeError when an attribute reaches beyond the end */
function* attributesOf(packed: Buffer): Generator<Attribute> {
  for (let at = TNEF_HEAD_BYTES; at < packed.length; ) {
    const id = packed.readUInt32LE(at + 1);
    const length = packed.readUInt32LE(at + 5);
    const start = at + ATTRIBUTE_HEAD_BYTES;
    const data = packed.subarray(start, start + length);
    let sum = 0;
    for (const byte of data) sum = (sum + byte) & 0xff_ff;
    yield { id, data, isIntact: packed.readUInt16LE(start + length) === sum };
    at = start + length + CHECKSUM_BYTES;
  }
}

/** Where the value of a property begins: behind its name, if it has one instead of a number. */
function afterName(data: Buffer, at: number): number {
  const isNumber = data.readUInt32LE(at + 16) === 0;
  return isNumber ? at + 24 : at + 24 + padded(data.readUInt32LE(at + 20));
}

interface Property {
  readonly id: number;
  readonly type: number;
  readonly bytes: Buffer;
}

/** The values of properties; of one that has several, each. @throws RangeError when they are damaged */
function* propertiesOf(data: Buffer): Generator<Property> {
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
      if (at + length > data.length) throw new RangeError('A property is damaged');
      yield { id, type, bytes: data.subarray(at, at + length) };
      at += padded(length);
    }
  }
}

type Decode = (bytes: Buffer) => string;

function textOf({ type, bytes }: Property, decode: Decode): string {
  if (type !== STRING_16 && type !== STRING_8) return '';
  return upToZero(type === STRING_16 ? bytes.toString('utf16le') : decode(bytes)).trim();
}

interface OpenFile {
  name: string;
  bytes: Buffer | undefined;
}

function readFileProperties(file: OpenFile, data: Buffer, decode: Decode): void {
  for (const property of propertiesOf(data)) {
    const { id, type, bytes } = property;
    if (id === ID.longFileName) file.name = textOf(property, decode) || file.name;
    else if (id === ID.displayName) file.name ||= textOf(property, decode);
    else if (id === ID.data && type === OBJECT) {
      file.bytes = bytes.subarray(INTERFACE_BYTES);
      if (isTnef(file.bytes)) file.name = `${file.name.replace(/\.(?:msg|dat)$/i, '') || 'message'}.tnef`;
    } else if (id === ID.data) file.bytes ??= bytes;
  }
}

/** What is read so far. */
interface Unpacking {
  readonly files: OpenFile[];
  readonly texts: Map<number, string>;
  body: string;
  html: string | Buffer | undefined;
  rtf: Buffer | undefined;
  sent: string;
  codePage: number | undefined;
}

function readMessageProperties(found: Unpacking, data: Buffer, decode: Decode): void {
  for (const property of propertiesOf(data)) {
    const { id, type, bytes } = property;
    if (TEXTS.has(id)) found.texts.set(id, textOf(property, decode));
    else if (id === ID.codePage && type === NUMBER) found.codePage = bytes.readUInt32LE(0);
    else if (id === ID.sent && type === TIME) found.sent = writeTime(bytes.readBigUInt64LE());
    else if (id === ID.rtf) found.rtf = bytes;
    else if (id === ID.html) found.html = textOf(property, decode) || bytes;
    else if (id === ID.body) found.body = textOf(property, decode) || found.body;
  }
}

/** A message as Outlook packed it. */
export interface TnefMessage {
  readonly files: readonly TnefFile[];
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  /** ISO 8601, or empty. */
  readonly date: string;
  readonly body: string;
  /** As bytes where nothing is said of their encoding outside of them. */
  readonly html: string | Buffer | undefined;
  /** Packed once more. */
  readonly rtf: Buffer | undefined;
  /** Whether a part of it could not be read. */
  readonly isDamaged: boolean;
}

/**
 * The text and the attachments in a `winmail.dat`, as far as they can be read; none where it holds only how Outlook shows the text.
 * @returns undefined when it is something else
 */
export function unpackTnef(packed: Buffer, decode: DecodeCodePage): TnefMessage | undefined {
  if (!isTnef(packed)) return undefined;
  const found: Unpacking = {
    files: [],
    texts: new Map(),
    body: '',
    html: undefined,
    rtf: undefined,
    sent: '',
    codePage: undefined,
  };
  let isDamaged = false;
  try {
    for (const attribute of attributesOf(packed)) {
      if (attribute.isIntact) readAttribute(found, attribute, decode);
      else isDamaged = true;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    isDamaged = true;
  }
  const { files, texts, body, html, rtf, sent } = found;
  const text = (id: number) => texts.get(id) ?? '';
  return {
    files: files.flatMap(({ name, bytes }) => (bytes === undefined ? [] : [{ name, bytes }])),
    subject: text(ID.subject),
    from: writePerson(text(ID.sender), [ID.senderSmtp, ID.senderAddress].map(text)),
    to: text(ID.to),
    cc: text(ID.cc),
    date: sent,
    body,
    html,
    rtf,
    isDamaged,
  };
}

function readAttribute(found: Unpacking, { id, data }: Attribute, decode: DecodeCodePage): void {
  const decodeText = (bytes: Buffer) => decode(bytes, found.codePage);
  const file = found.files.at(-1);
  if (id === OEM_CODE_PAGE) found.codePage = data.readUInt32LE(0);
  else if (id === SUBJECT) found.texts.set(ID.subject, upToZero(decodeText(data)).trim());
  else if (id === BODY) found.body ||= upToZero(decodeText(data)).trim();
  else if (id === MESSAGE_PROPERTIES) readMessageProperties(found, data, decodeText);
  else if (id === RENDERING) found.files.push({ name: '', bytes: undefined });
  else if (file === undefined) return;
  else if (id === TITLE) file.name ||= upToZero(decodeText(data));
  else if (id === DATA) file.bytes = data;
  else if (id === PROPERTIES) readFileProperties(file, data, decodeText);
}
