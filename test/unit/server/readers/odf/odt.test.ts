import { describe, expect, test } from 'vitest';
import { makeEpub } from '../../../../helpers/builders/book-fixtures.ts';
import { makeOdt, type OdfOptions, odfParts } from '../../../../helpers/builders/odf-fixtures.ts';
import { makeDocx, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = async (body: string, options: OdfOptions = {}) =>
  (await readAny(await makeFile('a.odt', makeOdt(body, options)))).documents[0];
const textOf = async (body: string, options: OdfOptions = {}) => (await read(body, options))?.text;

describe('an OpenDocument text', () => {
  test('gives headings and paragraphs in order, and its title and author', async () => {
    const body = `<text:h text:outline-level="1">Head</text:h>
      <text:p>One <text:span>t</text:span>wo<text:s text:c="3"/>three<text:tab/>four<text:line-break/>five &amp; 😀</text:p>
      <text:p/><text:p>Last</text:p>`;
    expect(await read(body, { title: 'The <pump>', author: 'Ada' })).toEqual({
      text: 'Head\n\nOne two three four\nfive & 😀\n\nLast',
      metadata: { title: 'The <pump>', author: 'Ada' },
    });
  });

  test('marks powers and indexes', async () => {
    const style = (name: string, position: string, parent = '') =>
      `<style:style style:name="${name}" style:family="text" ${parent}><style:text-properties ${position}/></style:style>`;
    const styles = [
      style('T1', 'style:text-position="super 58%"'),
      style('T2', 'style:text-position="-33% 58%"'),
      style('T3', 'fo:color="red"', 'style:parent-style-name="T1"'),
      style('T4', 'style:text-position="0% 100%"'),
    ].join('');
    const span = (name: string, text: string) => `<text:span text:style-name="${name}">${text}</text:span>`;
    const body = `<text:p>10${span('T1', '-6')} x${span('T2', 'i')}, e${span('T3', 'n')}${span('T1', '+1')} m${span('T1', span('T4', '2'))}</text:p>`;
    const shared = style('Superscript', 'style:text-position="33% 58%"');
    expect(await textOf(body, { styles })).toBe('10^-6 x_i, e^(n+1) m2');
    const parts = odfParts('text', `<text:p>10${span('Superscript', '9')}</text:p>`);
    const content = makeZip({ ...parts, 'styles.xml': `<office:styles>${shared}</office:styles>` });
    expect((await readAny(await makeFile('a.odt', content))).documents[0]?.text).toBe('10^9');
  });

  test('marks the items of lists', async () => {
    const styles = `<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1"/>
      <text:list-level-style-number text:level="2"/></text:list-style>`;
    const item = (text: string, more = '') => `<text:list-item><text:p>${text}</text:p>${more}</text:list-item>`;
    const inner = `<text:list>${item('first')}${item('second')}</text:list>`;
    const body = `<text:p>Before</text:p><text:list text:style-name="L1">${item('one', inner)}${item('two')}</text:list><text:p>After</text:p>`;
    expect(await textOf(body, { styles })).toBe('Before\n\n- one\n  1. first\n  2. second\n- two\n\nAfter');
  });

  test('numbers lists as they show: shared styles, formats, start values, numbers that go on', async () => {
    const level = (number: number, attributes: string) =>
      `<text:list-level-style-number text:level="${number}" ${attributes}/>`;
    const shared = `<text:list-style style:name="Numbering_20_A">${level(1, 'style:num-format="A" style:num-suffix=")" text:start-value="3"')}${level(2, 'style:num-format="1" text:display-levels="2"')}</text:list-style>`;
    const item = (text: string, more = '', attributes = '') =>
      `<text:list-item ${attributes}>${text === '' ? '' : `<text:p>${text}</text:p>`}${more}</text:list-item>`;
    const list = (items: string, attributes = '') =>
      `<text:list text:style-name="Numbering_20_A" ${attributes}>${items}</text:list>`;
    const inner = `<text:list>${item('deep')}${item('deeper')}</text:list>`;
    const body = [
      list(`${item('one', inner)}${item('two', '', 'text:start-value="7"')}`, 'xml:id="l1"'),
      '<text:p>between</text:p>',
      list(item('goes on'), 'text:continue-list="l1"'),
      list(item('', `<text:list>${item('only deep')}</text:list>`)),
    ].join('');
    const parts = odfParts('text', body);
    const content = makeZip({ ...parts, 'styles.xml': parts['content.xml']?.replace(body, shared) ?? '' });
    expect((await readAny(await makeFile('a.odt', content))).documents[0]?.text).toBe(
      'C) one\n  C.1. deep\n  C.2. deeper\nG) two\n\nbetween\n\nH) goes on\n\n  C.1. only deep',
    );
  });

  test('tells pictures by their descriptions', async () => {
    const frame = (content: string) => `<draw:frame><draw:image/>${content}</draw:frame>`;
    const box =
      '<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box><svg:title>A box</svg:title></draw:frame>';
    const body = `<text:p>See ${frame('<svg:title>Image1</svg:title><svg:desc>A heron</svg:desc>')} here.</text:p>
      ${frame('<svg:title>A shed</svg:title>')}<text:p>${frame('<svg:desc>IMG_1.JPG</svg:desc>')}${box}</text:p>`;
    expect(await textOf(body)).toBe('See ![A heron] here.\n\n![A shed]\n\nboxed');
  });

  test('writes equations in one line', async () => {
    const object =
      '<draw:frame><draw:object xlink:href="./Object 1" xmlns:xlink="x"/><draw:image/><svg:desc>formula</svg:desc></draw:frame>';
    const parts = odfParts('text', `<text:p>Where ${object} grows</text:p>`);
    const manifest = parts['META-INF/manifest.xml']?.replace(
      '</manifest:manifest>',
      '<manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="application/vnd.oasis.opendocument.formula"/></manifest:manifest>',
    );
    const math =
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="StarMath 5.0">x^2</annotation></semantics></math>';
    const content = makeZip({ ...parts, 'META-INF/manifest.xml': manifest ?? '', 'Object 1/content.xml': math });
    expect((await readAny(await makeFile('a.odt', content))).documents[0]?.text).toBe('Where x^2 grows');
  });

  test('gives tables as Markdown, with the paragraphs and inner tables of a cell on its line', async () => {
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const body = `<text:p>Before</text:p><table:table><table:table-column/><table:table-row>${cell('Name')}${cell('Age')}</table:table-row>
      <table:table-row>${cell('Ada')}<table:covered-table-cell/>${cell('36')}</table:table-row>
      <table:table-row><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table><text:p>After</text:p>`;
    expect(await textOf(body)).toBe('Before\n\n| Name | Age |  |\n| --- | --- | --- |\n| Ada |  | 36 |\n\nAfter');
    const inner = `<table:table><table:table-row>${cell('x')}${cell('y')}</table:table-row></table:table>`;
    const many = `<table:table-cell><text:p>one</text:p><text:p>two</text:p>${inner}<text:list><text:list-item><text:p>item</text:p></text:list-item></text:list></table:table-cell>`;
    expect(await textOf(`<table:table><table:table-row>${cell('a|b')}${many}</table:table-row></table:table>`)).toBe(
      '| a\\|b | one two x y - item |\n| --- | --- |',
    );
  });

  test('gives a cell that is merged over rows its value in each', async () => {
    const cell = (text: string, merged = '') =>
      `<table:table-cell ${merged}><text:p>${text}</text:p></table:table-cell>`;
    const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
    const covered = '<table:covered-table-cell/>';
    const rows = [
      row(cell('Name'), cell('Hall'), cell('Key')),
      row(cell('Ada'), cell('North', 'table:number-rows-spanned="2" table:number-columns-spanned="1"'), cell('7')),
      row(cell('Bo'), covered, cell('8')),
      row(cell('Cy'), cell('South'), cell('9')),
    ];
    expect(await textOf(`<table:table>${rows.join('')}</table:table>`)).toBe(
      '| Name | Hall | Key |\n| --- | --- | --- |\n| Ada | North | 7 |\n| Bo | North | 8 |\n| Cy | South | 9 |',
    );
  });

  test('gives a table the width of its widest row, and a long one in pieces', async () => {
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
    const many = Array.from({ length: 150 }, (_, index) => row(`a${index}`, 'b'));
    const lines = (
      await textOf(`<table:table>${row('A', '')}${many.join('')}${row('x', 'y', 'z')}</table:table>`)
    )?.split('\n');
    expect(lines?.slice(0, 3)).toEqual(['| A |  |', '| --- | --- |', '| a0 | b |']);
    expect(lines?.slice(-2)).toEqual(['| a149 | b |', '| x | y | z |']);
    expect(lines).toHaveLength(153);
  });

  test('puts footnotes behind their paragraph', async () => {
    const note = `<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>A note</text:p>
      <text:p>of two lines</text:p></text:note-body></text:note>`;
    expect(await textOf(`<text:p>One${note} goes on.</text:p><text:p>Two</text:p>`)).toBe(
      'One goes on.\n\nA note\n\nof two lines\n\nTwo',
    );
  });

  test('leaves out what was deleted, comments and descriptions', async () => {
    const body = `<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>
      <text:p>Seen<office:annotation><dc:creator>X</dc:creator><text:p>comment</text:p></office:annotation> text</text:p>
      <text:p><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame></text:p>`;
    expect(await textOf(body)).toBe('Seen text\n\nIn a box');
  });

  test('that is none, is damaged, locked or empty is refused by name', async () => {
    const refused = async (content: string | Uint8Array, code: string, words = '"a.odt"') =>
      expect(readAny(await makeFile('a.odt', content))).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    const whole = makeOdt(`<text:p>${'text '.repeat(1000)}</text:p>`);
    await refused('', 'FILE_EMPTY');
    await refused('words', 'UNSUPPORTED_FILE_TYPE', '"a.odt" is not an OpenDocument text (.odt) but a text file');
    await refused(await makeDocx(['x']), 'UNSUPPORTED_FILE_TYPE', 'but a Word document');
    await refused(makeEpub([{ path: 'a.xhtml', page: 'x' }]), 'UNSUPPORTED_FILE_TYPE', 'but an EPUB book');
    const sheet = makeOdt('', { mediaType: 'application/vnd.oasis.opendocument.spreadsheet' });
    await refused(sheet, 'UNSUPPORTED_FILE_TYPE', 'spreadsheet');
    await refused(whole.subarray(0, whole.length - 300), 'FILE_CORRUPT');
    await refused(makeOdt('<text:p>x</text:p>', { isEncrypted: true }), 'FILE_ENCRYPTED');
    await refused(makeOdt('<text:p> </text:p>'), 'FILE_HAS_NO_TEXT');
    await refused(makeOdt('<text:p>one</text:h>'), 'FILE_CORRUPT', 'its content is damaged');
    const bomb = makeOdt(`<text:p>${' '.repeat(20_000_000)}</text:p>`);
    await refused(bomb, 'ARCHIVE_TOO_LARGE');
    const manifest =
      '<m:manifest xmlns:m="x"><m:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/></m:manifest>';
    await refused(
      makeZip({ mimetype: 'x', 'META-INF/manifest.xml': manifest }),
      'FILE_CORRUPT',
      '"content.xml" is missing',
    );
  });
});
