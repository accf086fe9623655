import { crc32, deflateSync } from 'node:zlib';
import type { TextPicture } from './text-pictures.ts';

function pngPart(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const part = Buffer.alloc(8 + body.length);
  part.writeUInt32BE(content.length, 0);
  body.copy(part, 4);
  part.writeUInt32BE(crc32(body), 4 + body.length);
  return part;
}

/** A PNG file in shades of grey. */
export function makePng({ width, height, data }: TextPicture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.of(0), data.subarray(row * width, (row + 1) * width)]),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(Buffer.concat(rows))),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

/** Tags of TIFF: width, height, bits, no compression, black is 0, where the pixels are, samples, rows of the strip, its bytes. */
const TAGS = [256, 257, 258, 259, 262, 273, 277, 278, 279];
const LONG = 4;

/** A TIFF file in shades of grey, one page for each picture. */
export function makeTiff(pictures: readonly TextPicture[]): Buffer {
  const parts = [Buffer.from('49492a0008000000', 'hex')];
  let start = 8;
  for (const [index, { width, height, data }] of pictures.entries()) {
    const pixelsAt = start + 2 + TAGS.length * 12 + 4;
    const values = [width, height, 8, 1, 1, pixelsAt, 1, height, data.length];
    const page = Buffer.alloc(pixelsAt - start);
    page.writeUInt16LE(TAGS.length, 0);
    for (const [entry, tag] of TAGS.entries()) {
      const at = 2 + entry * 12;
      page.writeUInt16LE(tag, at);
      page.writeUInt16LE(LONG, at + 2);
      page.writeUInt32LE(1, at + 4);
      page.writeUInt32LE(values[entry] ?? 0, at + 8);
    }
    // Pages begin at an even byte.
    const pixels = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
    const next = pixelsAt + pixels.length;
    page.writeUInt32LE(index === pictures.length - 1 ? 0 : next, page.length - 4);
    parts.push(page, pixels);
    start = next;
  }
  return Buffer.concat(parts);
}
