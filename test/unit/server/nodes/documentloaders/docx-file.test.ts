import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../../../../../electron/server/core/document.ts';
import { docxFile } from '../../../../../electron/server/nodes/documentloaders/docx-file.ts';
import { docxFile as definition } from '../../../../../shared/nodes/documentloaders/docx-file.ts';
import {
  makeDocx,
  makeLyingZipBombDocx,
  makePdf,
  makeZip,
  makeZipBombDocx,
} from '../../../../helpers/builders/office-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = (file: SourceFile) => readDocuments(docxFile, definition.params.parse({}), file);

describe('docxFile', () => {
  test('gives the paragraphs, parted by blank lines', async () => {
    const file = await makeFile('letter.docx', await makeDocx(['Dear Ada,', '', 'grüße & <tags>', 'Yours']));
    const { documents, bytesRead } = await read(file);
    expect(documents).toEqual([{ text: 'Dear Ada,\n\ngrüße & <tags>\n\nYours', metadata: {} }]);
    expect(bytesRead).toBe(file.sizeBytes);
  });

  test('streams a document of many paragraphs', async () => {
    const paragraphs = Array.from({ length: 30_000 }, (_, index) => `paragraph ${index}`);
    const { documents } = await read(await makeFile('long.docx', await makeDocx(paragraphs)));
    expect(documents[0]?.text).toBe(paragraphs.join('\n\n'));
  });

  test.each([
    ['an archive that unpacks to a thousand times its size', makeZipBombDocx],
    ['one whose directory claims otherwise', makeLyingZipBombDocx],
  ])('refuses %s', async (_, make) => {
    await expect(read(await makeFile('bomb.docx', make()))).rejects.toMatchObject({
      code: 'ARCHIVE_TOO_LARGE',
      status: 413,
      message: expect.stringContaining('bomb.docx'),
    });
  });

  test.each([
    ['a PDF document', () => makePdf(['text'])],
    ['a text file', async () => 'only words'],
    ['a ZIP archive', async () => makeZip({ 'a.txt': 'text' })],
    ['an Excel workbook', async () => makeZip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<a/>' })],
    ['an OpenDocument file', async () => makeZip({ mimetype: 'x', 'META-INF/manifest.xml': '<a/>' })],
  ])('says that %s is not a Word document', async (kind, make) => {
    await expect(read(await makeFile('a.docx', await make()))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringContaining(kind),
    });
  });

  const compoundHead = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

  test('distinguishes a document with a password from an old one', async () => {
    const old = Buffer.concat([Buffer.from(compoundHead), Buffer.alloc(5000)]);
    const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(500)]);
    await expect(read(await makeFile('a.docx', old))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await expect(read(await makeFile('a.docx', locked))).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' });
  });

  test('names a file that was cut short', async () => {
    const whole = await makeDocx(['text '.repeat(1000)]);
    const file = await makeFile('cut.docx', whole.subarray(0, whole.length - 200));
    await expect(read(file)).rejects.toMatchObject({ code: 'FILE_CORRUPT', details: { file: 'cut.docx' } });
  });

  test('names a file with a damaged byte', async () => {
    const bytes = await makeDocx([Array.from({ length: 3000 }, (_, index) => `word${index * 7919}`).join(' ')]);
    bytes[2000] = (bytes[2000] ?? 0) ^ 0xff;
    await expect(read(await makeFile('bad.docx', bytes))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  test('names a file with invalid XML', async () => {
    const zip = makeZip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document' });
    await expect(read(await makeFile('bad.docx', zip))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  test('refuses an empty file and one without text', async () => {
    await expect(read(await makeFile('a.docx', ''))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    const blank = await makeFile('a.docx', await makeDocx(['', ' ']));
    await expect(read(blank)).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });
});
