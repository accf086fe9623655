import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { encodeBmp, encodeIcns, encodeIco, type Pixels } from './encode.ts';

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
