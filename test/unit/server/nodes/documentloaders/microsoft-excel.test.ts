import { describe, expect, test } from 'vitest';
import { microsoftExcel } from '../../../../../electron/server/nodes/documentloaders/microsoft-excel.ts';
import { microsoftExcel as definition } from '../../../../../shared/nodes/documentloaders/microsoft-excel.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { makeDocx, makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { openFiles, readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { makeXlsx } from '../../../../helpers/builders/sheet-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import {
  makeRawWorkbook,
  makeTable,
  makeWorkbook,
  type RawWorkbook,
  rawWorkbookParts,
} from '../../../../helpers/builders/workbooks.ts';

const makeFile = sourceFileMaker();

async function read(content: string | Uint8Array, params: Record<string, unknown> = {}, name = 'book.xlsx') {
  const file = await makeFile(name, content);
  return (await readDocuments(microsoftExcel, definition.params.parse(params), file)).documents;
}

const textsOf = async (...call: Parameters<typeof read>) => (await read(...call)).map(({ text }) => text);

/** What the cells of column A show, below a header "v". */
async function shownIn(content: Uint8Array): Promise<string[]> {
  return (await textsOf(content)).map((text) => text.replace(/^v: /, ''));
}

const rawTexts = (raw: RawWorkbook) => textsOf(makeRawWorkbook(raw));

