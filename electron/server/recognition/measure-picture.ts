import { imageSize } from 'image-size';
import { PictureUnreadable } from '../core/text-recogniser.ts';

/** A0 at 200 dots an inch. More would need too much memory to unpack. */
const MOST_PIXELS = 64_000_000;
/** What begins a picture without compression that we drew ourselves (PGM). */
const PGM_MARK = 'P5';

/**
 * How a picture is to be turned, as EXIF says it (1: not at all).
 * @throws PictureUnreadable for what is no picture, or has more than 64 million pixels
 */
export function orientationOf(picture: Uint8Array): number {
  if (Buffer.from(picture.subarray(0, PGM_MARK.length)).toString('latin1') === PGM_MARK) return 1;
  const { width, height, orientation } = measure(picture);
  if (width * height > MOST_PIXELS) {
    throw new PictureUnreadable(`it has ${width} × ${height} pixels, which is more than ${MOST_PIXELS / 1e6} million`);
  }
  return orientation ?? 1;
}

function measure(picture: Uint8Array) {
  try {
    return imageSize(picture);
  } catch (error) {
    throw new PictureUnreadable('it is damaged', error);
  }
}
