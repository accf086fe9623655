import { describe, expect, test } from 'vitest';
import { readAny } from '../../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../../helpers/builders/source-files.ts';
import { makeRawWorkbook, makeTable, type RawWorkbook } from '../../../../../helpers/builders/workbooks.ts';

const makeFile = sourceFileMaker();

async function read(raw: RawWorkbook) {
  const { documents, notes } = await readAny(await makeFile('a.xlsx', makeRawWorkbook(raw)));
  return { texts: documents.map(({ text }) => text), notes };
}

const text = (at: string, words: string, style = 0) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is>${words.startsWith('<') ? words : `<t>${words}</t>`}</is></c>`;
const sheet = (...rows: string[]) =>
  `<sheetData>${rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join('')}</sheetData>`;

describe('what the cells of a workbook show', () => {
  test('formulas without a stored result are told', async () => {
    const { texts, notes } = await read({
      sheet: sheet(
        text('A1', 'Item') + text('B1', 'Price') + text('C1', 'Sum'),
        `${text('A2', 'Rope')}<c r="B2"><v>4</v></c><c r="C2"><f>B2*2</f></c>`,
        `${text('A3', 'Oar')}<c r="B3"><v>5</v></c><c r="C3"><f>B3*2</f><v>10</v></c>`,
        `${text('A4', 'Net')}<c r="B4"><v>5</v></c><c r="C4" t="str"><f>""</f><v></v></c>`,
      ),
    });
    expect(texts[0]).toBe('Item: Rope\nPrice: 4');
    expect(notes).toContain(
      'Left out: 1 cell whose formula has no stored result (Raw!C2): open the file in Excel and save it.',
    );
  });

  test('dates that are stored as texts show as their format says', async () => {
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="15"/></cellXfs>';
    const date = (at: string, value: string, style: number) => `<c r="${at}" s="${style}" t="d"><v>${value}</v></c>`;
    const { texts } = await read({
      styles,
      sheet: sheet(
        text('A1', 'Boat') + text('B1', 'Built') + text('C1', 'Seen'),
        text('A2', 'Swan') + date('B2', '2024-03-05T00:00:00', 1) + date('C2', '2024-03-05T00:00:00Z', 0),
        text('A3', 'Gull') + date('B3', '2023-12-31', 1) + date('C3', '2024-03-06T14:30:00', 0),
        text('A4', 'Rook') + date('B4', '2023-12-30', 1) + date('C4', 'soon', 0),
      ),
    });
    expect(texts).toEqual([
      'Boat: Swan\nBuilt: 5-Mar-24\nSeen: 2024-03-05',
      'Boat: Gull\nBuilt: 31-Dec-23\nSeen: 2024-03-06 14:30',
      'Boat: Rook\nBuilt: 30-Dec-23\nSeen: soon',
    ]);
  });

  test('signs of the font Symbol are what they show, and what is struck through is marked', async () => {
    const styles =
      '<fonts><font><name val="Arial"/></font><font><strike/><name val="Arial"/></font><font><name val="Symbol"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs>';
    const runs = '<r><t xml:space="preserve">10 </t></r><r><rPr><rFont val="Symbol"/></rPr><t>m</t></r><r><t>m</t></r>';
    const partly = '<r><rPr><strike/></rPr><t>red</t></r><r><t xml:space="preserve"> blue</t></r>';
    const { texts } = await read({
      styles,
      sheet: sheet(text('A1', runs) + text('B1', 'W', 2) + text('C1', 'old', 1) + text('D1', partly)),
    });
    expect(texts).toEqual(['10 μm | Ω | ~~old~~ | ~~red~~ blue']);
  });

  test('the names of columns without a value are not lost', async () => {
    const rows = [
      ['Name', 'Phone', 'Remarks', 'Fax'],
      ['Ada', '100', null, null],
      ['Ben', '101', null, null],
    ];
    const { documents } = await readAny(await makeFile('a.xlsx', await makeTable(rows)));
    expect(documents.map((document) => document.text)).toEqual([
      'Name: Ada\nPhone: 100',
      'Name: Ben\nPhone: 101',
      'Remarks | Fax',
    ]);
    const { documents: lines } = await readAny(await makeFile('a.csv', 'Name,Phone,Fax\nAda,100,\nBen,101,\n'));
    expect(lines.at(-1)?.text).toBe('Fax');
  });
});