describe('microsoftExcel', () => {
  test('gives one document a row, as "name: value" lines, with sheet and row', async () => {
    const content = await makeWorkbook((workbook) => {
      const people = workbook.addWorksheet('People 🦆');
      people.addRow(['name', 'town', 'born']);
      people.addRow(['Ada', 'London & Köln', 1815]);
      people.addRow([]);
      people.addRow(['Emmy', null, 1882]);
      const birds = workbook.addWorksheet('Birds');
      birds.getCell('B3').value = 'bird';
      birds.getCell('D3').value = 'place';
      birds.getCell('B5').value = 'heron';
      birds.getCell('C5').value = 'grey';
      birds.getCell('D5').value = 'reeds';
    });
    expect(await read(content, {}, 'my book 🦆.xlsx')).toEqual([
      { text: 'name: Ada\ntown: London & Köln\nborn: 1815', metadata: { sheet: 'People 🦆', row: 2 } },
      { text: 'name: Emmy\nborn: 1882', metadata: { sheet: 'People 🦆', row: 4 } },
      { text: 'bird: heron\ncolumn 3: grey\nplace: reeds', metadata: { sheet: 'Birds', row: 5 } },
    ]);
  });

  test('reads inline texts, and reports complete progress', async () => {
    const file = await makeFile('a.xlsx', makeXlsx());
    const { documents, bytesRead } = await readDocuments(microsoftExcel, definition.params.parse({}), file);
    expect(documents).toEqual([{ text: 'bird: heron\nplace: reeds', metadata: { sheet: 'Birds', row: 2 } }]);
    expect(bytesRead).toBe(file.sizeBytes);
  });

  test('says how far it is', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => [`text ${index}`, index]);
    const file = await makeFile('a.xlsx', await makeTable([['text', 'number'], ...rows]));
    const reported: number[] = [];
    const context = { signal: new AbortController().signal, onRead: (bytes: number) => void reported.push(bytes) };
    await collect(openFiles(microsoftExcel, definition.params.parse({})).load(file, context));
    expect(reported.length).toBeGreaterThan(10);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect(reported.at(-1)).toBe(file.sizeBytes);
  });

  test('shows dates, times and numbers as Excel does', async () => {
    const day = new Date(Date.UTC(2024, 2, 5, 14, 30));
    const cells: [value: number | Date, format: string, shown: string][] = [
      [day, 'dd.mm.yyyy', '05.03.2024'],
      [day, 'yyyy-mm-dd hh:mm', '2024-03-05 14:30'],
      [day, 'd mmmm yyyy', '5 March 2024'],
      [day, '[$-407]d. mmmm yyyy', '5. März 2024'],
      [day, 'mm-dd-yy', '2024-03-05'],
      [0.75, 'h:mm AM/PM', '6:00 PM'],
      [1.5, '[h]:mm', '36:00'],
      [1234.5, '#,##0.00 "€"', '1,234.50 €'],
      [-1234.5, '#,##0.00;[Red](#,##0.00)', '(1,234.50)'],
      [0.256, '0.0%', '25.6%'],
      [12345, '0.00E+00', '1.23E+04'],
      [7, '000', '007'],
      [1.25, '# ?/?', '1 1/4'],
      [0.1 + 0.2, 'General', '0.3'],
      [1234567890123, 'General', '1234567890123'],
      [42, '', '42'],
    ];
    const content = await makeWorkbook((workbook) => {
      const sheet = workbook.addWorksheet('S');
      sheet.addRow(['v']);
      for (const [value, format] of cells) sheet.addRow([value]).getCell(1).numFmt = format;
    });
    expect(await shownIn(content)).toEqual(cells.map(([, , shown]) => shown));
  });

  test('counts dates from 1904 where the workbook does', async () => {
    const content = await makeWorkbook((workbook) => {
      workbook.properties.date1904 = true;
      const sheet = workbook.addWorksheet('S');
      sheet.addRows([['v'], [0], [45_000], [5]]);
      for (const row of [2, 3]) sheet.getCell(`A${row}`).numFmt = 'yyyy-mm-dd';
    });
    expect(await shownIn(content)).toEqual(['1904-01-01', '2027-03-16', '5']);
  });

  test('shows the results of formulas, truth values, errors, links and rich text', async () => {
    const content = await makeTable([
      ['v'],
      [{ formula: 'A1*2', result: 84 }],
      [{ formula: 'CONCAT("a","b")', result: 'ab' }],
      [{ formula: 'TRUE()', result: true }],
      [{ formula: '1/0', result: { error: '#DIV/0!' } }],
      [true],
      [{ error: '#N/A' }],
      [{ text: 'our page', hyperlink: 'https://example.org' }],
      [{ richText: [{ text: 'one ' }, { text: 'two', font: { bold: true } }] }],
      ['two\nlines'],
    ]);
    expect(await shownIn(content)).toEqual([
      '84',
      'ab',
      'TRUE',
      '#DIV/0!',
      'TRUE',
      '#N/A',
      'our page',
      'one two',
      'two\nlines',
    ]);
  });

  test('gives the name of a merged header cell to all its columns', async () => {
    const content = await makeWorkbook((workbook) => {
      const sheet = workbook.addWorksheet('S');
      sheet.getCell('A1').value = 'name';
      sheet.getCell('B1').value = 'address';
      sheet.mergeCells('B1:D1');
      sheet.getCell('F1').value = 'note';
      sheet.addRow(['Ada', 'St James Square', 12, 'London', 'x', 'y']);
      sheet.getCell('A3').value = 'a remark over the whole row';
      sheet.mergeCells('A3:F3');
    });
    expect(await textsOf(content)).toEqual([
      'name: Ada\naddress: St James Square\naddress: 12\naddress: London\ncolumn 5: x\nnote: y',
      'a remark over the whole row',
    ]);
  });

  test('gives a label that is merged over rows to each of them, within limits', async () => {
    const content = await makeWorkbook((workbook) => {
      const sheet = workbook.addWorksheet('S');
      sheet.addRows([
        ['Region', 'Month', 'Sales'],
        ['North', 'Jan', 3],
        ['', 'Feb', 4],
        ['South', 'Jan', 5],
      ]);
      sheet.mergeCells('A2:A3');
    });
    expect(await textsOf(content)).toEqual([
      'Region: North\nMonth: Jan\nSales: 3',
      'Region: North\nMonth: Feb\nSales: 4',
      'Region: South\nMonth: Jan\nSales: 5',
    ]);
    const columns = [...'ABCDEFGHIJKLMNOPQRSTUVWXY'];
    const label = `<is><t>${'x'.repeat(150)}</t></is>`;
    const first = columns.map((column) => `<c r="${column}1" t="inlineStr">${label}</c>`).join('');
    const rows = Array.from(
      { length: 5000 },
      (_, index) => `<row r="${index + 2}"><c r="Z${index + 2}"><v>1</v></c></row>`,
    );
    const merges = columns.map((column) => `<mergeCell ref="${column}1:${column}9000"/>`).join('');
    const sheet = `<sheetData><row r="1">${first}</row>${rows.join('')}</sheetData><mergeCells>${merges}</mergeCells>`;
    await expect(rawTexts({ sheet })).rejects.toMatchObject({ code: 'ARCHIVE_TOO_LARGE' });
  });

  test('leaves out hidden sheets unless one is named', async () => {
    const content = await makeWorkbook((workbook) => {
      for (const state of ['visible', 'hidden', 'veryHidden'] as const) {
        workbook.addWorksheet(`is ${state}`, { state }).addRows([['v'], [state]]);
      }
    });
    expect(await textsOf(content)).toEqual(['v: visible']);
    expect(await textsOf(content, { sheetName: 'is veryHidden' })).toEqual(['v: veryHidden']);
    await expect(read(content, { sheetName: 'Sheet1' })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('"is visible", "is hidden", "is veryHidden"'),
    });
  });

  test('finds the header below a title, and says where', async () => {
    const content = await makeTable([['Report of 2024'], [], ['name', 'sum'], ['Ada', 3], ['Emmy', 4]]);
    const file = await makeFile('a.xlsx', content);
    const { documents, notes } = await readDocuments(microsoftExcel, definition.params.parse({}), file);
    expect(documents.map(({ text }) => text)).toEqual(['Report of 2024', 'name: Ada\nsum: 3', 'name: Emmy\nsum: 4']);
    expect(notes).toEqual(['Sheet "Table": header taken from row 3.']);
  });

  test('gives a sheet of one row as text', async () => {
    expect(await read(await makeTable([['only', 'one row']]))).toEqual([
      { text: 'only | one row', metadata: { sheet: 'Table', row: 1 } },
    ]);
  });

  test('takes the header from the row that is named', async () => {
    const content = await makeTable([['Report of 2024'], [], ['name', 'sum'], ['Ada', 3], ['Emmy', 4]]);
    expect(await read(content, { headerRow: 3 })).toEqual([
      { text: 'name: Ada\nsum: 3', metadata: { sheet: 'Table', row: 4 } },
      { text: 'name: Emmy\nsum: 4', metadata: { sheet: 'Table', row: 5 } },
    ]);
  });

  test('reads what other programs write: prefixes, no addresses, escapes, pronunciation, no styles', async () => {
    const strings =
      '<si><t>v</t></si><si><r><t>東</t></r><r><t xml:space="preserve">京 </t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>';
    const sheet = [
      '<sheetData><row><c t="s"><v>0</v></c></row>',
      '<row><c t="s"><v>1</v></c><c t="s"><v>99</v></c><c><v>5</v></c></row>',
      '<row r="7"><c r="A7" t="str"><f>X</f><v>a_x000D_\nb_x005F_c &amp; d</v></c><c r="B7" t="d"><v>2024-03-05</v></c></row></sheetData>',
    ].join('');
    const wanted = ['v: 東京\ncolumn 3: 5', 'v: a\nb_c & d\ncolumn 2: 2024-03-05'];
    expect(await rawTexts({ sheet, strings })).toEqual(wanted);
    expect(await rawTexts({ sheet, strings, prefix: 'x:' })).toEqual(wanted);
  });

  test('says that formulas have no results', async () => {
    const sheet =
      '<sheetData><row r="1"><c r="A1"><f>1+1</f></c></row><row r="2"><c r="A2"><f>2+2</f></c></row></sheetData>';
    await expect(rawTexts({ sheet })).rejects.toMatchObject({
      code: 'FILE_HAS_NO_TEXT',
      message: expect.stringContaining('save it in Excel'),
    });
  });

  test('does not expand entities that the file defines', async () => {
    const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
    const entities = '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;&x;">]>';
    const sheet = `${entities}<worksheet><sheetData>${cell('v')}${cell('&y; here')}</sheetData></worksheet>`;
    const parts = { ...rawWorkbookParts({ sheet: '' }), 'xl/worksheets/sheet1.xml': sheet };
    expect(await textsOf(makeZip(parts))).toEqual(['v: &y; here']);
  });

  test.each([
    ['a PDF document', () => makePdf(['text'])],
    ['a text file', async () => 'a,b\n1,2\n'],
    ['a Word document', () => makeDocx(['text'])],
    ['a ZIP archive', async () => makeZip({ 'a.txt': 'text' })],
  ])('says that %s is not a workbook', async (kind, make) => {
    await expect(read(await make())).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      status: 415,
      message: expect.stringContaining(kind),
    });
  });

  const compoundHead = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

  test('says how to save a workbook of an old or a binary format', async () => {
    const old = Buffer.concat([compoundHead, Buffer.alloc(5000)]);
    const binary = makeZip({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels':
        '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      'xl/workbook.bin': 'x',
    });
    for (const content of [old, binary]) {
      await expect(read(content)).rejects.toMatchObject({
        code: 'UNSUPPORTED_FILE_TYPE',
        message: expect.stringContaining('save it as .xlsx'),
      });
    }
  });

  test('names a workbook with a password', async () => {
    const locked = Buffer.concat([compoundHead, Buffer.alloc(5000), Buffer.from('EncryptedPackage', 'utf16le')]);
    await expect(read(locked)).rejects.toMatchObject({ code: 'FILE_ENCRYPTED', status: 400 });
  });

  test('names a file that is truncated or has invalid XML', async () => {
    const whole = await makeTable([['v'], ...Array.from({ length: 500 }, (_, index) => [`row ${index}`])]);
    await expect(read(whole.subarray(0, whole.length - 300))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    await expect(rawTexts({ sheet: '<sheetData><row>' })).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      message: expect.stringContaining('xl/worksheets/sheet1.xml'),
    });
    const faraway = '<sheetData><row r="1"><c r="ZZZZZ1"><v>1</v></c></row></sheetData>';
    await expect(rawTexts({ sheet: faraway })).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  test('refuses an empty file, and one without rows', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    await expect(read(await makeTable([]))).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });
});
