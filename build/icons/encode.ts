/** A picture: four bytes a pixel (red, green, blue, opacity), rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const BITMAP_HEADER_BYTES = 40;
const BITMAP_FILE_HEADER_BYTES = 14;

function rowBytes(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}

/** The header BITMAPINFOHEADER of Windows. An icon counts its mask, so it is twice as high. */
function bitmapHeader(width: number, height: number, bits: number): Buffer {
  const header = Buffer.alloc(BITMAP_HEADER_BYTES);
  header.writeUInt32LE(BITMAP_HEADER_BYTES, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  return header;
}

/** Rows from the bottom, blue first, as Windows keeps them. */
function bottomUp({ width, height, data }: Pixels, bytesPerPixel: 3 | 4): Buffer {
  const stride = rowBytes(width, bytesPerPixel * 8);
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = ((height - 1 - y) * width + x) * 4;
      const to = y * stride + x * bytesPerPixel;
      rows[to] = data[from + 2] ?? 0;
      rows[to + 1] = data[from + 1] ?? 0;
      rows[to + 2] = data[from] ?? 0;
      if (bytesPerPixel === 4) rows[to + 3] = data[from + 3] ?? 0;
    }
  }
  return rows;
}

/** A bitmap file of 24 bits, the one kind of picture that an NSIS installer shows. The picture must not be transparent. */
export function encodeBmp(pixels: Pixels): Buffer {
  const content = Buffer.concat([bitmapHeader(pixels.width, pixels.height, 24), bottomUp(pixels, 3)]);
  const header = Buffer.alloc(BITMAP_FILE_HEADER_BYTES);
  header.write('BM', 'latin1');
  header.writeUInt32LE(BITMAP_FILE_HEADER_BYTES + content.length, 2);
  header.writeUInt32LE(BITMAP_FILE_HEADER_BYTES + BITMAP_HEADER_BYTES, 10);
  return Buffer.concat([header, content]);
}

/** An icon of Windows: bitmaps, and for 256 pixels a PNG, which Windows reads from Vista on. */
export function encodeIco(pictures: readonly { readonly pixels: Pixels; readonly png: Uint8Array }[]): Buffer {
  const contents = pictures.map(({ pixels, png }) => {
    if (pixels.width >= 256) return Buffer.from(png);
    // The mask hides nothing: the opacity of the pixels counts.
    const mask = Buffer.alloc(rowBytes(pixels.width, 1) * pixels.height);
    return Buffer.concat([bitmapHeader(pixels.width, pixels.height * 2, 32), bottomUp(pixels, 4), mask]);
  });
  const directory = Buffer.alloc(6 + 16 * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [index, { pixels }] of pictures.entries()) {
    const at = 6 + 16 * index;
    const length = contents[index]?.length ?? 0;
    // 0 stands for 256.
    directory.writeUInt8(pixels.width % 256, at);
    directory.writeUInt8(pixels.height % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([directory, ...contents]);
}

/** An icon of macOS: PNGs, each behind its type of four letters and its length. */
export function encodeIcns(pictures: readonly { readonly type: string; readonly png: Uint8Array }[]): Buffer {
  const block = (type: string, content: Uint8Array): Buffer => {
    const header = Buffer.alloc(8);
    header.write(type, 'latin1');
    header.writeUInt32BE(8 + content.length, 4);
    return Buffer.concat([header, content]);
  };
  return block('icns', Buffer.concat(pictures.map(({ type, png }) => block(type, png))));
}
