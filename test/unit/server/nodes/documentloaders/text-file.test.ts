import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { textFile } from '../../../../../electron/server/nodes/documentloaders/text-file.ts';
import { textFile as definition } from '../../../../../shared/nodes/documentloaders/text-file.ts';
import { makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function read(content: string | Uint8Array, name = 'notes.txt') {
  const file = await makeFile(name, content);
  return readDocuments(textFile, definition.params.parse({}), file);
}

async function textOf(content: string | Uint8Array): Promise<string | undefined> {
  return (await read(content)).documents[0]?.text;
}

const german = 'Die Straße führt über die Brücke, hinüber zu den Häusern der Fischer.\nGrüße aus Köln.\n';
const russian = 'Привет, это обычный русский текст в старой кодировке, написанный для проверки.\n';
const japanese = '日本語の文章をここに書きました。これは文字コードの試験です。\n';

/** The same in ISO-2022-JP, which iconv-lite does not write. */
const JAPANESE_ESCAPED = Buffer.from(
  '\x1b$BF|K\\8l$NJ8>O$r$3$3$K=q$-$^$7$?!#$3$l$OJ8;z%3!<%I$N;n83$G$9!#\x1b(B\n',
  'latin1',
);

describe('textFile', () => {
  test.each([
    ['utf8', german, {}],
    ['utf8', `${german}${russian}${japanese}😀`, { addBOM: true }],
    ['utf-16le', german, { addBOM: true }],
    ['utf-16be', russian, { addBOM: true }],
    ['utf-32le', japanese, { addBOM: true }],
    ['utf-16le', german, { addBOM: false }],
    ['utf-16be', german, { addBOM: false }],
    ['windows-1252', `${german}“quoted” – it’s`, {}],
    ['iso-8859-1', 'Müller', {}],
    ['windows-1251', russian, {}],
    ['koi8-r', russian, {}],
    ['cp437', german, {}],
    ['cp437', '╔════════╗\r\n║ Menü   ║\r\n╚════════╝\r\n', {}],
    ['macintosh', german, {}],
    ['macintosh', 'Müller', {}],
    ['shift_jis', japanese, {}],
    ['shift_jis', 'テスト', {}],
    ['shift_jis', '日本', {}],
    ['shift_jis', '「はい」と言った。\r\n', {}],
    ['shift_jis', '名前: 田中太郎, 年齢: 30', {}],
    ['shift_jis', 'ﾃｽﾄ', {}],
    ['euc-jp', japanese, {}],
    ['big5', '這是一個繁體中文的測試文件，用來檢查編碼。', {}],
    ['euc-kr', '이것은 문자 인코딩을 확인하기 위한 한국어 문서입니다.', {}],
    ['gb18030', '这是一个简体中文的测试文本，用来检查编码。', {}],
  ])('reads %s: %j', async (encoding, text, options) => {
    expect(await textOf(iconv.encode(text, encoding, options))).toBe(text);
  });

  test('reads a long file in pieces, wherever they part its characters', async () => {
    const text = `x${'äöü€😀日'.repeat(250_000)}`;
    const { documents, bytesRead } = await read(text);
    expect(documents[0]?.text === text).toBe(true);
    expect(bytesRead).toBe(Buffer.byteLength(text));
  });

  test('finds an old encoding even if its first letter beyond ASCII comes late', async () => {
    const text = `${'plain line of text\n'.repeat(150_000)}${german}`;
    expect((await textOf(iconv.encode(text, 'windows-1252'))) === text).toBe(true);
  });

  test('reads ISO-2022-JP, in pieces and wherever its first letters come', async () => {
    expect(await textOf(JAPANESE_ESCAPED)).toBe(japanese);
    // Not a divisor of a piece's length: pieces part escapes and letters.
    const copies = 30_001;
    const plain = 'plain line of text\n'.repeat(10_000);
    const bytes = Buffer.concat([Buffer.from(plain), ...Array.from({ length: copies }, () => JAPANESE_ESCAPED)]);
    expect((await textOf(bytes)) === `${plain}${japanese.repeat(copies)}`).toBe(true);
  });

  test.each([
    ['the escapes of a terminal', '\x1b[31mred\x1b[0m \x1b(B\x1b[m and $B dollars', 'red  and $B dollars'],
    ['an escape before an odd number of letters', '\x1b$Babc\x1b(B', 'abc'],
    ['an escape with no letters', 'a \x1b$B b', 'a  b'],
    ['letters beyond ASCII', `\x1b$BF|K\\8l\x1b(B ü`, 'F|K\\8l ü'],
  ])('does not take %s for ISO-2022-JP, and leaves out the codes of a terminal', async (_what, text, shown) => {
    expect(await textOf(text)).toBe(shown);
  });

  test('keeps what it can of UTF-8 with a few broken bytes', async () => {
    const bytes = Buffer.concat([Buffer.from(russian.repeat(5)), Buffer.from([0xff]), Buffer.from(russian.repeat(5))]);
    expect(await textOf(bytes)).toBe(`${russian.repeat(5)}\ufffd${russian.repeat(5)}`);
  });

  test('drops NUL characters', async () => {
    expect(await textOf('one\0two\0')).toBe('onetwo');
  });

  test('is not misled by words that look like the mark of a format', async () => {
    expect(await textOf('BMW and MZ and GIF sales rose.')).toBe('BMW and MZ and GIF sales rose.');
    expect(await textOf('%!PS is how PostScript begins')).toBe('%!PS is how PostScript begins');
  });

  const noise = Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * index * 31 + index * 7) & 255));
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61', 'hex'),
    noise,
  ]);

  test.each([
    ['a PDF document', () => makePdf(['text'])],
    ['a .png file (image/png)', async () => png],
    ['a .zip file (application/zip)', async () => makeZip({ 'a.bin': noise })],
    ['a binary file', async () => noise],
    ['a binary file', async () => Buffer.alloc(1000)],
  ])('says that the content is %s', async (kind, make) => {
    await expect(read(await make(), 'a.txt')).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      status: 415,
      message: expect.stringContaining(`"a.txt" is not a text file but ${kind}`),
    });
  });

  test('refuses a file that is empty or blank', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    await expect(read(' \n\t\r\n')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    await expect(read('\ufeff')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });

  test('stops when aborted', async () => {
    const file = await makeFile('a.txt', german);
    const abort = AbortSignal.abort(new Error('enough'));
    await expect(readDocuments(textFile, definition.params.parse({}), file, abort)).rejects.toThrow('enough');
  });
});
