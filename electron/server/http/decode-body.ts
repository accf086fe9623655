import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

// Not undici's decompress interceptor: it is experimental, for which each process prints a warning, and takes five layers of packing.

/** The body is packed in a way that nobody asked for. */
export class UnknownEncodingError extends Error {}

/** What {@link decodeBody} can unpack, for the Accept-Encoding header. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/** More layers than anyone packs by intent. */
const MAX_LAYERS = 2;

/**
 * Unpacks a body as it comes. The unpacked bytes are never held: it is for the reader to count them and stop.
 * @param contentEncoding the header of that name
 * @throws UnknownEncodingError at once; zlib's errors from the iteration
 */
export function decodeBody(body: Readable, contentEncoding: string | null): Readable {
  const layers = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (layers.length > MAX_LAYERS) throw new UnknownEncodingError(contentEncoding ?? '');
  const unpackers = layers.toReversed().map(unpackerOf);
  return unpackers.reduce<Readable>((packed, unpacker) => {
    // `pipe` alone leaves the end of a broken connection unseen.
    packed.on('error', (error) => unpacker.destroy(error));
    unpacker.on('close', () => packed.destroy());
    return packed.pipe(unpacker);
  }, body);
}

function unpackerOf(name: string): Transform {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'br') return createBrotliDecompress();
  if (name === 'deflate') return createInflate();
  throw new UnknownEncodingError(name);
}
