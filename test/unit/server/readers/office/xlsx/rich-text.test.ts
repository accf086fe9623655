import { expect, test } from 'vitest';
import { readAny } from '../../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../../helpers/builders/source-files.ts';
import { makeRawWorkbook } from '../../../../../helpers/builders/workbooks.ts';

const makeFile = sourceFileMaker();

test('powers and indexes are marked, in shared texts and in those of cells', async () => {
  const moved = (text: string, where: string) => `<r><rPr><vertAlign val="${where}"/></rPr><t>${text}</t></r>`;
  const rate = `<r><t>10</t></r>${moved('-6', 'superscript')}<r><rPr><b/></rPr><t xml:space="preserve"> mol</t></r>`;
  const strings = `<si><t>rate</t></si><si>${rate}</si><si><t>plain</t></si>`;
  const sheet =
    '<sheetData><row r="1"><c t="s"><v>0</v></c><c t="inlineStr"><is><t>speed</t></is></c></row>' +
    `<row r="2"><c t="s"><v>1</v></c><c t="inlineStr"><is><r><t>v</t></r>${moved('max', 'subscript')}</is></c></row>` +
    '<row r="3"><c t="s"><v>2</v></c><c t="inlineStr"><is><t>slow</t></is></c></row></sheetData>';
  const { documents } = await readAny(await makeFile('a.xlsx', makeRawWorkbook({ sheet, strings })));
  expect(documents.map(({ text }) => text)).toEqual(['rate: 10^-6 mol\nspeed: v_max', 'rate: plain\nspeed: slow']);
});
