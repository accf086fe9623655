import {
  AlignmentType,
  Document,
  EndnoteReferenceRun,
  ExternalHyperlink,
  type FileChild,
  FootnoteReferenceRun,
  HeadingLevel,
  type INumberingOptions,
  type IPropertiesOptions,
  LevelFormat,
  Packer,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { describe, expect, test } from 'vitest';
import { docxFile } from '../../../../../../electron/server/nodes/documentloaders/docx-file.ts';
import { docxFile as definition } from '../../../../../../shared/nodes/documentloaders/docx-file.ts';
import { p, r, rawDocx } from '../../../../../helpers/builders/raw-docx.ts';
import { readDocuments } from '../../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function textOf(content: Uint8Array): Promise<string> {
  const file = await makeFile('a letter 🦆.docx', content);
  const { documents } = await readDocuments(docxFile, definition.params.parse({}), file);
  expect(documents).toHaveLength(1);
  return documents[0]?.text ?? '';
}

async function textOfChildren(children: FileChild[], options: Partial<IPropertiesOptions> = {}): Promise<string> {
  const document = new Document({ ...options, sections: [{ children }] });
  return textOf(new Uint8Array(await Packer.toBuffer(document)));
}

const cell = (...texts: string[]) => new TableCell({ children: texts.map((text) => new Paragraph(text)) });

