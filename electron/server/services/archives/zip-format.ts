/** Sizes and places over this need the longer fields of ZIP64 (APPNOTE.TXT of PKWARE, 4.3 and 4.5.3). */
export const MAX_32_BITS = 0xff_ff_ff_ff;
const MAX_16_BITS = 0xff_ff;
/** 4.5: what reads it has to know ZIP64. */
const VERSION = 45;
/** Sizes follow the data (bit 3); names are UTF-8 (bit 11). */
const FLAGS = 0x08_08;
/** 1 January 1980, the first day that a ZIP file can name: archives say in their manifest when they were made. */
const FIRST_DAY = 0x21;
const ZIP64_FIELD = 1;

/** A part of a ZIP file that has been written. */
export interface ZipEntry {
  readonly name: Buffer;
  /** 8 deflated, 0 as it is. */
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Where its header begins. */
  readonly offset: number;
}

function record(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else if (bytes === 4) buffer.writeUInt32LE(value, at);
    else buffer.writeUInt16LE(value, at);
    at += bytes;
  }
  return buffer;
}

/** What stands before the data of a part, whose sizes are not known yet. */
export function localHeader({ name, method }: Pick<ZipEntry, 'name' | 'method'>): Buffer {
  const extra = record([2, ZIP64_FIELD], [2, 16], [8, 0], [8, 0]);
  const fixed = record(
    ...([
      [4, 0x04_03_4b_50],
      [2, VERSION],
      [2, FLAGS],
      [2, method],
      [2, 0],
      [2, FIRST_DAY],
    ] as const),
    ...([
      [4, 0],
      [4, MAX_32_BITS],
      [4, MAX_32_BITS],
      [2, name.length],
      [2, extra.length],
    ] as const),
  );
  return Buffer.concat([fixed, name, extra]);
}

/** What stands behind the data of a part. */
export function dataDescriptor({ crc, packedBytes, sizeBytes }: Omit<ZipEntry, 'name' | 'method' | 'offset'>): Buffer {
  return record([4, 0x08_07_4b_50], [4, crc], [8, packedBytes], [8, sizeBytes]);
}

function directoryEntry(entry: ZipEntry, largest: number): Buffer {
  const { name, method, crc, packedBytes, sizeBytes, offset } = entry;
  const isLarge = packedBytes > largest || sizeBytes > largest || offset > largest;
  const extra = isLarge
    ? record([2, ZIP64_FIELD], [2, 24], [8, sizeBytes], [8, packedBytes], [8, offset])
    : Buffer.alloc(0);
  const short = (value: number) => (isLarge ? MAX_32_BITS : value);
  const fixed = record(
    ...([
      [4, 0x02_01_4b_50],
      [2, VERSION],
      [2, VERSION],
      [2, FLAGS],
      [2, method],
      [2, 0],
      [2, FIRST_DAY],
    ] as const),
    ...([
      [4, crc],
      [4, short(packedBytes)],
      [4, short(sizeBytes)],
      [2, name.length],
      [2, extra.length],
    ] as const),
    ...([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, short(offset)],
    ] as const),
  );
  return Buffer.concat([fixed, name, extra]);
}

/**
 * The directory, with which a ZIP file ends.
 * @param offset where it begins
 * @param largest sizes and places over it are written as ZIP64
 */
export function directory(entries: readonly ZipEntry[], offset: number, largest: number): Buffer {
  const listed = Buffer.concat(entries.map((entry) => directoryEntry(entry, largest)));
  const count = entries.length;
  const isLarge = offset > largest || listed.length > largest || count >= MAX_16_BITS;
  const long = record(
    ...([
      [4, 0x06_06_4b_50],
      [8, 44],
      [2, VERSION],
      [2, VERSION],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
    ] as const),
    ...([
      [8, listed.length],
      [8, offset],
    ] as const),
    ...([
      [4, 0x07_06_4b_50],
      [4, 0],
      [8, offset + listed.length],
      [4, 1],
    ] as const),
  );
  const shortCount = isLarge ? MAX_16_BITS : count;
  const end = record(
    ...([
      [4, 0x06_05_4b_50],
      [2, 0],
      [2, 0],
      [2, shortCount],
      [2, shortCount],
    ] as const),
    ...([
      [4, isLarge ? MAX_32_BITS : listed.length],
      [4, isLarge ? MAX_32_BITS : offset],
      [2, 0],
    ] as const),
  );
  return Buffer.concat([listed, ...(isLarge ? [long] : []), end]);
}
