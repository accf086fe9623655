import { describe, expect, test } from 'vitest';
import { beginWithPage, readPicture, tiffPages } from '../../../../../electron/server/readers/picture/picture.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

/** A TIFF file of pages without entries; each is described 6 bytes behind the one before. */
function makeTiff(order: 'II' | 'MM', pages: number, last = 0): Buffer {
  const file = Buffer.alloc(8 + pages * 6);
  const [uint16, uint32] =
    order === 'II'
      ? [file.writeUInt16LE.bind(file), file.writeUInt32LE.bind(file)]
      : [file.writeUInt16BE.bind(file), file.writeUInt32BE.bind(file)];
  file.write(order, 'latin1');
  uint16(42, 2);
  uint32(8, 4);
  for (let page = 0; page < pages; page += 1) uint32(page === pages - 1 ? last : 8 + (page + 1) * 6, 8 + page * 6 + 2);
  return file;
}

describe('the pages of a TIFF file', () => {
  test.each(['II', 'MM'] as const)('are found in either byte order: %s', (order) => {
    const file = makeTiff(order, 3);
    expect(tiffPages(file)).toEqual([8, 14, 20]);
    beginWithPage(file, 14);
    expect(tiffPages(file)).toEqual([14, 20]);
  });

  test('end where the file names a page again, or one outside of it', () => {
    expect(tiffPages(makeTiff('II', 3, 8))).toEqual([8, 14, 20]);
    expect(tiffPages(makeTiff('II', 2, 9999))).toEqual([8, 14]);
    expect(tiffPages(makeTiff('II', 2).subarray(0, 15))).toEqual([8]);
  });

  test('are too many to be read', async () => {
    const file = await makeFile('a.tif', makeTiff('II', 100_000));
    const pages = readPicture(file, 'eng', { signal: new AbortController().signal, onRead: () => undefined });
    await expect(pages.next()).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('more than 2,000 pages'),
    });
  });

  test('are none of another file', () => {
    expect(tiffPages(Buffer.from('no picture'))).toEqual([]);
    expect(tiffPages(Buffer.from('II*\0'))).toEqual([]);
  });
});
