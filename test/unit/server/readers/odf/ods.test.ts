import { describe, expect, test } from 'vitest';
import {
  makeOds,
  makeOdt,
  type OdfOptions,
  odfParts,
  odpBox,
  odsCell,
  odsSheet,
} from '../../../../helpers/builders/odf-fixtures.ts';
import { makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { makeXlsx } from '../../../../helpers/builders/sheet-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = async (body: string, options: OdfOptions = {}) =>
  (await readAny(await makeFile('a.ods', makeOds(body, options)))).documents;

/** The rows of one sheet, given as the XML of its cells, under a header of two columns. */
const rowsOf = async (...rows: readonly string[]) => {
  const lines = rows.map((cells) => `<table:table-row>${cells}</table:table-row>`);
  const header = `<table:table-row>${odsCell('a')}${odsCell('b')}</table:table-row>`;
  return (await read(`<table:table table:name="S">${header}${lines.join('')}</table:table>`)).map(({ text }) => text);
};

describe('an OpenDocument spreadsheet', () => {
  test('gives a document a row, named by the first, sheet by sheet', async () => {
    const birds = [
      ['Name', 'Place'],
      ['Heron', 'Reeds & water <here> 😀'],
      ['Kingfisher', ''],
    ];
    const body = `${odsSheet('Birds & co', birds)}${odsSheet('Empty', [])}${odsSheet('Fish', [['Kind'], ['Pike']])}`;
    expect(await read(body)).toEqual([
      { text: 'Name: Heron\nPlace: Reeds & water <here> 😀', metadata: { sheet: 'Birds & co', row: 2 } },
      { text: 'Name: Kingfisher', metadata: { sheet: 'Birds & co', row: 3 } },
      { text: 'Kind: Pike', metadata: { sheet: 'Fish', row: 2 } },
    ]);
  });

  test('finds the header below a title, and says where; one row is text', async () => {
    const titled = odsSheet('S', [['Birds'], [], ['Name', 'Count'], ['Heron', '3'], ['Pike', '4']]);
    const plain = odsSheet('Fish & co', [['Kind'], ['Pike']]);
    const { documents, notes } = await readAny(await makeFile('a.ods', makeOds(titled + plain)));
    expect(documents.map(({ text }) => text)).toEqual([
      'Birds',
      'Name: Heron\nCount: 3',
      'Name: Pike\nCount: 4',
      'Kind: Pike',
    ]);
    expect(notes).toEqual(['Sheet "S": header taken from row 3.', 'Sheet "Fish & co": header taken from row 1.']);
    expect((await read(odsSheet('S', [['Heron', 'Reeds']]))).map(({ text }) => text)).toEqual(['Heron | Reeds']);
  });

  test('reports what it has read', async () => {
    const file = await makeFile('a.ods', makeOds(odsSheet('S', [['a'], ['b']])));
    expect((await readAny(file)).bytesRead).toBe(file.sizeBytes);
  });

  test('shows cells as they show, and values that have no text', async () => {
    const shown = (type: string, value: string, text = '') =>
      `<table:table-cell office:value-type="${type}" office:${value}>${text}</table:table-cell>`;
    const date = (text: string) => shown('date', 'date-value="2026-03-05T14:30:00"', `<text:p>${text}</text:p>`);
    expect(
      await rowsOf(
        shown('float', 'value="1.5"', '<text:p>1,50 kg</text:p>') + shown('float', 'value="1.5"'),
        shown('boolean', 'boolean-value="true"', '<text:p>TRUE</text:p>') + shown('string', 'string-value="text"'),
        date('3/5/2026') + date('05.03.26 14:30'),
        date('5 March 2026') + shown('date', 'date-value="2026-03-05"'),
        '<table:table-cell><text:p>Two</text:p><text:p>l<text:span>ine</text:span>s<text:line-break/>or<text:s/>three</text:p></table:table-cell>',
      ),
    ).toEqual([
      'a: 1,50 kg\nb: 1.5',
      'a: TRUE\nb: text',
      'a: 2026-03-05\nb: 2026-03-05 14:30',
      'a: 5 March 2026\nb: 2026-03-05',
      'a: Two\nlines\nor three',
    ]);
  });

  test('repeats rows and cells as often as they show, and skips the empty ones', async () => {
    const repeated = (count: number) => `table:number-columns-repeated="${count}"`;
    const rows = (count: number, cells: string) =>
      `<table:table-row table:number-rows-repeated="${count}">${cells}</table:table-row>`;
    const empty = `<table:table-cell ${repeated(16384)}/>`;
    const body = `<table:table table:name="S"><table:table-column ${repeated(3)}/>
      <table:table-header-rows>${rows(1, ['a', 'b', 'c'].map((name) => odsCell(name)).join(''))}</table:table-header-rows>
      ${rows(3, empty)}<table:table-row-group>${rows(2, `<table:table-cell/>${odsCell('1', repeated(3))}${empty}`)}</table:table-row-group>
      ${rows(1048570, empty)}</table:table>`;
    expect(await read(body)).toEqual([
      ...[5, 6].map((row) => ({ text: 'b: 1\nc: 1\ncolumn 4: 1', metadata: { sheet: 'S', row } })),
      { text: 'a', metadata: { sheet: 'S', row: 1 } },
    ]);
  });

  test('names all columns that a merged cell of the header spans', async () => {
    const header = `${odsCell('Name')}${odsCell('Place', 'table:number-columns-spanned="2"')}<table:covered-table-cell/>`;
    const row = ['Heron', 'Lake', 'Reeds'].map((text) => odsCell(text)).join('');
    const body = `<table:table table:name="S"><table:table-row>${header}</table:table-row><table:table-row>${row}</table:table-row></table:table>`;
    expect((await read(body))[0]?.text).toBe('Name: Heron\nPlace: Lake\nPlace: Reeds');
  });

  test('gives a label that is merged over rows to each of them', async () => {
    const label = odsCell('Lake', 'table:number-rows-spanned="2"');
    expect(
      await rowsOf(
        label + odsCell('Heron'),
        `<table:covered-table-cell/>${odsCell('Pike')}`,
        odsCell('River') + odsCell('Eel'),
      ),
    ).toEqual(['a: Lake\nb: Heron', 'a: Lake\nb: Pike', 'a: River\nb: Eel']);
  });

  test('leaves out hidden sheets with what lies over them, and earlier states', async () => {
    const styles = `<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>
      <style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>`;
    const hidden = odsSheet('Hidden', [['a'], ['secret']])
      .replace('<table:table ', '<table:table table:style-name="ta2" ')
      .replace('<table:table-row>', `<table:shapes>${odpBox(['secret'])}</table:shapes><table:table-row>`);
    const changes = `<table:tracked-changes><table:cell-content-change><table:previous><text:p>was</text:p></table:previous>
      </table:cell-content-change></table:tracked-changes>`;
    const body = `${changes}${hidden}${odsSheet('S', [['a'], ['seen']])}`;
    expect(await read(body, { styles })).toEqual([{ text: 'a: seen', metadata: { sheet: 'S', row: 2 } }]);
  });

  test('gives comments, boxes and titles of charts after the rows of their sheet', async () => {
    const comment =
      '<office:annotation><dc:creator>X</dc:creator><text:p>Is this</text:p><text:p>right?</text:p></office:annotation>';
    const chart = '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./x"/></draw:frame>';
    const picture = '<draw:frame><svg:title>unseen</svg:title></draw:frame>';
    const cells = `<table:table-cell/><table:table-cell>${comment}<text:p>seen</text:p>${odpBox(['in a cell'])}</table:table-cell>`;
    const body = `<table:table table:name="S"><table:shapes>${odpBox(['first'])}${odpBox(['second'])}${chart}${picture}</table:shapes>
      <table:table-row>${odsCell('a')}${odsCell('b')}</table:table-row><table:table-row>${cells}</table:table-row></table:table>
      <table:table table:name="No rows"><table:shapes>${odpBox(['alone'])}</table:shapes></table:table>${odsSheet('T', [['c'], ['last']])}`;
    const title =
      '<chart:title><text:p>Birds <text:span>by lake</text:span></text:p></chart:title><text:p>no title</text:p>';
    const { 'content.xml': chartXml = '' } = odfParts('spreadsheet', `<chart:chart>${title}</chart:chart>`);
    const file = makeZip({ ...odfParts('spreadsheet', body), 'Object 1/content.xml': chartXml });
    expect((await readAny(await makeFile('a.ods', file))).documents).toEqual([
      { text: 'b: seen', metadata: { sheet: 'S', row: 2 } },
      { text: 'a', metadata: { sheet: 'S', row: 1 } },
      { text: 'first', metadata: { sheet: 'S', row: 1 } },
      { text: 'second', metadata: { sheet: 'S', row: 1 } },
      { text: 'Comment on B2: Is this\nright?', metadata: { sheet: 'S', row: 2 } },
      { text: 'in a cell', metadata: { sheet: 'S', row: 2 } },
      { text: 'Chart: Birds by lake', metadata: { sheet: 'S', row: 1 } },
      { text: 'alone', metadata: { sheet: 'No rows', row: 1 } },
      { text: 'c: last', metadata: { sheet: 'T', row: 2 } },
    ]);
  });

  test('that is none, is damaged, locked, empty or a bomb is refused by name', async () => {
    const refused = async (content: string | Uint8Array, code: string, words = '"a.ods"') =>
      expect(readAny(await makeFile('a.ods', content))).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    const sheet = odsSheet('S', [['a'], ['b']]);
    const whole = makeOds(sheet);
    await refused('', 'FILE_EMPTY');
    await refused(
      'words',
      'UNSUPPORTED_FILE_TYPE',
      '"a.ods" is not an OpenDocument spreadsheet (.ods) but a text file',
    );
    await refused(makeXlsx(), 'UNSUPPORTED_FILE_TYPE', 'but an Excel workbook');
    await refused(makeOdt('<text:p>x</text:p>'), 'UNSUPPORTED_FILE_TYPE', 'but an OpenDocument text');
    await refused(whole.subarray(0, whole.length - 300), 'FILE_CORRUPT');
    await refused(makeOds(sheet, { isEncrypted: true }), 'FILE_ENCRYPTED');
    await refused(makeOds(odsSheet('S', [])), 'FILE_HAS_NO_TEXT');
    await refused(makeOds('<table:table><table:table-row></table:table>'), 'FILE_CORRUPT', '"content.xml" is damaged');
    const wide = odsCell('x'.repeat(1000), 'table:number-columns-repeated="16384"');
    await refused(
      makeOds(`<table:table><table:table-row>${wide}</table:table-row></table:table>`),
      'FILE_TOO_LARGE',
      'row 1',
    );
    const tall = `<table:table-row table:number-rows-repeated="1000000">${odsCell('x'.repeat(2000))}</table:table-row>`;
    await refused(makeOds(`<table:table>${tall}</table:table>`), 'ARCHIVE_TOO_LARGE', 'its repeated rows');
  });

  test('is recognised without its name, and as a template', async () => {
    const sheet = odsSheet('S', [['a'], ['b']]);
    expect((await readAny(await makeFile('upload', makeOds(sheet)))).documents[0]?.text).toBe('a: b');
    const mediaType = 'application/vnd.oasis.opendocument.spreadsheet-template';
    expect((await readAny(await makeFile('a.ots', makeOds(sheet, { mediaType })))).documents[0]?.text).toBe('a: b');
  });
});
