import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRtfTextReader } from '../../../../../electron/server/readers/rtf/rtf-text.ts';
import { makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const raw = String.raw;

async function read(body: string) {
  const { documents } = await readAny(await makeFile('a.rtf', Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1')));
  return documents[0];
}
const textOf = async (body: string) => (await read(body))?.text;

describe('an RTF document', () => {
  test('gives its paragraphs, lines and signs', async () => {
    expect(
      await textOf(raw`{\b Bold} and {\i italic}.\par\pard Second\line line\tab end\'21 \{x\} \emdash  a\~b\_c\par`),
    ).toBe('Bold and italic.\n\nSecond\nline end! {x} — a b-c');
    expect(await textOf('one\\\ntwo\r\nthree')).toBe('one\n\ntwothree');
  });

  test('reads Unicode, with what stands in for it left out', async () => {
    expect(await textOf(raw`\u8364?\u-10179?\u-8704? \u252\'fc\uc0\u252\uc2\u8364XXY{\uc1 \u9786 ?}\u9786`)).toBe(
      '€😀 üü€Y☺☺',
    );
  });

  test('reads the code pages of document and fonts', async () => {
    expect(await textOf(raw`\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2`)).toBe('Привет');
    const fonts = raw`{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset128 Mincho;}{\f2\fcharset161 Greek;}{\f3\cpg1250 X;}}`;
    expect(
      await textOf(raw`\deff0${fonts}{\f1 \'93\'fa\'96\'7b\'83A\'83\'43} {\f2 \'e1\'e2} \f3 \'9elu\'9d \plain\'e9\'80`),
    ).toBe('日本アイ αβ žluť é€');
    expect(await textOf(raw`\mac caf\'8e`)).toBe('café');
  });

  test('marks powers and indexes, but no notes', async () => {
    expect(await textOf(raw`10{\super -6} m\super 2\nosupersub  of x{\sub i}, e{\up6 x}, 1{\super st}\par`)).toBe(
      '10^-6 m^2 of x_i, e^x, 1st',
    );
    expect(await textOf(raw`3 m{\super \chftn}{\footnote Note 10{\super 3}}`)).toBe('3 m[^1]\n\n[^1]: Note 10^3');
    expect(await textOf(raw`m\super 2\plain 3\super 4\super0 5`)).toBe('m^2 3^4 5');
  });

  test('passes over what is not its text', async () => {
    const unseen = raw`{\fonttbl{\f0 Arial;}}{\colortbl;\red1\green2\blue3;}{\stylesheet{\s1 Style;}}{\*\generator Word;}{\header Head}{\footer Foot}`;
    const picture = `{\\pict\\pngblip 89504e470d0a}{\\pict\\bin8 {}\\par{\\u}`;
    const field = raw`{\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt a link}}`;
    expect(await textOf(`${unseen}${picture}Seen {\\v hidden}{\\deleted gone}${field}{\\xe index}`)).toBe(
      'Seen a link',
    );
  });

  test('has title and author in the metadata', async () => {
    expect(await read(raw`{\info{\title The \'e9t\u233?}{\author Ada}{\creatim\yr2026}{\doccomm no}}Text`)).toEqual({
      text: 'Text',
      metadata: { title: 'The été', author: 'Ada' },
    });
    expect((await read(raw`{\info{\upr{\title no}{\*\ud{\title \u9786?}}}}Text`))?.metadata).toEqual({ title: '☺' });
  });

  test('gives tables as Markdown where they stand', async () => {
    const row = (...cells: string[]) =>
      raw`\trowd\cellx1\cellx2\pard\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\row`;
    expect(
      await textOf(
        raw`Before\par ${row('Name', 'Age')}${row('Ada\\par Lovelace', '36')}${row('', 'x')}\pard After\par`,
      ),
    ).toBe('Before\n\n| Name | Age |\n| --- | --- |\n| Ada Lovelace | 36 |\n|  | x |\n\nAfter');
    expect(await textOf(`${row('Name', '')}${row('Ada', '36')}`)).toBe('| Name |  |\n| --- | --- |\n| Ada | 36 |');
    // Word says what a row is like behind its cells, too, and writes notes and inner tables into cells.
    const wordRow = raw`\pard\intbl a{\super\chftn{\footnote{\super\chftn} Of a.}}\cell {\itap2 x\nestcell y\nestcell{\*\nesttableprops\nestrow}}\cell \trowd\cellx1\cellx2\row`;
    expect(await textOf(`${wordRow}\\pard Then\\par End`)).toBe(
      '| a[^1] | x y |\n| --- | --- |\n\nThen\n\n[^1]: Of a.\n\nEnd',
    );
  });

  test('keeps the marks of lists, with a dash for bullets', async () => {
    const item = (mark: string, text: string) => `{\\listtext\\pard\\plain ${mark}\\tab}${text}\\par `;
    const bullet = raw`{\f1\u-3913 ?}`;
    const old = raw`{\pntext\pard\plain b)\tab}old\par`;
    expect(await textOf(`${item('1.', 'one')}${item('2.', 'two')}${item(bullet, 'point')}${old}`)).toBe(
      '1. one\n\n2. two\n\n- point\n\nb) old',
    );
  });

  test('puts footnotes behind their paragraph', async () => {
    expect(await textOf(raw`One{\super\chftn{\footnote\pard A note.}} goes on.\par Two`)).toBe(
      'One[^1] goes on.\n\n[^1]: A note.\n\nTwo',
    );
    // LibreOffice writes them with a star.
    expect(
      await textOf(raw`One{\super\chftn{\*\footnote\chftn\pard A note.}} goes{\chftn{\*\footnote\chftn B.}} on.`),
    ).toBe('One[^1] goes[^2] on.\n\n[^1]: A note.\n\n[^2]: B.');
  });

  test('gives the same text wherever it is cut', async () => {
    const parts = fc.constantFrom(
      '{',
      '}',
      raw`\par `,
      raw`\u8364?`,
      raw`\'e9`,
      'word ',
      raw`{\*\x y}`,
      raw`{\pict 00}`,
      '\r\n',
      raw`\bin3 {}{`,
      raw`\cell `,
      raw`\intbl `,
      raw`\row `,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parts), fc.array(fc.nat(300)), async (list, cuts) => {
        const rtf = `{\\rtf1 ${list.join('')}`;
        const whole = await createRtfTextReader();
        const expected = whole.write(rtf) + whole.end();
        const reader = await createRtfTextReader();
        const edges = [...cuts.map((cut) => Math.min(cut, rtf.length)).sort((a, b) => a - b), rtf.length];
        let text = '';
        let from = 0;
        for (const edge of edges) {
          text += reader.write(rtf.slice(from, edge));
          from = edge;
        }
        expect(text + reader.end()).toBe(expected);
      }),
    );
  });

  test('that is none, or breaks off, or is empty is refused by name', async () => {
    const refused = async (content: string | Uint8Array, code: string, words: string) =>
      expect(readAny(await makeFile('a.rtf', content))).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    await refused(raw`{\rtf1 some {\b text`, 'FILE_CORRUPT', '"a.rtf" could not be read, it breaks off');
    await refused(raw`{\rtf1 {\info{\title no}}}`, 'FILE_HAS_NO_TEXT', '"a.rtf"');
    await refused('', 'FILE_EMPTY', '"a.rtf"');
    await refused('plain words', 'UNSUPPORTED_FILE_TYPE', 'is not an RTF document but a text file');
    await refused(await makePdf(['x']), 'UNSUPPORTED_FILE_TYPE', 'is not an RTF document but a PDF document');
  });
});
