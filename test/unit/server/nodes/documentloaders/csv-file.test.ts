import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { csvFile } from '../../../../../electron/server/nodes/documentloaders/csv-file.ts';
import { csvFile as definition } from '../../../../../shared/nodes/documentloaders/csv-file.ts';
import { makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function read(content: string | Uint8Array, columnName = '', header = 'firstRow') {
  const file = await makeFile('table.csv', content);
  return (await readDocuments(csvFile, definition.params.parse({ columnName, header }), file)).documents;
}

describe('csvFile', () => {
  const notesOf = async (content: string) =>
    (await readDocuments(csvFile, definition.params.parse({}), await makeFile('a.csv', content))).notes;

  test('gives one document a row, as "name: value" lines', async () => {
    expect(await read('name,town\nAda,London\nEmmy,"Erlangen, Göttingen"\n')).toEqual([
      { text: 'name: Ada\ntown: London', metadata: { line: 1 } },
      { text: 'name: Emmy\ntown: Erlangen, Göttingen', metadata: { line: 2 } },
    ]);
  });

  test.each([',', ';', '\t', '|'])(
    'finds the delimiter %j, in spite of a byte order mark and carriage returns',
    async (delimiter) => {
      const rows = [
        ['name', 'note'],
        ['Ada', '"one, two; three | four"'],
        ['Emmy', '"a\tb"'],
      ];
      const table = `\ufeff${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`;
      const documents = await read(table);
      expect(documents.map((document) => document.text)).toEqual([
        'name: Ada\nnote: one, two; three | four',
        'name: Emmy\nnote: a\tb',
      ]);
    },
  );

  test.each([
    ['semicolons, decimal commas', 'Sales report 2024\n\nRegion;Q1;Q2\nNorth;10,5;20,1\n'],
    ['semicolons, a remark with commas', '# made by hand, with care, in May\nRegion;Q1;Q2\nNorth;10,5;20,1'],
    ['semicolons, one column of decimals', 'Sales, by region\nRegion;Q1\nNorth;10,5\nSouth;20,1\n'],
    ['tabs', 'Report of May; all regions\n\nRegion\tQ1\tQ2\nNorth\t10,5\t20,1\n'],
    ['bars', 'Report of May\nRegion|Q1|Q2\nNorth|10,5|20,1\n'],
    ['commas', 'Report; of May | June\nRegion,Q1,Q2\nNorth,"10;5","20|1"\n'],
  ])('finds the delimiter below a title that lacks it: %s', async (_, content) => {
    const texts = (await read(content, '', 'detect')).map(({ text }) => text);
    expect(texts[1]).toMatch(/^Region: North\nQ1: 10[,;]5(?:\nQ2: 20[,|]1)?$/);
  });

  test.each([
    ['a list in each row', 'id,parents\n1,2|3\n2,4|5\n', 'id: 1\nparents: 2|3'],
    ['rows of decimals only', 'a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n', 'a: 1,5\nb: 2,5\nc: 3,5'],
    ['a text that the sample cuts', `id;text\n1;"${'one, two\n'.repeat(20_000)}"\n`, 'id: 1\ntext: one, two\n'],
  ])('finds the delimiter in spite of %s', async (_, content, text) => {
    expect((await read(content))[0]?.text.slice(0, text.length)).toBe(text);
  });

  test('reads one column if named', async () => {
    const documents = await read('id;text;more\n1;"first\nline";x\n2;;y\n3;third;z\n', 'text');
    expect(documents).toEqual([
      { text: 'first\nline', metadata: { line: 1 } },
      { text: 'third', metadata: { line: 3 } },
    ]);
  });

  test('takes the first row for the header as Flowise does, unless it is to detect it', async () => {
    const titled = 'Sales of 2024;;\n\nname;sum;\nAda;3;\nEmmy;4;\n\ntown;size;\nBonn;330;\nLyon;520;\n';
    expect((await read(titled))[1]?.text).toBe('Sales of 2024: Ada\ncolumn 2: 3\ncolumn 3: ');
    expect(await read(titled, '', 'detect')).toEqual([
      { text: 'Sales of 2024', metadata: { line: 1 } },
      { text: 'name: Ada\nsum: 3', metadata: { line: 3 } },
      { text: 'name: Emmy\nsum: 4', metadata: { line: 4 } },
      { text: 'town: Bonn\nsize: 330', metadata: { line: 6 } },
      { text: 'town: Lyon\nsize: 520', metadata: { line: 7 } },
    ]);
    expect((await read(titled, 'size', 'detect')).map(({ text }) => text)).toEqual(['330', '520']);
    await expect(read(titled, 'weight', 'detect')).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      details: { columns: ['name', 'sum', 'town', 'size'] },
    });
    expect((await read('Ada;3\nEmmy;4\n', '', 'detect')).map(({ text }) => text)).toEqual(['Ada | 3', 'Emmy | 4']);
    expect((await read('just;one row\n', '', 'detect')).map(({ text }) => text)).toEqual(['just | one row']);
  });

  test('says where a header is as a spreadsheet program counts rows', async () => {
    const rows = ['"Made by\r\nhand"', '', ';;', 'name;"sum\r\nin all"', 'Ada;3', 'Emmy;4'];
    const file = await makeFile('table.csv', rows.join('\r\n'));
    const { documents, notes } = await readDocuments(csvFile, definition.params.parse({ header: 'detect' }), file);
    expect(notes).toEqual(['Header taken from row 4.']);
    expect(documents.map(({ metadata }) => metadata)).toEqual([{ line: 1 }, { line: 3 }, { line: 4 }]);
  });

  test('names the columns there are', async () => {
    await expect(read('id,text\n1,a\n', 'txt')).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('"id", "text"'),
      details: { columns: ['id', 'text'] },
    });
  });

  test('takes rows of any length, and leaves out empty ones', async () => {
    const documents = await read('a,,c\n1\n\n,,\n1,2,3,4\n');
    expect(documents.map((document) => document.text)).toEqual(['a: 1', 'a: 1\ncolumn 2: 2\nc: 3\ncolumn 4: 4']);
  });

  test('takes a quote within a cell', async () => {
    const documents = await read('size,name\n5" pipe,ok\n');
    expect(documents[0]?.text).toBe('size: 5" pipe\nname: ok');
  });

  test('reads on where a quote stays open, and names the line', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `${index},fine`).join('\n');
    const table = `id,text\n${rows}\n20,"never closed\n21,more\n22,"good, in\ntwo lines"\n23,"open\n\n24,last`;
    const documents = await read(table);
    expect(documents.slice(19).map(({ text, metadata }) => [metadata.line, text])).toEqual([
      [20, 'id: 19\ntext: fine'],
      [21, 'id: 20\ntext: "never closed'],
      [22, 'id: 21\ntext: more'],
      [23, 'id: 22\ntext: good, in\ntwo lines'],
      [24, 'id: 23\ntext: "open'],
      [25, 'id: 24\ntext: last'],
    ]);
    expect(await notesOf(table)).toEqual([expect.stringContaining('lines 22, 26')]);
  });

  test('reads a quote that does not fit as it is written', async () => {
    const table = 'id,text\n1,"a" b\n2,fine\n';
    expect((await read(table)).map(({ text }) => text)).toEqual(['id: 1\ntext: "a" b', 'id: 2\ntext: fine']);
    expect(await notesOf(table)).toEqual([expect.stringContaining('line 2')]);
  });

  test('reads a table in which every quote is open, and ends', async () => {
    const table = `id,text\n${Array.from({ length: 301 }, (_, index) => `${index},"a" ${index}`).join('\n')}\n`;
    expect(await read(table)).toHaveLength(301);
    expect(await notesOf(table)).toEqual([expect.stringContaining('and 95 more')]);
  });

  test('stops at a row that never ends', async () => {
    await expect(read(`id,text\n1,"open ${'x'.repeat(9_000_000)}\n`)).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  const cities = [
    { Stadt: 'Köln', Straße: 'Müllerstraße' },
    { Stadt: 'Düsseldorf', Straße: 'Königsallee' },
  ];
  const cityTable = `Stadt;Straße\n${cities.map(({ Stadt, Straße }) => `${Stadt};${Straße}`).join('\n')}\n`;

  test.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${cityTable}`)],
    ['UTF-16, little end first', Buffer.from(`\ufeff${cityTable}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${cityTable}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(cityTable, 'utf16le')],
    ['Windows-1252', iconv.encode(cityTable, 'windows-1252')],
  ])('reads %s', async (_, content) => {
    expect((await read(content)).map(({ text }) => text)).toEqual(
      cities.map(({ Stadt, Straße }) => `Stadt: ${Stadt}\nStraße: ${Straße}`),
    );
  });

  test('reads Shift-JIS, whose second bytes may look like delimiters', async () => {
    const rows = [
      ['名前', '説明'],
      ['表示', 'ソフトウェアの一覧を表示するための画面です。'],
      ['能力', '十分な性能を持つ計算機が必要になります。'],
    ];
    const documents = await read(iconv.encode(rows.map((row) => row.join(',')).join('\r\n'), 'shift_jis'));
    expect(documents.map(({ text }) => text)).toEqual([
      '名前: 表示\n説明: ソフトウェアの一覧を表示するための画面です。',
      '名前: 能力\n説明: 十分な性能を持つ計算機が必要になります。',
    ]);
  });

  test('takes the delimiter that the first line names for Excel', async () => {
    const documents = await read('sep=;\r\nname;note\r\nAda;"one, two, three"\r\n');
    expect(documents).toEqual([{ text: 'name: Ada\nnote: one, two, three', metadata: { line: 1 } }]);
    expect(await notesOf('sep=|\na|b\n1|"open\n')).toEqual([expect.stringContaining('line 3')]);
  });

  test('takes line ends within quotes, and quotes within those', async () => {
    const documents = await read('id,text\n1,"two\r\nlines, and ""quoted"" words"\n2,"a\n\nb"\n');
    expect(documents.map(({ text, metadata }) => [text, metadata.line])).toEqual([
      ['id: 1\ntext: two\r\nlines, and "quoted" words', 1],
      ['id: 2\ntext: a\n\nb', 2],
    ]);
  });

  test('refuses a file of another kind by the name that the client gave', async () => {
    const file = await makeFile('my table 🦆.csv', await makePdf(['a,b']));
    await expect(readDocuments(csvFile, definition.params.parse({}), file)).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      status: 415,
      message: expect.stringContaining('"my table 🦆.csv" is not a table'),
    });
  });

  test('refuses a table without rows, and an empty file', async () => {
    await expect(read('a,b\n')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    await expect(read('a,b\n1,\n2,\n', 'b')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    await expect(read('')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    await expect(read(' \n \n')).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });

  test('streams a table that is larger than a piece of it', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `${index},"text of row ${index}"`);
    const documents = await read(`id,text\n${rows.join('\n')}`);
    expect(documents).toHaveLength(60_000);
    expect(documents.at(-1)).toEqual({ text: 'id: 59999\ntext: text of row 59999', metadata: { line: 60_000 } });
  });
});
