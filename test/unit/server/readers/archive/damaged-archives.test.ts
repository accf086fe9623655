import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { makeDocx, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { makeWorkbook } from '../../../../helpers/builders/workbooks.ts';

const makeFile = sourceFileMaker();
const read = async (name: string, content: string | Uint8Array) => readAny(await makeFile(name, content), 'perFile');
const texts = async (name: string, content: string | Uint8Array) =>
  (await read(name, content)).documents.map(({ text }) => text);

/** Replaces words in the names of entries by others of the same length. */
function renamed(zip: Uint8Array, from: string, to: string): Buffer {
  return Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1');
}

/** Changes the last byte of an entry's content, which makes its checksum wrong. */
function harmed(zip: Uint8Array, name: string): Buffer {
  const bytes = Buffer.from(zip);
  const directory = bytes.lastIndexOf(name) - 46;
  const crc = bytes.readUInt32LE(directory + 16);
  bytes.writeUInt32LE((crc ^ 1) >>> 0, directory + 16);
  return bytes;
}

describe('a ZIP archive is read', () => {
  test.each([
    ['a line end', Buffer.from('\n')],
    ['zeros', Buffer.alloc(100_000)],
    ['a page', Buffer.from(`<html>${'x'.repeat(1_100_000)}</html>`)],
  ])('with %s behind its end', async (_what, behind) => {
    const zip = Buffer.concat([makeZip({ 'a.txt': 'Words.' }), behind]);
    expect(await texts('a.zip', zip)).toEqual(['Words.']);
    const whole = await texts('a.docx', await makeDocx(['Words.']));
    expect(await texts('a.docx', Buffer.concat([await makeDocx(['Words.']), behind]))).toEqual(whole);
  });

  test('with names from its root, and without those that lead out of it, which is told', async () => {
    const zip = makeZip({ 'Xone.txt': 'One.', '..Xtwo.txt': 'Two.', 'three.txt': 'Three.' });
    const odd = renamed(renamed(zip, '..Xtwo', '../two'), 'Xone', '/one');
    const { documents, notes } = await read('a.zip', odd);
    expect(documents.map(({ text, metadata }) => [metadata.file, text])).toEqual([
      ['one.txt', 'One.'],
      ['three.txt', 'Three.'],
    ]);
    expect(notes).toEqual([expect.stringContaining('../two.txt')]);
  });
});

const slides = (names: readonly string[]): Record<string, string> => ({
  '[Content_Types].xml': '<Types/>',
  'ppt/presentation.xml': `<p xmlns:r="r">${names.map((_, at) => `<sldId r:id="r${at}"/>`).join('')}</p>`,
  'ppt/_rels/presentation.xml.rels': `<Relationships>${names.map((name, at) => `<Relationship Id="r${at}" Type="x/slide" Target="slides/${name}.xml"/>`).join('')}</Relationships>`,
});
const slide = (text: string) =>
  `<sld><cSld><spTree><sp><txBody><p><r><t>${text}</t></r></p></txBody></sp></spTree></cSld></sld>`;

describe('an Office document is read', () => {
  test.each([
    ['missing', (parts: Record<string, string>) => makeZip(parts)],
    [
      'damaged',
      (parts: Record<string, string>) =>
        harmed(makeZip({ ...parts, 'ppt/slides/b.xml': slide('Two') }), 'ppt/slides/b.xml'),
    ],
    ['no XML', (parts: Record<string, string>) => makeZip({ ...parts, 'ppt/slides/b.xml': '<sld><cSld>' })],
  ])('without a slide that is %s, which is told', async (_how, pack) => {
    const parts = { ...slides(['a', 'b', 'c']), 'ppt/slides/a.xml': slide('One'), 'ppt/slides/c.xml': slide('Three') };
    const { documents, notes } = await readAny(await makeFile('a.pptx', pack(parts)), 'perPage');
    expect(documents.map(({ text, metadata }) => [text, metadata])).toEqual([
      ['One', expect.objectContaining({ slide: 1 })],
      ['Three', expect.objectContaining({ slide: 3 })],
    ]);
    expect(notes).toEqual([expect.stringMatching(/slide 2|slides\/b\.xml/)]);
  });

  test('without a sheet that is missing or damaged, which is told', async () => {
    const workbook = await makeWorkbook((book) => {
      for (const name of ['One', 'Two', 'Three']) book.addWorksheet(name).addRows([['Key'], [`${name} words`]]);
    });
    const { 'xl/worksheets/sheet2.xml': second, ...others } = unzipSync(workbook);
    const broken = makeZip({ ...others, 'xl/worksheets/sheet2.xml': second?.subarray(0, 300) ?? '' });
    for (const bytes of [makeZip(others), harmed(workbook, 'xl/worksheets/sheet2.xml'), broken]) {
      const { documents, notes } = await read('a.xlsx', bytes);
      const text = documents.map(({ text }) => text).join('\n');
      expect(text).toContain('One words');
      expect(text).toContain('Three words');
      expect(notes.join('\n')).toMatch(/Two|sheet2\.xml/);
    }
  });

  test('whatever its parts are called, and in any letter case', async () => {
    const parts = {
      '[Content_Types].xml':
        '<Types><Override PartName="/Main.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels': '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="/main.xml"/></Relationships>',
      'MAIN.xml':
        '<document xmlns:r="r"><body><p><r><t>Odd names.</t></r><r><footnoteReference id="2"/></r></p></body></document>',
    };
    expect(await texts('a.docx', makeZip(parts))).toEqual(['Odd names.']);
    await expect(read('a.xlsx', makeZip(parts))).rejects.toMatchObject({ code: 'UNSUPPORTED_FILE_TYPE' });
  });

  test('without a part with text that it names, which is told', async () => {
    const { 'word/footnotes.xml': _notes, ...parts }: Record<string, Uint8Array | string> = unzipSync(
      await makeDocx(['Body.']),
    );
    parts['word/_rels/document.xml.rels'] =
      '<Relationships><Relationship Id="f" Type="x/footnotes" Target="footnotes.xml"/><Relationship Id="t" Type="x/theme" Target="theme.xml"/></Relationships>';
    const { documents, notes } = await read('a.docx', makeZip(parts));
    expect(documents[0]?.text).toContain('Body.');
    expect(notes).toEqual([expect.stringContaining('word/footnotes.xml')]);
  });

  test('with the workbooks that are embedded in it', async () => {
    const rels = (target: string, type: string) =>
      `<Relationships><Relationship Id="a" Type="x/${type}" Target="${target}"/></Relationships>`;
    const workbook = makeZip({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': rels('sheet.xml', 'worksheet'),
      'xl/sheet.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Embedded cell</t></is></c></row></sheetData></worksheet>',
    });
    const parts = {
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': '<document><body><p><r><t>Body.</t></r></p></body></document>',
      'word/_rels/document.xml.rels': rels('embeddings/Sheet1.xlsx', 'package'),
      'word/embeddings/Sheet1.xlsx': workbook,
    };
    const { documents } = await read('a.docx', makeZip(parts));
    expect(documents.map(({ text, metadata }) => [metadata.file, text])).toEqual([
      [undefined, 'Body.'],
      ['Sheet1.xlsx', 'Embedded cell'],
    ]);
    const broken = await read('a.docx', makeZip({ ...parts, 'word/embeddings/Sheet1.xlsx': 'words' }));
    expect(broken.documents).toHaveLength(1);
    expect(broken.notes).toEqual([expect.stringContaining('Sheet1.xlsx')]);
  });
});
