import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Manifest } from './archive-format.ts';

/** Sizes and places over this need the longer fields of ZIP64 (APPNOTE.TXT of PKWARE, 4.3 and 4.5.3). */
const MAX_32_BITS = 0xff_ff_ff_ff;
const MAX_16_BITS = 0xff_ff;
/** 4.5: what reads it has to know ZIP64. */
const VERSION = 45;
/** Sizes follow the data (bit 3); names are UTF-8 (bit 11). */
const FLAGS = 0x08_08;
/** 1 January 1980, the first day that a ZIP file can name: archives say in their manifest when they were made. */
const FIRST_DAY = 0x21;
const ZIP64_FIELD = 1;
/** Level of the packing: the text shrinks to about a third, and packing holds nothing up. */
const LEVEL = 1;

/** A part of a ZIP file that has been written. */
interface ZipEntry {
  readonly name: Buffer;
  /** 8 deflated, 0 as it is. */
  readonly method: 0 | 8;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Where its header begins. */
  readonly offset: number;
}

/** @param lengths of the fields in bytes (2, 4 or 8), a digit each */
function record(lengths: string, ...values: readonly number[]): Buffer {
  const fields = [...lengths].map((length, index) => {
    const field = Buffer.alloc(Number(length));
    const value = values[index] ?? 0;
    if (length === '8') field.writeBigUInt64LE(BigInt(value));
    else field.writeUIntLE(value, 0, field.length);
    return field;
  });
  return Buffer.concat(fields);
}

/** What stands before the data of a part, whose sizes are not known yet. */
function localHeader({ name, method }: Pick<ZipEntry, 'name' | 'method'>): Buffer {
  const extra = record('2288', ZIP64_FIELD, 16, 0, 0);
  const start = record('422222', 0x04_03_4b_50, VERSION, FLAGS, method, 0, FIRST_DAY);
  const sizes = record('44422', 0, MAX_32_BITS, MAX_32_BITS, name.length, extra.length);
  return Buffer.concat([start, sizes, name, extra]);
}

/** What stands behind the data of a part. */
function dataDescriptor({ crc, packedBytes, sizeBytes }: Omit<ZipEntry, 'name' | 'method' | 'offset'>): Buffer {
  return record('4488', 0x08_07_4b_50, crc, packedBytes, sizeBytes);
}

function directoryEntry(entry: ZipEntry, largest: number): Buffer {
  const { name, method, crc, packedBytes, sizeBytes, offset } = entry;
  const isLarge = packedBytes > largest || sizeBytes > largest || offset > largest;
  const extra = isLarge ? record('22888', ZIP64_FIELD, 24, sizeBytes, packedBytes, offset) : Buffer.alloc(0);
  const short = (value: number) => (isLarge ? MAX_32_BITS : value);
  const start = record('4222222', 0x02_01_4b_50, VERSION, VERSION, FLAGS, method, 0, FIRST_DAY);
  const sizes = record('44422', crc, short(packedBytes), short(sizeBytes), name.length, extra.length);
  return Buffer.concat([start, sizes, record('22244', 0, 0, 0, 0, short(offset)), name, extra]);
}

/**
 * The directory, with which a ZIP file ends.
 * @param offset where it begins
 * @param largest sizes and places over it are written as ZIP64
 */
function directory(entries: readonly ZipEntry[], offset: number, largest: number): Buffer {
  const listed = Buffer.concat(entries.map((entry) => directoryEntry(entry, largest)));
  const count = entries.length;
  const isLarge = offset > largest || listed.length > largest || count >= MAX_16_BITS;
  const longEnd = record('48224488', 0x06_06_4b_50, 44, VERSION, VERSION, 0, 0, count, count);
  const longPlace = record('884484', listed.length, offset, 0x07_06_4b_50, 0, offset + listed.length, 1);
  const shortCount = isLarge ? MAX_16_BITS : count;
  const short = (value: number) => (isLarge ? MAX_32_BITS : value);
  const end = record('42222', 0x06_05_4b_50, 0, 0, shortCount, shortCount);
  const place = record('442', short(listed.length), short(offset), 0);
  return Buffer.concat([listed, ...(isLarge ? [longEnd, longPlace] : []), end, place]);
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Packs pieces in a thread of the system. What goes wrong with them goes wrong with what is given. */
function deflated(pieces: Pieces): AsyncIterable<Uint8Array> {
  // The error comes out of the stream that is read, too.
  return pipeline(
    Readable.from(pieces, { objectMode: true, highWaterMark: 1 }),
    createDeflateRaw({ level: LEVEL }),
    () => undefined,
  );
}

/**
 * Writes a ZIP file of any size as a stream: what was added is given before more is made.
 * @param largest sizes and places over it are written as ZIP64, which all of today's programs read
 */
export function createZipWriter(largest = MAX_32_BITS) {
  const entries: ZipEntry[] = [];
  const parts: Manifest['parts'] = {};
  let offset = 0;

  return {
    parts,
    /** Adds a part from its pieces. */
    async *add(name: string, pieces: Pieces, isPacked = true): AsyncGenerator<Uint8Array> {
      const start = { name: Buffer.from(name), method: isPacked ? 8 : 0, offset } as const;
      const header = localHeader(start);
      const hash = createHash('sha256');
      let crc = 0;
      let sizeBytes = 0;
      let packedBytes = 0;
      async function* counted(): AsyncGenerator<Uint8Array> {
        for await (const piece of pieces) {
          hash.update(piece);
          crc = crc32(piece, crc);
          sizeBytes += piece.byteLength;
          yield piece;
        }
      }
      yield header;
      for await (const piece of isPacked ? deflated(counted()) : counted()) {
        packedBytes += piece.byteLength;
        yield piece;
        // Other calls have their turn between two pieces.
        await nextTurn();
      }
      const descriptor = dataDescriptor({ crc, packedBytes, sizeBytes });
      entries.push({ ...start, crc, packedBytes, sizeBytes });
      offset += header.length + packedBytes + descriptor.length;
      parts[name] = { sizeBytes, sha256: hash.digest('hex') };
      yield descriptor;
    },
    async *end(): AsyncGenerator<Uint8Array> {
      yield directory(entries, offset, largest);
    },
  };
}

export type ZipWriter = ReturnType<typeof createZipWriter>;
