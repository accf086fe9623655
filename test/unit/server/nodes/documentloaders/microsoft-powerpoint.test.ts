import { describe, expect, test } from 'vitest';
import { microsoftPowerpoint } from '../../../../../electron/server/nodes/documentloaders/microsoft-powerpoint.ts';
import { microsoftPowerpoint as definition } from '../../../../../shared/nodes/documentloaders/microsoft-powerpoint.ts';
import { makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { makePresentation, makeRawPresentation, shapeXml } from '../../../../helpers/builders/presentations.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { makePptx, makeXlsx } from '../../../../helpers/builders/sheet-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function read(content: string | Uint8Array, name = 'deck.pptx') {
  const file = await makeFile(name, content);
  return (await readDocuments(microsoftPowerpoint, definition.params.parse({}), file)).documents;
}

const textsOf = async (content: Uint8Array) => (await read(content)).map(({ text }) => text);

describe('microsoftPowerpoint', () => {
  test('gives one document a slide, with its number, its notes, and whether it is hidden', async () => {
    const content = await makePresentation((deck) => {
      const first = deck.addSlide();
      first.addText('Herons & reeds', { x: 1, y: 1, w: 5, h: 1 });
      first.addText([{ text: 'They stand.', options: { breakLine: true } }, { text: 'They ' }, { text: 'wait 🦆.' }], {
        x: 1,
        y: 3,
        w: 5,
        h: 2,
      });
      first.addNotes('Say hello.\nThen begin.');
      deck.addSlide();
      const third = deck.addSlide();
      third.addText('Kept for questions', { x: 1, y: 1, w: 5, h: 1 });
      third.hidden = true;
    });
    expect(await read(content, 'my deck 🦆.pptx')).toEqual([
      {
        text: 'Herons & reeds\n\nThey stand.\nThey wait 🦆.\n\nNotes:\nSay hello.\nThen begin.',
        metadata: { slide: 1 },
      },
      { text: 'Kept for questions', metadata: { slide: 3, hidden: true } },
    ]);
  });

  test('marks powers and indexes', async () => {
    const content = await makePresentation((deck) => {
      const runs = [
        { text: '10' },
        { text: '-6', options: { superscript: true } },
        { text: ' of x' },
        { text: 'i', options: { subscript: true } },
      ];
      deck.addSlide().addText(runs, { x: 1, y: 1, w: 5, h: 1 });
    });
    expect(await textsOf(content)).toEqual(['10^-6 of x_i']);
  });

  test('tells pictures, charts and shapes without text by their descriptions', async () => {
    const named = (kind: string, attributes: string, inner = '') =>
      `<p:nv${kind}Pr><p:cNvPr id="2" name="Picture 1" ${attributes}>${inner}</p:cNvPr></p:nv${kind}Pr>`;
    const decorative = '<a:extLst><a:ext><adec:decorative xmlns:adec="adec" val="1"/></a:ext></a:extLst>';
    const xml = [
      `<p:pic>${named('Pic', 'descr="A heron in the reeds"')}</p:pic>`,
      `<p:pic>${named('Pic', 'descr="C:\\b.png" title="A shed"')}</p:pic>`,
      `<p:pic>${named('Pic', 'descr="A line"', decorative)}</p:pic>`,
      `<p:pic>${named('Pic', 'descr="unseen" hidden="1"')}</p:pic>`,
      `<p:graphicFrame>${named('GraphicFrame', 'descr="Birds by year"')}</p:graphicFrame>`,
      `<p:grpSp>${named('GrpSp', 'descr="A map"')}<p:sp>${named('Sp', 'descr="An arrow to the lake"')}</p:sp></p:grpSp>`,
      shapeXml(['Text']).replace('<p:nvSpPr>', '<p:nvSpPr><p:cNvPr id="3" descr="A box"/>'),
    ].join('');
    expect(await textsOf(makeRawPresentation([{ xml }]))).toEqual([
      '![A heron in the reeds]\n\n![A shed]\n\n![Birds by year]\n\n![A map]\n\n![An arrow to the lake]\n\nText',
    ]);
  });

  test('gives tables as Markdown', async () => {
    const content = await makePresentation((deck) => {
      const rows = [
        ['bird', 'place'],
        ['heron', 'reeds | lake'],
      ];
      deck.addSlide().addTable(
        rows.map((row) => row.map((text) => ({ text }))),
        { x: 1, y: 1, w: 6 },
      );
    });
    expect(await textsOf(content)).toEqual(['| bird | place |\n| --- | --- |\n| heron | reeds \\| lake |']);
  });

  test('gives a cell that is merged over rows its value in each', async () => {
    const cell = (text: string, merged = '') =>
      `<a:tc ${merged}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const rows = [
      cell('bird') + cell('place'),
      cell('heron') + cell('reeds', 'rowSpan="2"'),
      cell('coot') + cell('', 'vMerge="1"'),
    ].map((cells) => `<a:tr>${cells}</a:tr>`);
    const xml = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    expect(await textsOf(makeRawPresentation([{ xml }]))).toEqual([
      '| bird | place |\n| --- | --- |\n| heron | reeds |\n| coot | reeds |',
    ]);
  });

  test('shows signs of the fonts Symbol and Wingdings, and marks what is struck through', async () => {
    const run = (text: string, look = '') => `<a:r><a:rPr${look}</a:rPr><a:t>${text}</a:t></a:r>`;
    const symbol = run('\uf06d', '><a:sym typeface="Symbol"/>');
    const check = run('\uf0fc', '><a:sym typeface="Wingdings"/>');
    const old = run('9 EUR', ' strike="sngStrike">');
    const runs = `${run('10 ', '>')}${symbol}${run('m, ', '>')}${old}${run(' 12 EUR ', '>')}${check}`;
    const xml = `<p:sp><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>`;
    expect(await textsOf(makeRawPresentation([{ xml }]))).toEqual(['10 μm, ~~9 EUR~~ 12 EUR ✓']);
  });

  test('gives charts as their titles and values', async () => {
    const content = await makePresentation((deck) => {
      const series = { name: 'Herons', labels: ['May', 'June'], values: [3, 5] };
      deck
        .addSlide()
        .addChart(deck.ChartType.bar, [series], { x: 1, y: 1, w: 5, h: 3, showTitle: true, title: 'Birds' });
    });
    const [text] = await textsOf(content);
    expect(text).toContain('Chart: Birds\n\n|  | Herons |\n| --- | --- |\n| May | 3 |\n| June | 5 |');
  });

  test('puts the title first, takes groups where they stand, and leaves page numbers and footers out', async () => {
    const group = `<p:grpSp><p:grpSpPr/>${shapeXml(['in group one'])}<p:grpSp>${shapeXml(['deeper'])}</p:grpSp></p:grpSp>`;
    const xml = [
      shapeXml(['before the group', 'second paragraph']),
      group,
      shapeXml(['The title'], 'title'),
      shapeXml(['body text'], 'body'),
      shapeXml(['12'], 'sldNum'),
      shapeXml(['Confidential'], 'ftr'),
      shapeXml(['today'], 'dt'),
    ].join('');
    expect(await textsOf(makeRawPresentation([{ xml }]))).toEqual([
      'The title\n\nbefore the group\nsecond paragraph\n\nin group one\n\ndeeper\n\nbody text',
    ]);
  });

  test('takes the footers of slides if they are asked for', async () => {
    const xml = [shapeXml(['Confidential'], 'ftr'), shapeXml(['12'], 'sldNum'), shapeXml(['body text'])].join('');
    const file = await makeFile('a.pptx', makeRawPresentation([{ xml }]));
    const params = definition.params.parse({ headers: 'true' });
    const { documents } = await readDocuments(microsoftPowerpoint, params, file);
    expect(documents.map(({ text }) => text)).toEqual(['Confidential\n\nbody text']);
  });

  test('takes slides in the order of the presentation, not of their files', async () => {
    const slides = ['one', 'two', 'three'].map((text) => ({ xml: shapeXml([text]) }));
    expect(await read(makeRawPresentation(slides))).toEqual([
      { text: 'one', metadata: { slide: 1 } },
      { text: 'two', metadata: { slide: 2 } },
      { text: 'three', metadata: { slide: 3 } },
    ]);
  });

  test('takes line breaks, fields and formulas, and of alternatives the newest only', async () => {
    const line = '<a:r><a:t>one</a:t></a:r><a:br/><a:r><a:t>two </a:t></a:r><a:fld type="x"><a:t>field</a:t></a:fld>';
    const formula = '<a14:m xmlns:a14="x"><m:oMath xmlns:m="y"><m:r><m:t>a+b</m:t></m:r></m:oMath></a14:m>';
    const text = `<p:sp><p:txBody><a:p>${line}</a:p><a:p>${formula}</a:p></p:txBody></p:sp>`;
    const choice = `<mc:Choice Requires="p14">${shapeXml(['new'])}</mc:Choice><mc:Fallback>${shapeXml(['old'])}</mc:Fallback>`;
    const xml = `${text}<mc:AlternateContent>${choice}</mc:AlternateContent>`;
    expect(await textsOf(makeRawPresentation([{ xml }]))).toEqual(['one\ntwo field\na+b\n\nnew']);
  });

  test('takes the texts of diagrams', async () => {
    const graphic = '<dgm:relIds xmlns:dgm="d" r:dm="rId7" r:lo="rId8"/>';
    const xml = `<p:graphicFrame><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></p:graphicFrame>`;
    const point = (type: string, text: string) =>
      `<dgm:pt modelId="1"${type}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const points = `${point('', 'first step')}${point(' type="pres"', 'drawn')}${point(' type="node"', 'second step')}`;
    const data = `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst>${points}</dgm:ptLst></dgm:dataModel>`;
    const relation = ['rId7', 'diagramData', '../diagrams/data1.xml'] as const;
    const content = makeRawPresentation([{ xml, relations: [relation] }], { 'ppt/diagrams/data1.xml': data });
    expect(await textsOf(content)).toEqual(['first step\nsecond step']);
  });

  test('reads a slide of the least that makes one', async () => {
    expect(await textsOf(makePptx())).toEqual(['The heron stands in the reeds.']);
  });

  test.each([
    ['a PDF document', () => makePdf(['text'])],
    ['a text file', async () => 'only words'],
    ['an Excel workbook', async () => makeXlsx()],
  ])('says that %s is not a presentation', async (kind, make) => {
    await expect(read(await make())).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      status: 415,
      message: expect.stringContaining(kind),
    });
  });

  test('distinguishes a presentation with a password from an old one', async () => {
    const head = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const old = Buffer.concat([head, Buffer.alloc(5000)]);
    const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')]);
    await expect(read(old)).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringContaining('save it as .pptx'),
    });
    await expect(read(locked)).rejects.toMatchObject({ code: 'FILE_ENCRYPTED' });
  });

  test('names a file that was cut short, whose XML is none, or that has parts missing', async () => {
    const whole = makeRawPresentation([{ xml: shapeXml(['text '.repeat(500)]) }]);
    await expect(read(whole.subarray(0, whole.length - 200))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    await expect(read(makeRawPresentation([{ xml: '<p:sp>' }]))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    const parts = { '[Content_Types].xml': '<Types/>', 'ppt/other.xml': '<a/>' };
    await expect(read(makeZip(parts))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
  });

  test('refuses shapes inside each other without end, and a slide of more elements than fit', async () => {
    const deep = `${'<p:grpSp>'.repeat(3000)}${'</p:grpSp>'.repeat(3000)}`;
    await expect(read(makeRawPresentation([{ xml: deep }]))).rejects.toMatchObject({ code: 'FILE_CORRUPT' });
    const unlike = Array.from({ length: 210_000 }, (_, index) => `<a n="${index * 7919}"/>`).join('');
    await expect(read(makeRawPresentation([{ xml: unlike }]))).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      status: 413,
    });
  });

  test('refuses an empty file, and slides without writing', async () => {
    await expect(read('')).rejects.toMatchObject({ code: 'FILE_EMPTY' });
    await expect(read(makeRawPresentation([{ xml: '<p:pic/>' }]))).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
    await expect(read(makeRawPresentation([]))).rejects.toMatchObject({ code: 'FILE_HAS_NO_TEXT' });
  });
});
