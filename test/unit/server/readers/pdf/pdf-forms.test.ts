import { deflateSync } from 'node:zlib';
import { type PDFForm, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { pdfReader } from '../../../../../electron/server/readers/pdf/pdf-reader.ts';
import { pdfFile } from '../../../../../shared/nodes/documentloaders/pdf-file.ts';
import { annotate, makeDrawnPdf, makeXfaForm, pdfText } from '../../../../helpers/builders/pdf-fixtures.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

async function textOf(bytes: Uint8Array): Promise<string> {
  const file = await makeFile('form.pdf', bytes);
  const { documents } = await readDocuments(pdfReader, pdfFile.params.parse({ usage: 'perFile' }), file);
  return documents.map(({ text }) => text).join('\n');
}

describe('what is filled in', () => {
  test.each([
    ['plain', (text: string) => text, ''],
    ['packed', (text: string) => deflateSync(text).toString('latin1'), '/Filter/FlateDecode'],
  ])('is read where a long value is a stream, %s, beside fields that nothing names', async (_, pack, filter) => {
    const value = pack('The valve of tank two drips.');
    const objects = [
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[5 0 R]>>',
      `<</Length ${value.length}${filter}>>stream\n${value}\nendstream`,
      '<</Subtype/Widget/FT/Tx/T(remarks)/V 4 0 R/Rect[70 600 500 700]>>',
      '<</Subtype/Widget/FT/Tx/T(signed by)/V(Ann \\(deputy\\))/Rect[70 560 300 580]>>',
    ];
    const file = `%PDF-1.6\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer<</Root 1 0 R>>`;
    const text = await textOf(Buffer.from(file, 'latin1'));
    expect(text).toContain('The valve of tank two drips.');
    expect(text).toContain('Ann (deputy)');
  });

  test('stands beside its labels', async () => {
    const labels = [
      ['Name:', 50, 700],
      ['Town:', 300, 700],
      ['married', 70, 660],
      ['single', 170, 660],
      ['Size:', 50, 620],
    ] as const;
    const bytes = await makeDrawnPdf([labels], (page, pdf) => {
      const form = pdf.getForm();
      const name = form.createTextField('person.first');
      name.setText('Ada Lovelace');
      name.addToPage(page, { x: 100, y: 696, width: 150, height: 18 });
      const town = form.createDropdown('Text3');
      town.addOptions(['London', 'Paris']);
      town.select('Paris');
      town.addToPage(page, { x: 350, y: 696, width: 100, height: 18 });
      for (const [field, x, isOn] of [
        ['married', 50, true],
        ['single', 150, false],
      ] as const) {
        const box = form.createCheckBox(field);
        box.addToPage(page, { x, y: 658, width: 12, height: 12 });
        if (isOn) box.check();
      }
      const size = form.createRadioGroup('size');
      size.addOptionToPage('small', page, { x: 100, y: 618, width: 12, height: 12 });
      size.addOptionToPage('large', page, { x: 150, y: 618, width: 12, height: 12 });
      size.select('large');
    });
    expect(await textOf(bytes)).toBe('Name: Ada Lovelace Town: Paris\n\n[x] married single\n\nSize: [x] large');
  });

  test.each([
    ['boxes before their labels', '', ['Yes', 80], ['No', 150], [62, 132], 'Yes [x] No'],
    ['boxes behind their labels', '', ['Yes', 50], ['No', 120], [76, 146], 'Yes No [x]'],
    ['a question before them', 'Do you agree?', ['Yes', 170], ['No', 240], [152, 222], 'Do you agree? Yes [x] No'],
    ['boxes over a field', 'Comment:', ['Yes', 380], ['No', 450], [362, 432], 'Comment: none yet Yes [x] No'],
    ['labels that are one text', '', ['Yes          No', 80], undefined, [62, 118], /^Yes +\[x\] No$/],
  ] as const)('marks the label that was chosen: %s', async (_what, question, yes, no, lefts, expected) => {
    const texts = [[question, 50, 700], [...yes, 700], ...(no === undefined ? [] : [[...no, 700] as const])] as const;
    for (const kind of ['radio buttons', 'check boxes'] as const) {
      const bytes = await makeDrawnPdf([texts], (page, pdf) => {
        const form = pdf.getForm();
        const places = lefts.map((x) => ({ x, y: 698, width: 12, height: 12 }));
        if (kind === 'radio buttons') {
          const group = form.createRadioGroup('Kontroll2');
          for (const [index, place] of places.entries()) group.addOptionToPage(`Auswahl${index}`, page, place);
          group.select('Auswahl1');
        } else {
          const boxes = places.map((place, index) => {
            const box = form.createCheckBox(`Kontroll${index}`);
            box.addToPage(page, place);
            return box;
          });
          boxes[1]?.check();
        }
        if (question !== 'Comment:') return;
        const comment = form.createTextField('comment');
        comment.setText('none yet');
        comment.addToPage(page, { x: 110, y: 696, width: 340, height: 18 });
      });
      const text = await textOf(bytes);
      if (typeof expected === 'string') expect(text, kind).toBe(expected);
      else expect(text, kind).toMatch(expected);
    }
  });

  test('has its name where nothing on the page names it', async () => {
    const bytes = await makeDrawnPdf([[['The form', 50, 760]]], (page, pdf) => {
      const form = pdf.getForm();
      const name = form.createTextField('page1.LastName');
      name.setText('Lovelace');
      name.addToPage(page, { x: 100, y: 700, width: 150, height: 18 });
      const box = form.createCheckBox('newsletter');
      box.addToPage(page, { x: 100, y: 650, width: 12, height: 12 });
      box.check();
      const options = form.createRadioGroup('size');
      options.addOptionToPage('large', page, { x: 100, y: 630, width: 12, height: 12 });
      options.select('large');
      for (const [name, value, y] of [
        ['Address2', 'Flat 3', 600],
        ['Texte3', 'Paris', 560],
        ['empty', '', 520],
      ] as const) {
        const field = form.createTextField(name);
        field.setText(value);
        field.addToPage(page, { x: 100, y, width: 150, height: 18 });
      }
    });
    const values = ['LastName: Lovelace', '[x] newsletter', '[x] large', 'Address2: Flat 3', 'Paris'];
    expect((await textOf(bytes)).split(/\n+/)).toEqual(['The form', ...values]);
  });

  test('is read when the page has no other text', async () => {
    const bytes = await makeDrawnPdf([[]], (page, pdf) => {
      const field = pdf.getForm().createTextField('notes');
      field.enableMultiline();
      field.setText('first line\nsecond line');
      field.addToPage(page, { x: 100, y: 600, width: 150, height: 80 });
    });
    expect(await textOf(bytes)).toBe('notes: first line\nsecond line');
  });
});

describe('what is written over a page', () => {
  test('is typed text in its place, and comments at the end', async () => {
    const bytes = await makeDrawnPdf(
      [
        [
          ['Date:', 50, 700],
          ['The end.', 50, 600],
        ],
      ],
      (page) => {
        annotate(page, 'FreeText', { Rect: [100, 695, 200, 712], Contents: pdfText('23 November') });
        annotate(page, 'Text', { Rect: [300, 700, 320, 720], Contents: pdfText('Please check'), T: pdfText('Bo') });
        annotate(page, 'Highlight', {
          Rect: [50, 600, 90, 612],
          QuadPoints: [50, 612, 90, 612, 50, 600, 90, 600],
          Contents: pdfText('Really?'),
        });
        annotate(page, 'Text', { Rect: [300, 500, 320, 520], Contents: pdfText('not shown'), F: 2 });
      },
    );
    expect(await textOf(bytes)).toBe('Date: 23 November\n\nThe end.\n\nComment by Bo: Please check\nComment: Really?');
  });

  test('is the address of a link that its text does not show', async () => {
    const texts = [
      ['Read the manual first.', 50, 700],
      ['example.org/about', 50, 680],
    ] as const;
    const bytes = await makeDrawnPdf([texts], (page, pdf) => {
      const link = (rect: number[], url: string) =>
        annotate(page, 'Link', { Rect: rect, A: pdf.context.obj({ S: 'URI', URI: PDFString.of(url) }) });
      link([50, 698, 180, 712], 'https://example.org/manual');
      link([50, 678, 150, 692], 'https://www.example.org/about/');
      link([50, 678, 150, 692], 'javascript:alert(1)');
    });
    expect(await textOf(bytes)).toBe(
      'Read the manual first.\nexample.org/about\n\nRead the manual first. (https://example.org/manual)',
    );
  });
});

test('comments are told of the page that they are on, also in a long document', async () => {
  const pages = 503;
  const noted = [1, 2, 3, 502, 503];
  const bytes = await makeDrawnPdf(
    Array.from({ length: pages }, (_, index) => [[`Text ${index + 1}`, 50, 700]] as const),
    (_page, pdf) => {
      for (const number of noted)
        annotate(pdf.getPage(number - 1), 'Text', { Contents: PDFString.of(`Note ${number}`) });
    },
  );
  const found = (await textOf(bytes)).matchAll(/^Text (\d+)\n\nComment: Note (\d+)$/gm);
  expect([...found].map(([, page, note]) => [Number(page), Number(note)])).toEqual(
    noted.map((number) => [number, number]),
  );
});

describe('an XFA form', () => {
  test.each([
    ['in English', undefined, undefined],
    ['in German, with fields on no page', 'Bitte warten...', (form: PDFForm) => form.createTextField('name')],
  ] as const)('without pages of its own is refused, saying what to do: %s', async (_what, text, addFields) => {
    await expect(textOf(await makeXfaForm(text, addFields))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
      message: expect.stringMatching(/"form.pdf" is an XFA form.*print it to a new PDF/),
    });
  });

  test('with pages of its own is read', async () => {
    const form = await makeXfaForm('Name:', (fields, page) => {
      const name = fields.createTextField('form1.name');
      name.setText('Ada');
      name.addToPage(page, { x: 100, y: 696, width: 150, height: 18 });
    });
    expect(await textOf(form)).toBe('Name: Ada');
    const line = 'Whoever fills in this form says the truth, and signs it on the last line.';
    const long = Array.from({ length: 22 }, () => line).join('\n');
    expect((await textOf(await makeXfaForm(long))).split(/\n+/)).toEqual(long.split('\n'));
  });
});
