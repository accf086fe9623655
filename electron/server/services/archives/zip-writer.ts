import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Manifest } from './archive-format.ts';
import { dataDescriptor, directory, localHeader, MAX_32_BITS, type ZipEntry } from './zip-format.ts';

/** Level of the packing: the text shrinks to about a third, and packing holds nothing up. */
const LEVEL = 1;

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
