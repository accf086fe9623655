import { describe, expect, test } from 'vitest';
import { fileLoader } from '../../../../../electron/server/nodes/documentloaders/file-loader.ts';
import {
  fileLoader as definition,
  isReadable,
  readableExtensions,
} from '../../../../../shared/nodes/documentloaders/file-loader.ts';
import { makeEpub } from '../../../../helpers/builders/book-fixtures.ts';
import { makeOdt } from '../../../../helpers/builders/odf-fixtures.ts';
import { makeDocx, makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { makePptx, makeXlsx } from '../../../../helpers/builders/sheet-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function textsOf(name: string, content: string | Uint8Array, usage = 'perPage', pointerName = '') {
  const params = definition.params.parse({ usage, pointerName });
  const { documents } = await readDocuments(fileLoader, params, await makeFile(name, content));
  return documents.map((document) => document.text);
}

describe('fileLoader', () => {
  test('picks the reader by the extension, in any case', async () => {
    expect(await textsOf('a.PDF', await makePdf(['one', 'two']))).toEqual(['one', 'two']);
    expect(await textsOf('a.docx', await makeDocx(['one', 'two']))).toEqual(['one\n\ntwo']);
    expect(await textsOf('a.csv', 'a,b\n1,2\n3,4\n')).toEqual(['a: 1\nb: 2', 'a: 3\nb: 4']);
    expect(await textsOf('a.md', '# one\n')).toEqual(['# one\n']);
  });

  test('hands on how to part a paged file', async () => {
    expect(await textsOf('a.pdf', await makePdf(['one', 'two']), 'perFile')).toEqual(['one\n\ntwo']);
  });

  test('reads JSON whole, or what is under a pointer', async () => {
    expect(await textsOf('a.json', '{"a": "one", "b": "two"}')).toEqual(['a: one\nb: two']);
    expect(await textsOf('a.json', '{"a": "one", "b": "two"}', 'perPage', 'b')).toEqual(['two']);
    expect(await textsOf('a.jsonl', '{"a": "one", "b": 2}\n{"a": "three"}\n')).toEqual(['a: one\nb: 2', 'a: three']);
    expect(await textsOf('a.ndjson', '{"a": "one", "b": 2}\n', 'perPage', '/a')).toEqual(['one']);
  });

  test('reads workbooks and presentations', async () => {
    expect(await textsOf('a.xlsx', makeXlsx())).toEqual(['bird: heron\nplace: reeds']);
    expect(await textsOf('a.XLSM', makeXlsx())).toEqual(['bird: heron\nplace: reeds']);
    expect(await textsOf('a.pptx', makePptx())).toEqual(['The heron stands in the reeds.']);
  });

  test('says what a document of an old Office format is and what it should be saved as', async () => {
    const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(5000)]);
    for (const [name, kind, newer] of [
      ['a.doc', 'a Word document of before 2007', '.docx'],
      ['a.XLS', 'an Excel workbook of before 2007', '.xlsx'],
      ['a.ppt', 'a PowerPoint presentation of before 2007', '.pptx'],
    ] as const) {
      await expect(textsOf(name, old), name).rejects.toMatchObject({
        code: 'UNSUPPORTED_FILE_TYPE',
        message: expect.stringMatching(`^"${name}" is ${kind}.*: .*save it as ${newer}`),
      });
    }
    await expect(textsOf('nameless', old)).rejects.toMatchObject({
      message: expect.stringContaining('a document of an old program'),
    });
    await expect(textsOf('mail.msg', old)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]);
    await expect(textsOf('a.bin', locked)).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' });
  });

  test('refuses content that is not what the extension says', async () => {
    const pdf = await makePdf(['text']);
    await expect(textsOf('a.txt', pdf)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await expect(textsOf('a.csv', pdf)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await expect(textsOf('a.docx', pdf)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
    await expect(textsOf('a.pdf', 'text')).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
  });

  test('recognises a file of an unknown extension by its content', async () => {
    expect(await textsOf('README', 'read me')).toEqual(['read me']);
    expect(await textsOf('a.conf', 'key = value')).toEqual(['key = value']);
    expect(await textsOf('report', await makePdf(['one', 'two']))).toEqual(['one', 'two']);
    expect(await textsOf('letter.bak', await makeDocx(['words']))).toEqual(['words']);
    expect(await textsOf('letter.doc', String.raw`{\rtf1 words}`)).toEqual(['words']);
    expect(await textsOf('page.tmp', '<!DOCTYPE html><p>one<p>two')).toEqual(['one\n\ntwo']);
    expect(await textsOf('feed', '<?xml version="1.0"?><a><b>one</b></a>')).toEqual(['one']);
    expect(await textsOf('book.zip', makeEpub([{ path: 'a.xhtml', page: '<p>one</p>' }]))).toEqual(['one']);
    expect(await textsOf('text.1', makeOdt('<text:p>one</text:p>'))).toEqual(['one']);
    await expect(textsOf('empty', '')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    expect(await textsOf('files.backup', makeZip({ 'a.txt': 'a' }))).toEqual(['a']);
    expect(await textsOf('drawing', '<svg xmlns="http://www.w3.org/2000/svg"><text>one</text></svg>')).toEqual(['one']);
    expect(await textsOf('entry.txt1', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:one\nEND:VEVENT\n')).toEqual([
      'Event: one',
    ]);
  });

  test.each([
    ['photo.PNG', 'is a picture', 'switch on "Recognise text in scans" in File Loader.'],
    ['letter.pages', 'Apple Pages', 'save it as .docx'],
    ['sums.numbers', 'Apple Numbers', 'save it as .xlsx'],
    ['talk.key', 'Apple Keynote', 'save it as .pptx'],
    ['book.mobi', 'an e-book', 'convert it to .epub'],
    ['table.parquet', 'a binary table', 'save it as .csv'],
    ['song.mp3', 'a sound recording', 'transcript'],
    ['film.mp4', 'a video', 'subtitles'],
    ['setup.exe', 'a program', 'leave it out'],
    ['app.jar', 'a program', 'leave it out'],
    ['files.7z', 'an archive of another kind than ZIP', '.zip'],
    ['mails.pst', 'a mailbox of Outlook', 'Outlook'],
  ])('says of %s what it is and the one thing to do', async (name, kind, remedy) => {
    const isZip = /\.(?:pages|numbers|key|jar)$/.test(name);
    const content = isZip ? makeZip({ 'a.txt': 'a' }) : Buffer.from([0, 1, 2, 3, 255, 254, 0, 0, 0, 1]);
    const message = expect.stringMatching(new RegExp(`^"${name}" is .*${kind.replace('is ', '')}.*: .*${remedy}`));
    await expect(textsOf(name, content)).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE', message });
  });

  test('goes by the content of what is not read, not by its name', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
    await expect(textsOf('data.bin', png)).rejects.toMatchObject({ message: expect.stringContaining('a picture') });
    expect(await textsOf('secret.key', 'words')).toEqual(['words']);
    await expect(textsOf('page.ps', '%!PS-Adobe-3.0\n')).rejects.toMatchObject({
      message: expect.stringContaining('convert it to .pdf'),
    });
  });

  test('reads formats without their own loader as documents, not as plain text', async () => {
    expect(await textsOf('a.html', '<p>one</p><p>two</p>')).toEqual(['one\n\ntwo']);
    expect(await textsOf('a.XML', '<a><b>one</b><b>two</b></a>')).toEqual(['one\ntwo']);
    expect(await textsOf('a.rtf', String.raw`{\rtf1 one\par two}`)).toEqual(['one\n\ntwo']);
    expect(await textsOf('a.srt', '1\n00:00:01,000 --> 00:00:02,000\none\n')).toEqual(['one']);
    expect(await textsOf('a.eml', 'Subject: one\n\ntwo')).toEqual(['Subject: one\n\ntwo']);
    expect(await textsOf('a.yaml', 'a: 1\n')).toEqual(['a: 1\n']);
  });

  test('knows every extension that it offers', () => {
    for (const extension of readableExtensions) expect(isReadable(`name${extension.toUpperCase()}`)).toBe(true);
    expect(isReadable('name.exe')).toBe(false);
    expect(readableExtensions).toEqual(expect.arrayContaining(['.pdf', '.md', '.epub', '.eml', '.vtt', '.py']));
  });
});
