import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UserError } from '../../../../shared/errors/errors.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * What unpacks a body, by its `Content-Encoding`; undefined for one that is not packed. Limits apply to what comes out.
 * @throws UserError UNSUPPORTED_MEDIA_TYPE
 */
export function decoderOf(encoding: string | undefined): Transform | undefined {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const create = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (create !== undefined) return create();
  throw new UserError(
    'UNSUPPORTED_MEDIA_TYPE',
    `A body with Content-Encoding ${name.slice(0, 100)} can't be read: send it as gzip, deflate or br, or as it is.`,
  );
}

/** What to say of a body that does not unpack. */
export function badlyPacked(cause: Error): UserError {
  return new UserError(
    'INVALID_INPUT',
    `The body can't be unpacked (${cause.message}): check that it is what Content-Encoding says.`,
    { cause },
  );
}
