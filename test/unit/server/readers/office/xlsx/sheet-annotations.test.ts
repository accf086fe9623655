import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { microsoftExcel } from '../../../../../../electron/server/nodes/documentloaders/microsoft-excel.ts';
import { microsoftExcel as definition } from '../../../../../../shared/nodes/documentloaders/microsoft-excel.ts';
import { makeZip } from '../../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../../helpers/builders/read-any.ts';
import { readDocuments } from '../../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../../helpers/builders/source-files.ts';
import { rawWorkbookParts } from '../../../../../helpers/builders/workbooks.ts';

const makeFile = sourceFileMaker();

/** The relationships of a part of a workbook: "worksheets/sheet1.xml". */
function relationsOf(part: string, relations: readonly (readonly [type: string, target: string])[]) {
  const list = relations.map(
    ([type, target], index) => `<Relationship Id="r${index}" Type="http://x/${type}" Target="${target}"/>`,
  );
  const name = posix.join('xl', posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
  return { [name]: `<Relationships>${list.join('')}</Relationships>` };
}

test('takes comments, text boxes and titles of charts of a sheet', async () => {
  const box = `<xdr:from><xdr:col>2</xdr:col><xdr:row>4</xdr:row></xdr:from><xdr:sp><xdr:txBody><a:p><a:r><a:t>Read </a:t></a:r><a:r><a:t>this</a:t></a:r></a:p><a:p><a:r><a:t>first</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>Herons by year</a:t></a:r></a:p></c:rich></c:tx></c:title>';
  const linked =
    '<c:title><c:tx><c:strRef><c:f>S!$A$1</c:f><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>Herons</c:v></c:pt><c:pt idx="1"><c:v>by lake</c:v></c:pt></c:strCache></c:strRef></c:tx></c:title><c:ser><c:v>no title</c:v></c:ser>';
  const map =
    '<cx:title><cx:tx><cx:txData><cx:f>S!$A$2</cx:f><cx:v>Map of lakes</cx:v></cx:txData></cx:tx><cx:txPr><a:p><a:r><a:t>Map of lakes</a:t></a:r></a:p></cx:txPr></cx:title>';
  const slicer =
    '<mc:AlternateContent><mc:Choice Requires="a14"><xdr:graphicFrame/></mc:Choice><mc:Fallback><xdr:sp><xdr:txBody><a:p><a:r><a:t>This shape represents a slicer.</a:t></a:r></a:p></xdr:txBody></xdr:sp></mc:Fallback></mc:AlternateContent>';
  const comment = '<comment ref="B7" authorId="0"><text><r><t>Is this </t></r><r><t>right?</t></r></text></comment>';
  const parts = rawWorkbookParts({ sheet: '<sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData>' });
  const content = makeZip({
    ...parts,
    ...relationsOf('worksheets/sheet1.xml', [
      ['comments', '../comments1.xml'],
      ['drawing', '../drawings/drawing1.xml'],
    ]),
    ...relationsOf('drawings/drawing1.xml', [
      ['chart', '../charts/chart1.xml'],
      ['chart', '../charts/chart2.xml'],
      ['chartEx', '../charts/chartEx1.xml'],
    ]),
    'xl/comments1.xml': `<comments><authors><author>Ada</author></authors><commentList>${comment}</commentList></comments>`,
    'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a"><xdr:twoCellAnchor>${box}</xdr:twoCellAnchor><xdr:twoCellAnchor>${slicer}</xdr:twoCellAnchor></xdr:wsDr>`,
    'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart>${title}</c:chart></c:chartSpace>`,
    'xl/charts/chart2.xml': `<c:chartSpace xmlns:c="c"><c:chart>${linked}</c:chart></c:chartSpace>`,
    'xl/charts/chartEx1.xml': `<cx:chartSpace xmlns:cx="c" xmlns:a="a"><cx:chart>${map}</cx:chart></cx:chartSpace>`,
  });
  const file = await makeFile('a.xlsx', content);
  expect((await readAny(file)).documents).toEqual([
    { text: '5', metadata: { sheet: 'Raw', row: 1 } },
    { text: 'Comment on B7: Is this right?', metadata: { sheet: 'Raw', row: 7 } },
    { text: 'Read this\nfirst', metadata: { sheet: 'Raw', row: 5 } },
    { text: 'Chart: Herons by year', metadata: { sheet: 'Raw', row: 1 } },
    { text: 'Chart: Herons\nby lake', metadata: { sheet: 'Raw', row: 1 } },
    { text: 'Chart: Map of lakes', metadata: { sheet: 'Raw', row: 1 } },
  ]);
});

/** What a workbook gives of its comments, written as Excel does; without threaded ones it has no part of them. */
async function readComments({ threaded, notes }: { threaded: string | undefined; notes: string }) {
  const content = makeZip({
    ...rawWorkbookParts({ sheet: '<sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData>' }),
    ...relationsOf('worksheets/sheet1.xml', [
      ['comments', '../comments1.xml'],
      ['threadedComment', '../threadedComments/threadedComment1.xml'],
    ]),
    'xl/comments1.xml': `<comments xmlns="m"><authors><author>Ada</author><author>tc={7E57-01}</author></authors><commentList>${notes}</commentList></comments>`,
    ...(threaded === undefined
      ? {}
      : {
          'xl/threadedComments/threadedComment1.xml': `<ThreadedComments xmlns="t">${threaded}</ThreadedComments>`,
          'xl/persons/person.xml':
            '<personList xmlns="t"><person displayName="Emmy" id="{7E57-A}" userId="emmy" providerId="None"/></personList>',
        }),
  });
  const { documents } = await readAny(await makeFile('a.xlsx', content));
  return documents.slice(1);
}

