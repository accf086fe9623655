import { describe, expect, test } from 'vitest';
import { docxFile } from '../../../../../../electron/server/nodes/documentloaders/docx-file.ts';
import { docxFile as definition } from '../../../../../../shared/nodes/documentloaders/docx-file.ts';
import { p, r, rawDocx } from '../../../../../helpers/builders/raw-docx.ts';
import { readDocuments } from '../../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function textOf(
  body: string,
  parts: Record<string, string> = {},
  params: { comments?: boolean; headers?: boolean } = {},
): Promise<string> {
  const file = await makeFile('a.docx', rawDocx(body, parts));
  return (await readDocuments(docxFile, definition.params.parse(params), file)).documents[0]?.text ?? '';
}

const raised = (text: string) => r(text, '<w:vertAlign w:val="superscript"/>');
const lowered = (text: string) => r(text, '<w:vertAlign w:val="subscript"/>');
const picture = (attributes: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" ${attributes}/></wp:inline></w:drawing></w:r>`;

describe('the signs of a Word document', () => {
  test('equations are text with every sign, in line and on their own', async () => {
    const m = (text: string) => `<m:r><w:rPr><w:b/></w:rPr><m:t>${text}</m:t></m:r>`;
    const power = `<m:sSup><m:e>${m('x')}</m:e><m:sup>${m('2')}</m:sup></m:sSup>`;
    const half = `<m:f><m:fPr><m:ctrlPr><w:rPr/></m:ctrlPr></m:fPr><m:num>${m('1')}</m:num><m:den>${m('2')}</m:den></m:f>`;
    const own = `<m:oMathPara><m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr><m:oMath>${m('E=')}${half}${power}</m:oMath></m:oMathPara>`;
    const body = `${p(`${r('where ')}<m:oMath>${power}</m:oMath>${r(' grows')}`)}${p(own)}`;
    expect(await textOf(body)).toBe('where x^2 grows\n\nE=1/2 x^2');
  });

  test('powers and indexes are marked; formulas of chemistry, ordinals and marks of notes are not', async () => {
    const line = [
      r('10'),
      raised('-'),
      raised('6'),
      r(' m'),
      raised('2'),
      r(' of H'),
      lowered('2'),
      r('O, the 1'),
      raised('st'),
      r(' said'),
      raised('3'),
      r(' and done.'),
      raised('4'),
      r(' Let x'),
      raised('n'),
      raised('+1'),
      r(' and v'),
      lowered('max'),
    ];
    expect(await textOf(p(line.join('')))).toBe('10^-6 m^2 of H2O, the 1st said3 and done.4 Let x^(n+1) and v_max');
    expect(await textOf(p(r('said 5', ''), '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'))).toBe('said 5');
  });

  test('pictures are told by their descriptions', async () => {
    const made = 'A bird on a stone&#10;&#10;Description automatically generated with medium confidence';
    const body = [
      p(picture('descr="A heron in the reeds"')),
      p(r('See ') + picture(`descr="${made}"`)),
      p(picture('title="A title only"') + picture('descr="Picture 3" title="A shed"')),
      p('<w:r><w:pict><v:shape alt="Description: A mill&#10;by the lake"><v:imagedata/></v:shape></w:pict></w:r>'),
      p(r('No ') + picture('descr="C:\\pictures\\IMG_01.JPG"') + picture('') + picture('descr="unseen" hidden="1"')),
    ].join('');
    expect(await textOf(body)).toBe(
      [
        '![A heron in the reeds]',
        'See ![A bird on a stone]',
        '![A title only]![A shed]',
        '![A mill by the lake]',
        'No',
      ].join('\n\n'),
    );
  });

  test('a large first letter belongs to the next paragraph', async () => {
    const body = p(r('O'), '<w:framePr w:dropCap="drop" w:lines="3"/>') + p(r('nce upon a time')) + p(r('Then'));
    expect(await textOf(body)).toBe('Once upon a time\n\nThen');
  });
});

describe('what stands beside the body of a Word document', () => {
  const body = p(`${r('The body.')}<w:r><w:commentReference w:id="0"/></w:r>`) + p(r('More.'));
  const parts = {
    comments: `<w:comment w:id="0" w:author="Ada">${p(r('Is this so?'))}</w:comment>`,
    header: p(r('Annual report')),
    header2: p(r('Annual report')),
    footer: p(r('Confidential')),
  };

  test('is left out unless it is asked for; how many comments were is said', async () => {
    expect(await textOf(body, parts)).toBe('The body.\n\nMore.');
    const notesOf = async (comments: boolean) => {
      const file = await makeFile('a.docx', rawDocx(body, parts));
      return (await readDocuments(docxFile, definition.params.parse({ comments }), file)).notes;
    };
    expect(await notesOf(false)).toEqual(['Left out: 1 comment; the loader\'s setting "Comments" reads them.']);
    expect(await notesOf(true)).toEqual([]);
  });

  test('comments stand behind their paragraph, with their author', async () => {
    expect(await textOf(body, parts, { comments: true })).toBe('The body.\n\nComment: Ada: Is this so?\n\nMore.');
  });

  test('headers and footers stand once before and behind the body', async () => {
    expect(await textOf(body, parts, { headers: true })).toBe('Annual report\n\nThe body.\n\nMore.\n\nConfidential');
  });
});
