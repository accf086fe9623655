import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { guessLegacyEncoding } from '../../../../electron/server/common/detect-encoding.ts';

/** The text as it is read, if nothing says its encoding. */
async function readAs(text: string, encoding: string): Promise<string> {
  const bytes = iconv.encode(text, encoding);
  expect(iconv.decode(bytes, encoding)).toBe(text);
  return iconv.decode(bytes, await guessLegacyEncoding(bytes));
}

describe('the encoding of a text that is not UTF-8', () => {
  test.each(['テスト', '東京都', '日本', '今日は良い天気です。', '名前: 田中太郎, 年齢: 30', '「はい」と言った。\r\n'])(
    'is Shift-JIS for %s',
    async (text) => {
      expect(await readAs(text, 'shift_jis')).toBe(text);
    },
  );

  test.each([
    'Die Größe der Tür: fünf Meter, schöne Häuser für große Leute. Ärger über Öl.',
    'Le café est fermé à Noël; les élèves étaient très fâchés, déjà vu.',
    'El niño comió mañana en el jardín, ¿qué más? ¡Corazón!',
    'Räksmörgås på ön, åtta små hästar.',
    'Müller',
    'café',
  ])('is that of DOS or of a Macintosh where only that makes words of %s', async (text) => {
    for (const encoding of ['cp437', 'macintosh', 'windows-1252']) expect(await readAs(text, encoding)).toBe(text);
  });

  test('is that of DOS for frames of lines', async () => {
    const text = '╔════════╗\r\n║ Menü   ║\r\n╚════════╝\r\n';
    expect(await readAs(text, 'cp437')).toBe(text);
  });

  test.each([
    ['会議のメモ', 'euc-jp'],
    ['りんご,バナナ,ぶどう', 'euc-jp'],
    ['안녕하세요 세계', 'euc-kr'],
    ['사과,바나나', 'euc-kr'],
    ['请在收到货物后付款', 'gbk'],
    ['公園裡的花都開了', 'big5'],
    ['ﾎﾝﾃﾝ ｴｲｷﾞｮｳﾌﾞ', 'shift_jis'],
    ['ﾃｽﾄ', 'shift_jis'],
    ['Станок шумит, нужно заменить ремень.', 'cp866'],
    ['ПЛАТЕЖНОЕ ПОРУЧЕНИЕ', 'cp866'],
    ['Иванов Петр;инженер', 'cp866'],
    ['короткий текст', 'windows-1251'],
    ['короткий текст', 'koi8-r'],
    ['Jäger;6\nMüller;5', 'macintosh'],
    ['Nombre;Año;¿Qué?\nPérez;2020;¡Sí!\nNúñez;2021;corazón', 'macintosh'],
    ['Più caffè, perché no? Sì', 'macintosh'],
    ['schöne Grüße', 'macintosh'],
    ['schöne Grüße', 'cp437'],
    ['£5', 'windows-1252'],
  ])('is known for the few bytes of %s in %s', async (text, encoding) => {
    expect(await readAs(text, encoding)).toBe(text);
  });

  test.each([
    '“Hello,” she said – “it’s fine…” ‘ok’',
    'He waited—but nobody came… It’s 5 € or £4, 20° and ½ cup.',
    'Straße',
    'España',
    'voilà',
    'miš in žaba',
    '„Ja“, sagte sie, ‚gut‘ – schön.',
  ])('stays that of Windows for %s', async (text) => {
    expect(await readAs(text, 'windows-1252')).toBe(text);
  });

  test.each([
    ['Привет, мир! Это короткий текст на русском языке.', 'windows-1251'],
    ['Привет, мир! Это короткий текст на русском языке.', 'koi8-r'],
    ['中文测试文件，内容不多。', 'gbk'],
    ['Αυτό είναι ένα σύντομο κείμενο', 'windows-1253'],
    ['Türkçe kısa bir metin, güzel çağ şu İstanbul', 'windows-1254'],
    ['Šuma i žaba, čaša, mišić', 'windows-1250'],
  ])('of another script or region is found as before: %s', async (text, encoding) => {
    expect(await readAs(text, encoding)).toBe(text);
  });
});