const thread =
  '<threadedComment ref="B7" dT="2024-03-05T10:00:00.00" personId="{7E57-A}" id="{7E57-01}"><text>Is this right?</text></threadedComment><threadedComment ref="B7" dT="2024-03-05T11:00:00.00" personId="{7E57-A}" id="{7E57-02}" parentId="{7E57-01}"><text>Yes, I counted twice.</text></threadedComment>';
const copy =
  '<comment ref="B7" authorId="1" shapeId="0"><text><t>[Threaded comment]\n\nYour version of Excel allows you to read this threaded comment.\n\nComment:\n    Is this right?\nReply:\n    Yes, I counted twice.</t></text></comment>';
const note =
  '<comment ref="C2" authorId="0" shapeId="0"><text><r><t>Ada:</t></r><r><t xml:space="preserve">\ncount again</t></r></text></comment>';

test('takes a threaded comment with its reply, and not the copy for older programs', async () => {
  expect(await readComments({ threaded: thread, notes: copy })).toEqual([
    { text: 'Comment on B7: Is this right?', metadata: { sheet: 'Raw', row: 7 } },
    { text: 'Comment on B7: Yes, I counted twice.', metadata: { sheet: 'Raw', row: 7 } },
  ]);
});

test('takes the notes of a sheet with threaded comments', async () => {
  expect(await readComments({ threaded: thread, notes: note + copy })).toEqual([
    { text: 'Comment on B7: Is this right?', metadata: { sheet: 'Raw', row: 7 } },
    { text: 'Comment on B7: Yes, I counted twice.', metadata: { sheet: 'Raw', row: 7 } },
    { text: 'Comment on C2: Ada:\ncount again', metadata: { sheet: 'Raw', row: 2 } },
  ]);
});

test('takes the copy of a threaded comment that the file has no more', async () => {
  const documents = await readComments({ threaded: undefined, notes: copy + note });
  expect(documents.map(({ text }) => text)).toEqual([
    expect.stringContaining('Reply:\nYes, I counted twice.'),
    'Comment on C2: Ada:\ncount again',
  ]);
});

/** A workbook with charts on sheets of their own, between and behind two worksheets: with titles, without any, hidden. */
function makeChartSheets(): Uint8Array {
  const rows = (value: number) =>
    `<worksheet xmlns="m"><sheetData><row r="1"><c r="A1"><v>${value}</v></c></row></sheetData></worksheet>`;
  const titled = (...titles: readonly string[]) => {
    const list = titles.map(
      (title) => `<c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title>`,
    );
    return `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart>${list.join('')}</c:chart></c:chartSpace>`;
  };
  const chartSheet = (number: number, chart: string) => ({
    [`xl/chartsheets/sheet${number}.xml`]:
      '<chartsheet xmlns="m" xmlns:r="r"><sheetViews><sheetView workbookViewId="0"/></sheetViews><drawing r:id="r0"/></chartsheet>',
    ...relationsOf(`chartsheets/sheet${number}.xml`, [['drawing', `../drawings/drawing${number}.xml`]]),
    [`xl/drawings/drawing${number}.xml`]:
      '<xdr:wsDr xmlns:xdr="x"><xdr:absoluteAnchor><xdr:graphicFrame/></xdr:absoluteAnchor></xdr:wsDr>',
    ...relationsOf(`drawings/drawing${number}.xml`, [['chart', `../charts/chart${number}.xml`]]),
    [`xl/charts/chart${number}.xml`]: chart,
  });
  const sheets = ['First', 'Herons', 'Last', 'No title', 'Hidden'].map((name, index) => {
    const state = name === 'Hidden' ? 'state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${index + 1}" ${state} r:id="r${index}"/>`;
  });
  return makeZip({
    ...rawWorkbookParts({ sheet: '' }),
    'xl/workbook.xml': `<workbook xmlns="m" xmlns:r="r"><sheets>${sheets.join('')}</sheets></workbook>`,
    ...relationsOf('workbook.xml', [
      ['worksheet', 'worksheets/sheet1.xml'],
      ['chartsheet', 'chartsheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['chartsheet', 'chartsheets/sheet2.xml'],
      ['chartsheet', 'chartsheets/sheet3.xml'],
    ]),
    'xl/worksheets/sheet1.xml': rows(1),
    'xl/worksheets/sheet2.xml': rows(2),
    ...chartSheet(1, titled('Herons by year', 'Year', 'Herons')),
    ...chartSheet(2, titled()),
    ...chartSheet(3, titled('Secret')),
  });
}

test('takes the titles of charts that have a sheet of their own, in the order of the sheets', async () => {
  const file = await makeFile('a.xlsx', makeChartSheets());
  const wanted = [
    { text: '1', metadata: { sheet: 'First', row: 1 } },
    { text: 'Chart: Herons by year', metadata: { sheet: 'Herons', row: 1 } },
    { text: 'Chart: Year', metadata: { sheet: 'Herons', row: 1 } },
    { text: 'Chart: Herons', metadata: { sheet: 'Herons', row: 1 } },
    { text: '2', metadata: { sheet: 'Last', row: 1 } },
  ];
  const readExcel = (params: object) => readDocuments(microsoftExcel, definition.params.parse(params), file);
  expect((await readAny(file)).documents).toEqual(wanted);
  expect((await readExcel({})).documents).toEqual(wanted);
  expect((await readExcel({ headerRow: 3, sheetName: 'Herons' })).documents).toEqual(wanted.slice(1, 4));
  expect((await readExcel({ sheetName: 'Hidden' })).documents).toMatchObject([{ text: 'Chart: Secret' }]);
  await expect(readExcel({ sheetName: 'No title' })).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
});
