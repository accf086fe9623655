import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import type { SourceFile } from '../../../../../electron/server/core/document.ts';
import { pdfFile } from '../../../../../electron/server/nodes/documentloaders/pdf-file.ts';
import { pdfFile as definition } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import {
  type AsianFont,
  makeAsianPdf,
  makeEncryptedPdf,
  makePdf,
  makePdfOfUnknownLetters,
  makePdfWithoutText,
  makeScannedPdf,
} from '../../../../helpers/builders/office-fixtures.ts';
import { damagePage, makeDrawnPdf } from '../../../../helpers/builders/pdf-fixtures.ts';
import { openFiles, readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = (file: SourceFile, usage = 'perPage') => readDocuments(pdfFile, definition.params.parse({ usage }), file);

describe('pdfFile', () => {
  test('gives one document a page, with lines, paragraphs and page numbers', async () => {
    const pages = ['First line of one\nsecond line of one\n\nNew paragraph', 'Page two'];
    const file = await makeFile('report.pdf', await makePdf(pages, { title: 'A report', author: 'Ada' }));
    const { documents, bytesRead } = await read(file);
    expect(documents.map((document) => document.text)).toEqual(pages);
    expect(documents.map((document) => document.metadata.loc)).toEqual([{ pageNumber: 1 }, { pageNumber: 2 }]);
    expect(documents[0]?.metadata.pdf).toMatchObject({ totalPages: 2, info: { Title: 'A report', Author: 'Ada' } });
    expect(bytesRead).toBe(file.sizeBytes);
  });

  test('gives one document a file, pages parted by a blank line', async () => {
    const { documents } = await read(await makeFile('a.pdf', await makePdf(['one', '', 'three'])), 'perFile');
    expect(documents).toHaveLength(1);
    expect(documents[0]?.text).toBe('one\n\nthree');
    expect(documents[0]?.metadata.loc).toBeUndefined();
  });

  test('reads a large file by parts', async () => {
    const pages = Array.from({ length: 50 }, (_, page) => {
      return Array.from({ length: 40 }, (_, line) => `Page ${page} line ${line} with some words to fill it`).join('\n');
    });
    const { documents } = await read(await makeFile('large.pdf', await makePdf(pages, { attachedBytes: 5_000_000 })));
    expect(documents.map((document) => document.text)).toEqual(pages);
  });

  test('refuses what is not a PDF, saying what it is', async () => {
    await expect(read(await makeFile('a.pdf', 'Just words'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringContaining('"a.pdf" is not a PDF document but a text file'),
    });
  });

  test('refuses an empty file', async () => {
    await expect(read(await makeFile('a.pdf', ''))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
  });

  test.each(['%PDF-1.7\n', '%PDF-1.7\nthis is no PDF at all\n%%EOF'])('names a corrupt file: %j', async (content) => {
    await expect(read(await makeFile('bad.pdf', content))).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      message: expect.stringContaining('bad.pdf'),
    });
  });

  test('names a truncated file, or reads the rest of it', async () => {
    const whole = await makePdf(['one', 'two']);
    const file = await makeFile('cut.pdf', whole.subarray(0, whole.length / 3));
    await expect(read(file)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  test('asks for a copy without a password', async () => {
    await expect(read(await makeFile('a.pdf', makeEncryptedPdf()))).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' });
  });

  test('says that a scanned file needs text recognition', async () => {
    await expect(read(await makeFile('scan.pdf', await makeScannedPdf()))).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
      message: expect.stringContaining('OCR'),
    });
  });

  test.each([
    ['rectangle', 'only lines and shapes'],
    ['nothing', 'its pages are empty'],
  ] as const)('says so of a page with %s', async (shape, reason) => {
    await expect(read(await makeFile('bare.pdf', await makePdfWithoutText(shape)))).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
      message: expect.stringContaining(reason),
    });
  });

  test('loses one page to damage, and says which', async () => {
    const texts = ['one', 'two', 'three'].map((text) => [[text, 50, 700] as const]);
    const bytes = await makeDrawnPdf(texts, (page) => damagePage(page, 1));
    const file = await makeFile('partly.pdf', bytes);
    const told: string[] = [];
    const pages: string[] = [];
    const context = {
      signal: new AbortController().signal,
      onRead: () => undefined,
      onFailedPart: ({ message }: Error) => void told.push(message),
    };
    for await (const { text } of openFiles(pdfFile, definition.params.parse({})).load(file, context))
      pages.push(String(text));
    expect(pages).toEqual(['one', 'three']);
    expect(told).toEqual([expect.stringContaining('"partly.pdf" was read without its page 2, which is damaged')]);
    await expect(read(file)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  test('distinguishes unreadable characters from a scan', async () => {
    await expect(read(await makeFile('old.pdf', makePdfOfUnknownLetters()))).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
      message: expect.stringContaining('its fonts do not say which letters they draw'),
    });
  });

  test.each<[AsianFont['encoding'], AsianFont['ordering'], string, string[]]>([
    ['UniJIS-UCS2-H', 'Japan1', 'utf16be', ['日本語の文書', 'カタカナと漢字']],
    ['UniJIS-UTF16-H', 'Japan1', 'utf16be', ['日本語の文書', 'カタカナと漢字']],
    ['90ms-RKSJ-H', 'Japan1', 'shiftjis', ['日本語の文書', 'ABC と ｱｲｳ']],
    ['EUC-H', 'Japan1', 'eucjp', ['日本語の文書', 'カタカナと漢字']],
    ['GBK-EUC-H', 'GB1', 'gbk', ['中文文档', '苍鹭站在芦苇丛中']],
    ['UniGB-UCS2-H', 'GB1', 'utf16be', ['中文文档', '苍鹭站在芦苇丛中']],
    ['ETen-B5-H', 'CNS1', 'big5', ['中文文件', '蒼鷺站在蘆葦叢中']],
    ['KSCms-UHC-H', 'Korea1', 'cp949', ['한국어 문서', '왜가리가 갈대밭에 서 있다']],
  ])('reads letters that only the CMap %s names', async (encoding, ordering, charset, lines) => {
    const bytes = lines.map((line) => iconv.encode(line, charset));
    const file = await makeFile('old.pdf', makeAsianPdf({ encoding, ordering }, bytes, 'and Latin'));
    const { documents } = await read(file);
    expect(documents.map((document) => document.text)).toEqual([[...lines, 'and Latin'].join('\n')]);
  });

  test('reads a font whose letters go by their numbers in a collection', async () => {
    const font = { encoding: 'Identity-H', ordering: 'Japan1' } as const;
    const file = await makeFile('old.pdf', makeAsianPdf(font, [Buffer.from('0d5d0d5e', 'hex')], ''));
    expect((await read(file)).documents[0]?.text).toBe('班畔');
  });

  test('reads lines that run downwards, for which one CMap names another', async () => {
    const bytes = iconv.encode('縦書きの文', 'shiftjis');
    const file = await makeFile('old.pdf', makeAsianPdf({ encoding: '90ms-RKSJ-V', ordering: 'Japan1' }, [bytes], ''));
    expect((await read(file)).documents[0]?.text).toBe('縦書きの文');
  });

  test('reads a column that is set sign by sign in a font for lines', async () => {
    const signs = [...'吾輩は猫である'].map((sign) => iconv.encode(sign, 'shiftjis'));
    const file = await makeFile('old.pdf', makeAsianPdf({ encoding: '90ms-RKSJ-H', ordering: 'Japan1' }, signs, 'end'));
    expect((await read(file)).documents[0]?.text).toBe('吾輩は猫である\n\nend');
  });

  test('keeps names and properties in any script', async () => {
    const title = 'Größe 漢字 😀';
    const file = await makeFile(`${title}.pdf`, await makePdf(['one'], { title, author: 'Łukasz' }));
    const { documents } = await read(file);
    expect(documents[0]?.metadata.pdf).toMatchObject({ info: { Title: title, Author: 'Łukasz' } });
    await expect(read(await makeFile(`${title}.pdf`, 'no'))).rejects.toMatchObject({
      message: expect.stringContaining(`"${title}.pdf"`),
    });
  });
});