describe('the Markdown of a Word document', () => {
  test('gives headings, paragraphs, line breaks and tabs', async () => {
    const text = await textOfChildren([
      new Paragraph({ text: 'The birds of the lake', heading: HeadingLevel.TITLE }),
      new Paragraph({ text: 'Herons', heading: HeadingLevel.HEADING_1 }),
      new Paragraph('They stand.'),
      new Paragraph({ text: 'In the reeds', heading: HeadingLevel.HEADING_3 }),
      new Paragraph({ children: [new TextRun('one'), new TextRun({ text: 'two', break: 1, bold: true })] }),
      new Paragraph({ children: [new TextRun({ children: ['left', new Tab(), 'right'] })] }),
    ]);
    expect(text).toBe(
      '# The birds of the lake\n\n# Herons\n\nThey stand.\n\n### In the reeds\n\none\ntwo\n\nleft\tright',
    );
  });

  test('gives tables as Markdown where they stand', async () => {
    const text = await textOfChildren([
      new Paragraph('before'),
      new Table({
        rows: [
          new TableRow({ children: [cell('bird'), cell('place | time'), cell('note')] }),
          new TableRow({
            children: [new TableCell({ columnSpan: 2, children: [new Paragraph('heron')] }), cell('a', 'b')],
          }),
          new TableRow({ children: [cell(''), cell(''), cell('')] }),
        ],
      }),
      new Paragraph('between'),
      new Table({
        rows: [
          new TableRow({
            children: [
              new TableCell({
                children: [new Table({ rows: [new TableRow({ children: [cell('inner one'), cell('inner two')] })] })],
              }),
            ],
          }),
        ],
      }),
      new Paragraph('after'),
    ]);
    expect(text).toBe(
      [
        'before',
        '| bird | place \\| time | note |\n| --- | --- | --- |\n| heron |  | a b |',
        'between',
        '| inner one inner two |\n| --- |',
        'after',
      ].join('\n\n'),
    );
  });

  const numbering: INumberingOptions = {
    config: [
      {
        reference: 'steps',
        levels: [
          { level: 0, format: LevelFormat.DECIMAL, text: '%1.', alignment: AlignmentType.START },
          { level: 1, format: LevelFormat.LOWER_LETTER, text: '%2)', alignment: AlignmentType.START },
        ],
      },
      {
        reference: 'clauses',
        levels: [
          { level: 0, format: LevelFormat.DECIMAL, text: '§ %1', alignment: AlignmentType.START, start: 3 },
          { level: 1, format: LevelFormat.DECIMAL, text: '%1.%2', alignment: AlignmentType.START },
          { level: 2, format: LevelFormat.UPPER_ROMAN, text: '%1.%2.%3', alignment: AlignmentType.START },
        ],
      },
    ],
  };

  test('gives lists with the marks that show, nested by four spaces', async () => {
    const item = (text: string, reference: string, level: number) =>
      new Paragraph({ text, numbering: { reference, level } });
    const text = await textOfChildren(
      [
        item('first', 'steps', 0),
        item('inner', 'steps', 1),
        item('inner too', 'steps', 1),
        item('second', 'steps', 0),
        item('inner again', 'steps', 1),
        new Paragraph('no item'),
        item('third', 'steps', 0),
        new Paragraph({ text: 'bullet', bullet: { level: 0 } }),
        new Paragraph({ text: 'deeper', bullet: { level: 1 } }),
        new Paragraph({
          text: 'Scope',
          heading: HeadingLevel.HEADING_2,
          numbering: { reference: 'clauses', level: 0 },
        }),
        item('point', 'clauses', 1),
        item('and more', 'clauses', 2),
        item('and more', 'clauses', 2),
      ],
      { numbering },
    );
    expect(text).toBe(
      [
        '1. first\n    a) inner\n    b) inner too\n2. second\n    a) inner again',
        'no item',
        '3. third\n- bullet\n    - deeper',
        '## § 3 Scope',
        '    3.1 point\n        3.1.I and more\n        3.1.II and more',
      ].join('\n\n'),
    );
  });

  test('puts notes behind the paragraph, the list item or the table that they belong to', async () => {
    const text = await textOfChildren(
      [
        new Paragraph({ children: [new TextRun('Herons'), new FootnoteReferenceRun(1), new TextRun(' wait.')] }),
        new Paragraph('Next.'),
        new Table({
          rows: [
            new TableRow({
              children: [
                new TableCell({
                  children: [new Paragraph({ children: [new TextRun('x'), new FootnoteReferenceRun(2)] })],
                }),
                cell('y'),
              ],
            }),
            new TableRow({ children: [cell('1'), cell('2')] }),
          ],
        }),
        new Paragraph({ children: [new TextRun('Last'), new EndnoteReferenceRun(1)] }),
      ],
      {
        footnotes: {
          1: { children: [new Paragraph('Ardea cinerea.'), new Paragraph('A grey one.')] },
          2: { children: [new Paragraph('In the table.')] },
        },
        endnotes: { 1: { children: [new Paragraph('At the end.')] } },
      },
    );
    expect(text).toBe(
      [
        'Herons[^1] wait.',
        '[^1]: Ardea cinerea. A grey one.',
        'Next.',
        '| x[^2] | y |\n| --- | --- |\n| 1 | 2 |',
        '[^2]: In the table.',
        'Last[^3]',
        '[^3]: At the end.',
      ].join('\n\n'),
    );
  });

  test('takes the text of links, and leaves headers, footers and comments out', async () => {
    const document = new Document({
      comments: { children: [{ id: 0, children: [new Paragraph('a comment')], author: 'me', date: new Date(0) }] },
      sections: [
        {
          children: [
            new Paragraph({
              children: [
                new TextRun('see '),
                new ExternalHyperlink({ link: 'https://example.org', children: [new TextRun('our page')] }),
                new TextRun(' & more'),
              ],
            }),
          ],
        },
      ],
    });
    expect(await textOf(new Uint8Array(await Packer.toBuffer(document)))).toBe('see our page & more');
  });

  test('takes text boxes once, behind the paragraph that they hang on', async () => {
    const box = (text: string) => `<w:txbxContent>${p(r(text))}${p(r('second line'))}</w:txbxContent>`;
    const shape = `<mc:AlternateContent><mc:Choice><wps:txbx>${box('in the box')}</wps:txbx></mc:Choice><mc:Fallback><v:textbox>${box('old')}</v:textbox></mc:Fallback></mc:AlternateContent>`;
    const body = `${p(`${r('before ')}<w:r>${shape}</w:r>${r('after')}`)}${p(r('next'))}`;
    expect(await textOf(rawDocx(body))).toBe('before after\n\nin the box\n\nsecond line\n\nnext');
  });

  test('takes what was inserted, and leaves what was deleted, moved away or hidden', async () => {
    const body = p(
      [
        r('kept '),
        `<w:ins>${r('new ')}</w:ins>`,
        '<w:del><w:r><w:delText>gone </w:delText></w:r></w:del>',
        `<w:moveFrom>${r('moved ')}</w:moveFrom>`,
        r('hidden ', '<w:vanish/>'),
        r('seen', '<w:vanish w:val="0"/>'),
        '<w:r><w:fldChar/><w:instrText>PAGE</w:instrText></w:r>',
        '<w:r><w:noBreakHyphen/><w:t>x</w:t></w:r>',
        '<m:oMath><m:r><m:t>=y</m:t></m:r></m:oMath>',
        '<w:ruby><w:rt><w:r><w:t>sound</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>字</w:t></w:r></w:rubyBase></w:ruby>',
      ].join(''),
      '<w:tabs><w:tab w:val="left"/></w:tabs><w:rPr><w:del/></w:rPr>',
    );
    expect(await textOf(rawDocx(body))).toBe('kept new seen-x=y字');
  });

  test('takes the headings of styles in other languages and of styles based on them', async () => {
    const styles = [
      '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>',
      '<w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="berschrift2"/></w:style>',
      '<w:style w:type="paragraph" w:styleId="Flat"><w:name w:val="Flat"/><w:basedOn w:val="Mine"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>',
      '<w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style>',
      '<w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style>',
    ].join('');
    const body = ['berschrift2', 'Mine', 'Flat', 'A'].map((id) => p(r(id), `<w:pStyle w:val="${id}"/>`)).join('');
    const outlined = p(r('by itself'), '<w:outlineLvl w:val="7"/>');
    expect(await textOf(rawDocx(body + outlined, { styles }))).toBe(
      '## berschrift2\n\n## Mine\n\nFlat\n\nA\n\n###### by itself',
    );
  });

  test('counts the lists of a style and those that start anew', async () => {
    const numbering = [
      '<w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1:"/></w:lvl></w:abstractNum>',
      '<w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num>',
      '<w:num w:numId="2"><w:abstractNumId w:val="5"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride></w:num>',
    ].join('');
    const styles =
      '<w:style w:type="paragraph" w:styleId="L"><w:name w:val="L"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
    const inList = (numId: number) =>
      `<w:pStyle w:val="L"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${numId}"/></w:numPr>`;
    const body = [
      p(r('a'), '<w:pStyle w:val="L"/>'),
      p(r('b'), inList(1)),
      p(r('c'), inList(2)),
      p(r('d'), inList(2)),
      p(r('e'), inList(0)),
      p(r('f'), inList(77)),
    ].join('');
    expect(await textOf(rawDocx(body, { styles, numbering }))).toBe('I: a\nII: b\nIX: c\nX: d\n\ne\n\n- f');
  });
});
