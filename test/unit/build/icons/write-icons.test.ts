import { expect, test } from 'vitest';
import { encodeBmp, encodeIcns, encodeIco } from '../../../../build/icons/write-icons.ts';

/** Two rows of three pixels: red, green, blue; then half-transparent white, black, nothing. */
const pixels = {
  width: 3,
  height: 2,
  data: Uint8Array.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128, 0, 0, 0, 255, 0, 0, 0, 0]),
};

test('a bitmap has its rows from the bottom, blue first, filled up to four bytes', () => {
  const bmp = encodeBmp(pixels);
  expect(bmp.toString('latin1', 0, 2)).toBe('BM');
  expect(bmp.readUInt32LE(2)).toBe(bmp.length);
  const at = bmp.readUInt32LE(10);
  expect([bmp.readInt32LE(18), bmp.readInt32LE(22), bmp.readUInt16LE(28)]).toEqual([3, 2, 24]);
  expect([...bmp.subarray(at, at + 12)]).toEqual([255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect([...bmp.subarray(at + 12)]).toEqual([0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0]);
});

test('an icon of Windows lists bitmaps with a mask, and a PNG for 256 pixels', () => {
  const png = Buffer.from('a png');
  const large = { width: 256, height: 256, data: new Uint8Array() };
  const ico = encodeIco([
    { pixels, png },
    { pixels: large, png },
  ]);
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 2]);
  expect([...ico.subarray(6, 8), ...ico.subarray(22, 24)]).toEqual([3, 2, 0, 0]);
  const [length, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)];
  expect(length).toBe(40 + 4 * 6 + 2 * 4);
  expect(ico.readInt32LE(offset + 8)).toBe(4);
  expect([...ico.subarray(offset + 40, offset + 44)]).toEqual([255, 255, 255, 128]);
  expect(ico.subarray(ico.readUInt32LE(34)).toString()).toBe('a png');
});

test('an icon of macOS is blocks with a type and a length', () => {
  const icns = encodeIcns([
    { type: 'ic07', png: Buffer.from('one') },
    { type: 'ic08', png: Buffer.from('other') },
  ]);
  expect(icns.toString('latin1')).toBe('icns\0\0\0\x20ic07\0\0\0\x0boneic08\0\0\0\x0dother');
});
