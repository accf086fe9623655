/** What a compound file holds, by names: bytes of streams, and storages. */
export interface CompoundContent {
  readonly [name: string]: Uint8Array | CompoundContent;
}

const [SECTOR, SMALL, SMALL_LIMIT] = [512, 64, 4096];
const [END, FREE, TABLE, NONE] = [0xfffffffe, 0xffffffff, 0xfffffffd, 0xffffffff];

interface Row {
  readonly name: string;
  readonly type: 1 | 2 | 5;
  readonly bytes: Uint8Array;
  child: number;
  next: number;
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function padded(bytes: Uint8Array, size: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((size - (bytes.length % size)) % size)]);
}

/** Rows of the directory; the entries of a storage are a list, each the right one of that before. */
function listRows(content: CompoundContent, rows: Row[] = []): Row[] {
  if (rows.length === 0) rows.push({ name: 'Root Entry', type: 5, bytes: Buffer.alloc(0), child: NONE, next: NONE });
  const parent = rows.at(-1);
  let before: Row | undefined;
  for (const [name, value] of Object.entries(content)) {
    const isStream = value instanceof Uint8Array;
    const row: Row = {
      name,
      type: isStream ? 2 : 1,
      bytes: isStream ? value : Buffer.alloc(0),
      child: NONE,
      next: NONE,
    };
    if (before !== undefined) before.next = rows.length;
    else if (parent !== undefined) parent.child = rows.length;
    before = row;
    rows.push(row);
    if (!isStream) listRows(value, rows);
  }
  return rows;
}

function writeRow({ name, type, child, next }: Row, start: number, size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes.writeUInt8(type, 66);
  for (const [at, value] of [
    [68, NONE],
    [72, next],
    [76, child],
    [116, start],
    [120, size],
  ] as const)
    bytes.writeUInt32LE(value, at);
  return bytes;
}

/** A compound file of version 3, the container of Outlook's mails. */
export function makeCompound(content: CompoundContent): Buffer {
  const rows = listRows(content);
  const next: number[] = [];
  const sectors: Buffer[] = [];
  const addChain = (bytes: Uint8Array): number => {
    if (bytes.length === 0) return END;
    const start = next.length;
    const count = Math.ceil(bytes.length / SECTOR);
    for (let index = 1; index <= count; index += 1) next.push(index === count ? END : start + index);
    sectors.push(padded(bytes, SECTOR));
    return start;
  };
  const small: Buffer[] = [];
  const smallNext: number[] = [];
  const starts = rows.map(({ bytes }) => {
    if (bytes.length === 0 || bytes.length >= SMALL_LIMIT) return addChain(bytes);
    const start = smallNext.length;
    const count = Math.ceil(bytes.length / SMALL);
    for (let index = 1; index <= count; index += 1) smallNext.push(index === count ? END : start + index);
    small.push(padded(bytes, SMALL));
    return start;
  });
  const smallBytes = Buffer.concat(small);
  const smallStart = addChain(smallBytes);
  const smallTable = addChain(numbers(smallNext));
  const directory = addChain(
    Buffer.concat(
      rows.map((row, index) =>
        index === 0
          ? writeRow(row, smallStart, smallBytes.length)
          : writeRow(row, starts[index] ?? END, row.bytes.length),
      ),
    ),
  );
  const tableSectors = Math.ceil((next.length + 1) / (SECTOR / 4 - 1));
  const tables = Array.from({ length: tableSectors }, (_, index) => next.length + index);
  const table = numbers([...next, ...tables.map(() => TABLE)]);
  const header = Buffer.alloc(SECTOR);
  header.write('d0cf11e0a1b11ae1', 'hex');
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tableSectors],
    [48, directory],
    [56, SMALL_LIMIT],
    [60, smallTable],
    [64, 1],
    [68, END],
  ] as const) {
    header.writeUInt32LE(value, at);
  }
  numbers(Array.from({ length: 109 }, (_, index) => tables[index] ?? FREE)).copy(header, 76);
  const filled = Buffer.alloc(tableSectors * SECTOR, 0xff);
  table.copy(filled);
  return Buffer.concat([header, ...sectors, filled]);
}

/** Ids of properties, [MS-OXPROPS]. */
const IDS = {
  subject: 0x0037,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  senderSmtp: 0x5d01,
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  submitTime: 0x0039,
  internetCodePage: 0x3fde,
  codePage: 0x3ffd,
  displayName: 0x3001,
  address: 0x3003,
  smtp: 0x39fe,
  recipientType: 0x0c15,
  fileName: 0x3707,
  shortFileName: 0x3704,
  content: 0x3701,
  mimeType: 0x370e,
  attachFlags: 0x3714,
  attachMethod: 0x3705,
} as const;

/** Values of properties: a text is Unicode, bytes are binary. */
export type OutlookValues = { readonly [Name in keyof typeof IDS]?: string | Uint8Array | number | Date };

const substg = (id: number, type: string): string =>
  `__substg1.0_${id.toString(16).toUpperCase().padStart(4, '0')}${type}`;

function fixedValue(id: number, value: number | Date): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(id * 0x10000 + (typeof value === 'number' ? 0x0003 : 0x0040));
  if (typeof value === 'number') bytes.writeInt32LE(value, 8);
  else bytes.writeBigUInt64LE(BigInt(value.getTime() + 11_644_473_600_000) * 10_000n, 8);
  return bytes;
}

function writeValues(values: OutlookValues, headBytes: number): CompoundContent {
  const content: Record<string, Uint8Array> = {};
  const fixed: Uint8Array[] = [Buffer.alloc(headBytes)];
  for (const [name, id] of Object.entries(IDS) as [keyof typeof IDS, number][]) {
    const value = values[name];
    if (typeof value === 'string') content[substg(id, '001F')] = Buffer.from(value, 'utf16le');
    else if (value instanceof Uint8Array) content[substg(id, '0102')] = value;
    else if (value !== undefined) fixed.push(fixedValue(id, value));
  }
  return { '__properties_version1.0': Buffer.concat(fixed), ...content };
}

export interface OutlookParts {
  readonly values: OutlookValues;
  /** Streams of other types, by their names. */
  readonly streams?: CompoundContent;
  readonly recipients?: readonly OutlookValues[];
  readonly attachments?: readonly OutlookValues[];
  /** Messages within it. */
  readonly messages?: readonly OutlookParts[];
}

function writeMessage(
  { values, streams = {}, recipients = [], attachments = [], messages = [] }: OutlookParts,
  headBytes: number,
): CompoundContent {
  const numbered = (prefix: string, parts: readonly CompoundContent[]) =>
    parts.map((part, index) => [`${prefix}#${index.toString(16).padStart(8, '0')}`, part] as const);
  const inner = messages.map((message) => ({
    ...writeValues({ displayName: 'a message', attachMethod: 5 }, 8),
    [substg(IDS.content, '000D')]: writeMessage(message, 24),
  }));
  return {
    ...writeValues(values, headBytes),
    ...streams,
    ...Object.fromEntries(
      numbered(
        '__recip_version1.0_',
        recipients.map((one) => writeValues(one, 8)),
      ),
    ),
    ...Object.fromEntries(
      numbered('__attach_version1.0_', [...attachments.map((one) => writeValues(one, 8)), ...inner]),
    ),
  };
}

/** A mail as Outlook saves it (.msg). */
export function makeOutlookMail(parts: OutlookParts): Buffer {
  return makeCompound(writeMessage(parts, 32));
}
