import { afterAll, describe, expect, test } from 'vitest';
import { readAnyFile } from '../../../../../electron/server/readers/read-any-file.ts';
import { createTextRecogniser } from '../../../../../electron/server/recognition/text-recogniser.ts';
import { putEnglish } from '../../../../helpers/builders/ocr-language.ts';
import { makePng, makeTiff } from '../../../../helpers/builders/picture-files.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';
import { drawText } from '../../../../helpers/builders/text-pictures.ts';

const makeFile = sourceFileMaker();
const folder = makeTemporaryFolder().path;
putEnglish(folder);
const recogniser = createTextRecogniser({ folder });
afterAll(() => recogniser[Symbol.asyncDispose]());

async function read(name: string, content: Uint8Array, ocr = true) {
  const context = { signal: new AbortController().signal, onRead: () => undefined, recogniser };
  const documents: unknown[] = [];
  const file = await makeFile(name, content);
  for await (const { text, metadata } of readAnyFile(file, { usage: 'perPage', ocr }, context)) {
    documents.push([text, metadata]);
  }
  return documents;
}

describe('a picture', () => {
  test('gives the text on it where text recognition is switched on', async () => {
    expect(await read('a.png', makePng(drawText(['THE WATER IS COLD'])))).toEqual([['THE WATER IS COLD', {}]]);
  });

  test('with several pages gives a document a page', async () => {
    const tiff = makeTiff([drawText(['THE WATER IS COLD']), drawText(['A BIRD WAITS'])]);
    expect(await read('a.tif', tiff)).toEqual([
      ['THE WATER IS COLD', { loc: { pageNumber: 1 } }],
      ['A BIRD WAITS', { loc: { pageNumber: 2 } }],
    ]);
  });

  test('is refused without, and the refusal says how to switch it on', async () => {
    await expect(read('a.png', makePng(drawText(['A'])), false)).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringContaining('switch on "Recognise text in scans"'),
    });
  });

  test('that is damaged, too large or without text is refused', async () => {
    const png = makePng(drawText(['THE WATER']));
    await expect(read('cut.png', png.subarray(0, png.length / 2))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    await expect(read('blank.png', makePng(drawText(['    '])))).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    const huge = Buffer.from(png);
    huge.writeUInt32BE(100_000, 16);
    huge.writeUInt32BE(100_000, 20);
    await expect(read('huge.png', huge)).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      message: expect.stringContaining('100000 × 100000 pixels'),
    });
  });
});
