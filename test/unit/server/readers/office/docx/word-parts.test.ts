import { describe, expect, test } from 'vitest';
import { docxFile } from '../../../../../../electron/server/nodes/documentloaders/docx-file.ts';
import { docxFile as definition } from '../../../../../../shared/nodes/documentloaders/docx-file.ts';
import { type LinkedPart, p, r, rawDocx } from '../../../../../helpers/builders/raw-docx.ts';
import { readDocuments } from '../../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function read(body: string, linked: Record<string, LinkedPart> = {}, parts: Record<string, string> = {}) {
  const file = await makeFile('a.docx', rawDocx(body, parts, linked));
  const { documents, notes } = await readDocuments(docxFile, definition.params.parse({}), file);
  return { text: documents[0]?.text, notes };
}

const sign = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;
const inFont = (font: string) => `<w:rFonts w:ascii="${font}" w:hAnsi="${font}"/>`;

describe('signs and marks of a Word document', () => {
  test('signs of the fonts Symbol and Wingdings are what they show', async () => {
    const styles = `<w:style w:type="character" w:styleId="Greek"><w:rPr>${inFont('Symbol')}</w:rPr></w:style>`;
    const body = [
      p(r('from 4 ') + sign('Symbol', 'F0A3') + r(' 5 k') + sign('Symbol', 'F057')),
      p(r('gap 7 ') + r('m', inFont('Symbol')) + r('m, angle ') + r('a', '<w:rStyle w:val="Greek"/>')),
      p(r('\uf0fe', inFont('Wingdings')) + r(' paid ') + sign('Wingdings', 'F0A8') + r(' open')),
      p(r('2 ') + sign('Arial', '00D7') + r(' 3')),
    ].join('');
    const { text, notes } = await read(body, {}, { styles });
    expect(text).toBe('from 4 ≤ 5 kΩ\n\ngap 7 μm, angle α\n\n☑ paid ☐ open\n\n2 × 3');
    expect(notes).toEqual([]);
  });

  test('signs that nobody knows are told', async () => {
    const { text, notes } = await read(p(r('a') + sign('House Icons', 'F041')));
    expect(text).toBe('a');
    expect(notes).toEqual(['Left out: signs of the font "House Icons", since it is not known what they stand for.']);
  });

  test('what is struck through is marked', async () => {
    const struck = '<w:strike/>';
    const body = p(r('Rent ') + r('700 ', struck) + r('EUR ', struck) + r('800 EUR') + r('x', '<w:strike w:val="0"/>'));
    expect((await read(body)).text).toBe('Rent ~~700 EUR~~ 800 EURx');
  });

  test('a paragraph whose mark was deleted goes on with the next one', async () => {
    const deleted = '<w:rPr><w:del w:id="1"/></w:rPr>';
    const cell = (content: string) => `<w:tbl><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`;
    const body =
      p(r('The crane lifts '), deleted) + p(r('two tons.')) + cell(p(r('alone'), deleted)) + p(r('end'), deleted);
    expect((await read(body)).text).toBe('The crane lifts two tons.\n\n| alone |\n| --- |\n\nend');
  });

  test('the words that ask for an entry are left out, and the columns of their row stay', async () => {
    const field = (settings: string, content: string) =>
      `<w:sdt><w:sdtPr>${settings}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const cell = (text: string) => `<w:tc>${p(r(text))}</w:tc>`;
    const row = `<w:tr>${field('<w:showingPlcHdr/>', cell('Pick a day'))}${cell('Monday')}</w:tr>`;
    const body = `${p(`${r('Name: ')}${field('<w:showingPlcHdr/>', r('Enter a name'))}`)}<w:tbl>${row}</w:tbl>`;
    const filled = p(field('<w:showingPlcHdr w:val="0"/>', r('Ann')));
    expect((await read(body + filled)).text).toBe('Name:\n\n|  | Monday |\n| --- | --- |\n\nAnn');
  });
});

describe('parts that a Word document takes in', () => {
  const chunk = (id: string) => `<w:altChunk r:id="${id}"/>`;

  test('pages, texts and documents stand where they are taken in', async () => {
    const mhtml = 'MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<p>From a saved page</p>';
    const type = 'aFChunk';
    const linked = {
      'one.htm': { type, content: '<p>Pumps of hall 2</p>' },
      'two.mht': { type, content: mhtml },
      'three.docx': { type, content: rawDocx(p(r('Inner words'))) },
      'four.rtf': { type, content: '{\\rtf1\\ansi Rich words\\par}' },
      'five.png': { type, content: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    };
    const { text, notes } = await read(
      p(r('Before')) + Object.keys(linked).map(chunk).join('') + p(r('After')),
      linked,
    );
    expect(text).toBe('Before\n\nPumps of hall 2\n\nFrom a saved page\n\nInner words\n\nRich words\n\nAfter');
    expect(notes).toEqual([expect.stringMatching(/^Left out: "a\.docx\/five\.png" /)]);
  });

  test('charts are their titles and values, diagrams their points', async () => {
    const cache = (kind: string, ...values: string[]) =>
      `<c:${kind}Ref><c:${kind}Cache>${values.map((v, at) => `<c:pt idx="${at}"><c:v>${v}</c:v></c:pt>`).join('')}</c:${kind}Cache></c:${kind}Ref>`;
    const series = (name: string, ...values: string[]) =>
      `<c:ser><c:tx>${cache('str', name)}</c:tx><c:cat>${cache('str', 'May', 'June')}</c:cat><c:val>${cache('num', ...values)}</c:val></c:ser>`;
    const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>Water used</a:t></a:r></a:p></c:rich></c:tx></c:title>';
    const linked = {
      'chart.xml': {
        type: 'chart',
        content: `<c:chartSpace>${title}${series('North', '0.30000000000000004', '12')}${series('South', '7', '8')}</c:chartSpace>`,
      },
      'points.xml': {
        type: 'diagramData',
        content:
          '<d:dataModel><d:ptLst><d:pt><d:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></d:t></d:pt></d:ptLst></d:dataModel>',
      },
    };
    const drawing = (content: string) => p(`<w:r><w:drawing>${content}</w:drawing></w:r>`);
    const body =
      drawing('<c:chart r:id="chart.xml"/>') +
      drawing('<d:relIds r:dm="points.xml"/>') +
      drawing('<c:chart r:id="gone.xml"/>') +
      p(r('End'));
    const gone = { ...linked, 'gone.xml': { type: 'chart', content: '<broken' } };
    const { text, notes } = await read(body, gone);
    expect(text).toBe(
      'Chart: Water used\n\n|  | North | South |\n| --- | --- | --- |\n| May | 0.3 | 7 |\n| June | 12 | 8 |\n\nPlan\n\nEnd',
    );
    expect(notes).toEqual(['Left out: a chart or diagram, since its part "word/gone.xml" is damaged or missing.']);
  });

  test('what only newer programs show is replaced by what stands in for it, at any place', async () => {
    const choice = (requires: string, content: string, fallback: string) =>
      `<mc:AlternateContent xmlns:new="http://example.com/new" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><mc:Choice Requires="${requires}">${content}</mc:Choice><mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent>`;
    const body = [choice('new', p(r('new')), p(r('old'))), choice('wps', p(r('shown')), p(r('not shown')))].join('');
    expect((await read(body)).text).toBe('old\n\nshown');
  });

  test('a cell that is merged over rows has its value in each', async () => {
    const cell = (text: string, settings = '') => `<w:tc><w:tcPr>${settings}</w:tcPr>${p(r(text))}</w:tc>`;
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
    const body = `<w:tbl>${[
      row(cell('Site', '<w:gridSpan w:val="2"/>'), cell('Owner')),
      row(cell('Pier'), cell('1'), cell('Harbour', '<w:vMerge w:val="restart"/>')),
      row(cell('Pier'), cell('2'), cell('', '<w:vMerge/>')),
      `<w:tr><w:trPr><w:gridBefore w:val="2"/></w:trPr>${cell('', '<w:vMerge w:val="continue"/>')}</w:tr>`,
      row(cell('Shed'), cell('3'), cell('')),
    ].join('')}</w:tbl>`;
    expect((await read(body)).text).toBe(
      [
        '| Site |  | Owner |',
        '| --- | --- | --- |',
        '| Pier | 1 | Harbour |',
        '| Pier | 2 | Harbour |',
        '|  |  | Harbour |',
        '| Shed | 3 |  |',
      ].join('\n'),
    );
  });
});
