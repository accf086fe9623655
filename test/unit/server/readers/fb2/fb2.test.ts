import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = async (content: string | Uint8Array, name = 'a.fb2') =>
  (await readAny(await makeFile(name, content))).documents;

const INFO = `<description><title-info><genre>prose</genre>
  <author><first-name>Ada</first-name><last-name>Reed</last-name></author><author><nickname>bo</nickname></author>
  <book-title>The lake</book-title><annotation><p>Blurb</p></annotation><lang>en</lang></title-info>
  <src-title-info><book-title>Der See</book-title></src-title-info>
  <document-info><author><nickname>scanner</nickname></author></document-info></description>`;
const book = (body: string, info = INFO) => `<?xml version="1.0" encoding="UTF-8"?>
  <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">${info}${body}
  <binary id="cover.png" content-type="image/png">${'iVBORw0KGgo'.repeat(2000)}</binary></FictionBook>`;

const BODY = `<body><title><p>The lake</p><p>A tale</p></title>
  <epigraph><p>Still waters.</p><text-author>Proverb</text-author></epigraph>
  <section><title><p>One</p></title><p>The <emphasis>heron</emphasis> waits<a l:href="#n1" type="note">[1]</a>.</p>
    <section><title><p>Deeper</p></title><p>10<sup>-6</sup> m</p><image l:href="#cover.png" alt="A barn"/></section>
    <poem><stanza><v>First line</v><v>second line</v></stanza></poem>
    <table><tr><th>bird</th><th>count</th></tr><tr><td>heron</td><td>2</td></tr></table></section></body>
  <body name="notes"><section id="n1"><title><p>1</p></title><p>Ardea cinerea.</p></section></body>`;

describe('an FB2 book', () => {
  test('is read as a book: titles, sections, poems, tables and notes, without pictures', async () => {
    expect(await read(book(BODY))).toEqual([
      {
        text: [
          '# The lake A tale',
          'Still waters.',
          'Proverb',
          '## One',
          'The heron waits[1].',
          '### Deeper',
          '10^-6 m',
          '![A barn]',
          'First line\nsecond line',
          'bird | count\nheron | 2',
          '## 1',
          'Ardea cinerea.',
        ].join('\n\n'),
        metadata: { title: 'The lake', author: 'Ada Reed, bo', language: 'en' },
      },
    ]);
  });

  test('is recognised in an archive, under another name, and in another encoding', async () => {
    const [inArchive] = await read(makeZip({ 'lake.fb2': book(BODY) }), 'lake.fb2.zip');
    expect(inArchive?.text).toContain('## One');
    expect((await read(book(BODY), 'lake'))[0]?.text).toContain('## One');
    const russian = book('<body><section><p>Цапля ждёт в камышах.</p></section></body>').replace(
      'UTF-8',
      'windows-1251',
    );
    expect((await read(iconv.encode(russian, 'windows-1251')))[0]?.text).toBe('Цапля ждёт в камышах.');
  });

  test.each([
    ['<FictionBook><body/></FictionBook>', 'FILE_HAS_NO_TEXT'],
    ['<birds><note>heron</note></birds>', 'UNSUPPORTED_FILE_TYPE'],
    ['<FictionBook><body><p>heron</p>', 'FILE_CORRUPT'],
  ])('is refused by name: %s', async (content, code) => {
    await expect(read(content)).rejects.toMatchObject({ code, message: expect.stringContaining('"a.fb2"') });
  });
});
