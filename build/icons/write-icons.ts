import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

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

const MARK = new URL('../../renderer/public/icon.svg', import.meta.url);
/** The page's --canvas and --border, light (renderer/styles/tokens.css). */
const CANVAS = '#f6f6f3';
const LINE = '#dbdad4';

const LINUX_SIZES = [16, 32, 48, 64, 128, 256, 512];
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 256];
/** Types of an icns that hold a PNG, by size; those of 2 in the middle are for screens of twice the density. */
const MAC_TYPES = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 };
/** Apple's grid: the shape takes 824 of 1024 pixels. */
const MAC_SHARE = 824 / 1024;

interface Drawn {
  readonly png: Uint8Array;
  readonly pixels: Pixels;
}

function draw(svg: string, width: number): Drawn {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();
  const { pixels: data } = image;
  // The colours come multiplied by their opacity.
  for (let i = 0; i < data.length; i++) {
    const opacity = data[i | 3] ?? 0;
    if ((i & 3) !== 3 && opacity > 0) data[i] = Math.round(((data[i] ?? 0) * 255) / opacity);
  }
  return { png: image.asPng(), pixels: { width: image.width, height: image.height, data } };
}

/** The mark's drawing without its frame, moved and scaled: it is 32 wide. */
function place(mark: string, x: number, y: number, size: number): string {
  const inner = mark.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '');
  return `<g fill="none" transform="translate(${x} ${y}) scale(${size / 32})">${inner}</g>`;
}

function frame(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${content}</svg>`;
}

/** A streams' picture in the background: three lines that become one, as in the mark. */
function streams(width: number, top: number, height: number): string {
  const middle = top + height / 2;
  const path = (y: number): string =>
    `M0 ${y}C${width * 0.5} ${y} ${width * 0.4} ${middle} ${width * 0.75} ${middle}H${width}`;
  const lines = [top, middle, top + height].map((y) => `<path d="${path(y)}"/>`).join('');
  return `<g fill="none" stroke="${LINE}" stroke-width="6" stroke-linecap="round">${lines}</g>`;
}

/** What the installers show: the welcome page and the top of NSIS, and the window of a disk image. Sizes are those that each asks for. */
function installerArt(mark: string): Record<string, string> {
  const ground = (width: number, height: number): string =>
    `<rect width="${width}" height="${height}" fill="${CANVAS}"/>`;
  const arrow = `<path d="M232 200H300M280 180L302 200L280 220" fill="none" stroke="#8a8984" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>`;
  return {
    sidebar: frame(164, 314, ground(164, 314) + streams(164, 170, 100) + place(mark, 42, 48, 80)),
    header: frame(150, 57, ground(150, 57) + place(mark, 103, 10, 37)),
    background: frame(540, 380, ground(540, 380) + streams(540, 260, 80) + arrow),
  };
}

/**
 * Draws the icons of every system and the installers' pictures from the mark.
 * @param folder the target; electron-builder finds them there by their names
 */
export async function writeIcons(folder: string): Promise<void> {
  await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const mark = readFileSync(MARK, 'utf8');
  const inset = (32 * (1 - MAC_SHARE)) / 2;
  const macMark = frame(32, 32, place(mark, inset, inset, 32 * MAC_SHARE));
  const write = (name: string, content: Uint8Array): void => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  for (const size of LINUX_SIZES) write(`linux/${size}x${size}.png`, draw(mark, size).png);
  write('icon.ico', encodeIco(WINDOWS_SIZES.map((size) => draw(mark, size))));
  const macPictures = Object.entries(MAC_TYPES).map(([type, size]) => ({ type, png: draw(macMark, size).png }));
  write('icon.icns', encodeIcns(macPictures));
  const { sidebar = '', header = '', background = '' } = installerArt(mark);
  write('installerSidebar.bmp', encodeBmp(draw(sidebar, 164).pixels));
  write('installerHeader.bmp', encodeBmp(draw(header, 150).pixels));
  write('background.png', draw(background, 540).png);
  write('background@2x.png', draw(background, 1080).png);
  // In the system's tray; a Mac takes the shape only, so the mark stands there without its ground.
  const shape = mark.replace(/<rect[^>]*>/, '').replaceAll('#fff', '#000');
  for (const [name, size] of [
    ['', 16],
    ['@2x', 32],
  ] as const) {
    write(`tray${name}.png`, draw(mark, size).png);
    write(`trayTemplate${name}.png`, draw(shape, size).png);
  }
  write('icon.png', draw(mark, 256).png);
}
