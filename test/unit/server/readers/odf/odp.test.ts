import { describe, expect, test } from 'vitest';
import {
  makeOdp,
  makeOds,
  type OdfOptions,
  odpBox,
  odpSlide,
  odsSheet,
} from '../../../../helpers/builders/odf-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { makePptx } from '../../../../helpers/builders/sheet-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const read = async (body: string, options: OdfOptions = {}) =>
  (await readAny(await makeFile('a.odp', makeOdp(body, options)))).documents;

const notes = (...boxes: readonly string[]) => `<presentation:notes>${boxes.join('')}</presentation:notes>`;

describe('an OpenDocument presentation', () => {
  test('gives a document a slide, with its boxes in order', async () => {
    const body = `${odpSlide([['Herons & co'], ['First line', 'Second line 😀']])}${odpSlide([[]])}${odpSlide([['Last']])}`;
    expect(await read(body)).toEqual([
      { text: 'Herons & co\n\nFirst line\nSecond line 😀', metadata: { slide: 1 } },
      { text: 'Last', metadata: { slide: 3 } },
    ]);
  });

  test('tells pictures by their descriptions, and marks powers', async () => {
    const styles =
      '<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="33% 58%"/></style:style>';
    const picture = '<draw:frame><draw:image/><svg:title>A heron</svg:title></draw:frame>';
    const box =
      '<draw:frame><draw:text-box><text:p>10<text:span text:style-name="T1">-6</text:span></text:p></draw:text-box></draw:frame>';
    expect(await read(odpSlide([['Before']], picture + box), { styles })).toEqual([
      { text: 'Before\n\n![A heron]\n\n10^-6', metadata: { slide: 1 } },
    ]);
  });

  test('reports what it has read', async () => {
    const file = await makeFile('a.odp', makeOdp(odpSlide([['one']])));
    expect((await readAny(file)).bytesRead).toBe(file.sizeBytes);
  });

  test('puts the title first and the notes last, without what repeats on every slide', async () => {
    const furniture = ['date-time', 'footer', 'header', 'page-number'].map((name) =>
      odpBox([`the ${name}`], `presentation:class="${name}"`),
    );
    const more = `${odpBox(['A title'], 'presentation:class="title"')}${furniture.join('')}${odpBox(['After'])}
      ${notes('<draw:page-thumbnail presentation:class="page"/>', odpBox(['Speak slowly.', 'Smile.'], 'presentation:class="notes"'), ...furniture)}`;
    expect(await read(`${odpSlide([['Before']], more)}${odpSlide([], notes(odpBox(['Only notes'])))}`)).toEqual([
      { text: 'A title\n\nBefore\n\nAfter\n\nNotes:\nSpeak slowly.\nSmile.', metadata: { slide: 1 } },
      { text: 'Notes:\nOnly notes', metadata: { slide: 2 } },
    ]);
  });

  test('marks hidden slides', async () => {
    const styles = `<style:style style:name="dp1" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>
      <style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="visible"/></style:style>`;
    const slide = (style: string, text: string) =>
      odpSlide([[text]]).replace('<draw:page ', `<draw:page draw:style-name="${style}" `);
    expect(await read(`${slide('dp1', 'one')}${slide('dp2', 'two')}`, { styles })).toEqual([
      { text: 'one', metadata: { slide: 1, hidden: true } },
      { text: 'two', metadata: { slide: 2 } },
    ]);
  });

  test('keeps lists, tables and text in groups of shapes', async () => {
    const styles = '<text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style>';
    const item = (text: string) => `<text:list-item><text:p>${text}</text:p></text:list-item>`;
    const list = `<draw:frame><draw:text-box><text:p>Points</text:p><text:list text:style-name="L1">${item('one')}${item('two')}</text:list></draw:text-box></draw:frame>`;
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const table = `<draw:frame><table:table><table:table-row>${cell('a')}${cell('b')}</table:table-row><table:table-row>${cell('c')}${cell('d')}</table:table-row></table:table></draw:frame>`;
    const group = `<draw:g><svg:title>a name</svg:title><draw:custom-shape><text:p>In a shape</text:p><draw:enhanced-geometry/></draw:custom-shape></draw:g>`;
    const comment = '<office:annotation><text:p>comment</text:p></office:annotation>';
    expect((await read(odpSlide([], `${list}${table}${group}${comment}`), { styles }))[0]?.text).toBe(
      'Points\n1. one\n2. two\n\n| a | b |\n| --- | --- |\n| c | d |\n\nIn a shape',
    );
  });

  test('that is none, is damaged, locked, empty or too large is refused by name', async () => {
    const refused = async (content: string | Uint8Array, code: string, words = '"a.odp"') =>
      expect(readAny(await makeFile('a.odp', content))).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    const whole = makeOdp(odpSlide([['text '.repeat(1000)]]));
    await refused('', 'FILE_EMPTY');
    await refused(
      'words',
      'UNSUPPORTED_FILE_TYPE',
      '"a.odp" is not an OpenDocument presentation (.odp) but a text file',
    );
    await refused(makePptx(), 'UNSUPPORTED_FILE_TYPE', 'but a PowerPoint presentation');
    await refused(makeOds(odsSheet('S', [])), 'UNSUPPORTED_FILE_TYPE', 'but an OpenDocument spreadsheet');
    await refused(whole.subarray(0, whole.length - 300), 'FILE_CORRUPT');
    await refused(makeOdp(odpSlide([['x']]), { isEncrypted: true }), 'FILE_ENCRYPTED');
    await refused(makeOdp(odpSlide([])), 'FILE_HAS_NO_TEXT');
    await refused(makeOdp('<draw:page><text:p>one</draw:page>'), 'FILE_CORRUPT', '"content.xml" is damaged');
  });

  test('is refused if a slide is endless', async () => {
    const words = Array.from({ length: 4000 }, (_, index) => (index * 7919).toString(36)).join(' ');
    await expect(
      readAny(await makeFile('a.odp', makeOdp(odpSlide([['one']]) + odpSlide([[`${words} `.repeat(800)]])))),
    ).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringContaining('its slide 2 has more than 16 MB'),
    });
  });

  test('is recognised without its name', async () => {
    expect((await readAny(await makeFile('upload', makeOdp(odpSlide([['one']]))))).documents[0]?.text).toBe('one');
  });
});
