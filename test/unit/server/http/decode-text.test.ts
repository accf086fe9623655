import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { charsetOf, decodeText } from '../../../../electron/server/http/decode-text.ts';

describe('decodeText', () => {
  it.each([
    ['utf-8', 'text/html; charset=utf-8', 'Grüße 日本'],
    ['shift_jis', 'text/html; charset="Shift_JIS"', '日本語のページ'],
    ['euc-kr', 'text/html;charset=euc-kr', '한국어'],
    ['gbk', 'text/html; charset=gb2312', '中文网页'],
    ['windows-1252', 'text/html; charset=ISO-8859-1', '“Grüße” – €'],
    ['windows-1251', 'text/plain; charset=windows-1251', 'Привет'],
    ['utf-16le', 'text/html; charset=utf-16le', 'Grüße'],
  ])('reads %s when the header is %s', async (encoding, contentType, text) => {
    expect(await decodeText(iconv.encode(text, encoding), contentType)).toBe(text);
  });

  it.each(['utf-16le', 'utf-16be', 'utf-8', 'utf-32le'])(
    'goes by the mark of %s before the header',
    async (encoding) => {
      const bytes = iconv.encode('Grüße', encoding, { addBOM: true });
      expect(await decodeText(bytes, 'text/html; charset=windows-1252')).toBe('Grüße');
    },
  );

  it.each([
    '<meta charset="shift_jis">',
    "<META http-equiv='Content-Type' content='text/html; charset=shift_jis'>",
    '<?xml version="1.0" encoding="shift_jis"?>',
  ])('goes by what the page says: %s', async (head) => {
    const bytes = iconv.encode(`${head}日本`, 'shift_jis');
    expect(await decodeText(bytes, 'text/html')).toBe(`${head}日本`);
    expect(await decodeText(bytes, null)).toBe(`${head}日本`);
  });

  it('does not go by HTML that another text quotes', async () => {
    const text = '{"html":"<meta charset=shift_jis>","name":"Grüße"}';
    expect(await decodeText(Buffer.from(text), 'application/json')).toBe(text);
  });

  it('takes a page that says UTF-16 and is not for UTF-8', async () => {
    const text = '<meta charset="utf-16">Grüße';
    expect(await decodeText(Buffer.from(text), 'text/html')).toBe(text);
  });

  it('ignores an unknown encoding name', async () => {
    expect(await decodeText(Buffer.from('Grüße'), 'text/html; charset=klingon')).toBe('Grüße');
  });

  it.each(['text/plain', 'text/html; charset=iso-2022-jp', null])(
    'reads ISO-2022-JP when the header is %s',
    async (header) => {
      const bytes = Buffer.from('\x1b$BF|K\\8l$N%Z!<%8\x1b(B', 'latin1');
      expect(await decodeText(bytes, header)).toBe('日本語のページ');
    },
  );

  it('guesses the encoding if none is declared', async () => {
    const text = '<p>Les élèves français étudient à l’école, où ils ont déjà été.</p>'.repeat(5);
    expect(await decodeText(iconv.encode(text, 'windows-1252'), 'text/html')).toBe(text);
  });
});

it('finds the charset in a header', () => {
  expect(charsetOf('text/html; boundary=x; CHARSET = "utf-8" ; y')).toBe('utf-8');
  expect(charsetOf('text/html')).toBeUndefined();
  expect(charsetOf(null)).toBeUndefined();
});
