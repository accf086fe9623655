import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

describe('a web page', () => {
  test('gives its text, and its title in the metadata', async () => {
    const html =
      '<!doctype html><html><head><title>A page</title><style>p{}</style></head><body><h1>Head</h1><p>Text.</p></body></html>';
    const { documents, bytesRead } = await readAny(await makeFile('a.html', html));
    expect(documents).toEqual([{ text: 'Head\n\nText.', metadata: { title: 'A page' } }]);
    expect(bytesRead).toBe(html.length);
  });

  const page = (charset: string, text: string) =>
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"><title>${text}</title></head><body>${text}</body></html>`;

  test.each([
    ['windows-1252', 'Grüße – „quoted“'],
    ['iso-8859-1', 'Grüße – “quoted”'],
    ['windows-1251', 'Привет, мир'],
    ['Shift_JIS', '日本語のページ'],
    ['gb2312', '中文网页'],
    ['euc-jp', '日本語のページ'],
    ['big5', '中文網頁'],
    ['gb18030', '中文网页 𠀀'],
    ['euc-kr', '한국어'],
    ['koi8-r', 'Проверка'],
    ['iso-8859-2', 'žluťoučký kůň'],
  ])('is read in the encoding that it names: %s', async (charset, text) => {
    const encoding = charset === 'iso-8859-1' ? 'windows-1252' : charset;
    const { documents } = await readAny(await makeFile('a.htm', iconv.encode(page(charset, text), encoding)));
    expect(documents).toEqual([{ text, metadata: { title: text } }]);
  });

  test.each(['iso-2022-jp', 'csISO2022JP', 'shift_jis', 'utf-8'])(
    'is read in ISO-2022-JP, even if it names %s',
    async (charset) => {
      const escaped = Buffer.from(page(charset, '\x1b$BF|K\\8l$N%Z!<%8\x1b(B'), 'latin1');
      const text = '日本語のページ';
      expect((await readAny(await makeFile('a.html', escaped))).documents).toEqual([
        { text, metadata: { title: text } },
      ]);
    },
  );

  test('is read in an encoding by a name that only browsers know', async () => {
    const bytes = iconv.encode(page('x-euc-jp', 'ページ'), 'euc-jp');
    expect((await readAny(await makeFile('a.html', bytes))).documents[0]?.text).toBe('ページ');
  });

  test('is read as what it is if it names a wrong encoding', async () => {
    const text = 'Grüße 漢字';
    const bytes = Buffer.from(page('windows-1252', text));
    expect((await readAny(await makeFile('a.html', bytes))).documents[0]?.text).toBe(text);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page('utf-8', text), 'utf16le')]);
    expect((await readAny(await makeFile('a.html', utf16))).documents[0]?.text).toBe(text);
  });

  test('is read as XHTML if it says so', async () => {
    const xhtml = '<html><head><title/></head><body><p>Text <![CDATA[<here>]]></p></body></html>';
    expect((await readAny(await makeFile('a.xhtml', xhtml))).documents).toEqual([
      { text: 'Text <here>', metadata: {} },
    ]);
    const declared = await makeFile('a.html', `<?xml version="1.0"?>${xhtml}`);
    expect((await readAny(declared)).documents).toEqual([{ text: 'Text <here>', metadata: {} }]);
  });

  test.each([
    ['nothing but a script', '<html><script>draw()</script></html>', 'FILE_HAS_NO_TEXT'],
    ['white space', ' \n ', 'FILE_HAS_NO_TEXT'],
    ['nothing', '', 'FILE_EMPTY'],
    ['more depth than any page has', '<i>'.repeat(20_000), 'FILE_CORRUPT'],
  ])('of %s is refused by name', async (_what, html, code) => {
    await expect(readAny(await makeFile('ä 😀.html', html))).rejects.toMatchObject({
      code,
      message: expect.stringContaining('"ä 😀.html"'),
    });
  });

  test('that is a PDF document is refused, and both are named', async () => {
    await expect(readAny(await makeFile('a.html', await makePdf(['text'])))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      status: 415,
      message: expect.stringContaining('"a.html" is not a web page but a PDF document'),
    });
  });
});
