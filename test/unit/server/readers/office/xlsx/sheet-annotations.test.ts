import { expect, test } from 'vitest';
import { makeZip } from '../../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../../helpers/builders/source-files.ts';
import { rawWorkbookParts } from '../../../../../helpers/builders/workbooks.ts';

const makeFile = sourceFileMaker();

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
  const of = (part: string, relations: readonly (readonly [type: string, target: string])[]) => {
    const [folder = '', name = ''] = part.split('/');
    const list = relations.map(
      ([type, target], index) => `<Relationship Id="r${index}" Type="http://x/${type}" Target="${target}"/>`,
    );
    return { [`xl/${folder}/_rels/${name}.rels`]: `<Relationships>${list.join('')}</Relationships>` };
  };
  const content = makeZip({
    ...parts,
    ...of('worksheets/sheet1.xml', [
      ['comments', '../comments1.xml'],
      ['drawing', '../drawings/drawing1.xml'],
    ]),
    ...of('drawings/drawing1.xml', [
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
