import { deflateSync } from 'node:zlib';
import { AFRelationship, PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { fileLoader } from '../../../../../electron/server/nodes/documentloaders/file-loader.ts';
import { fileLoader as definition } from '../../../../../shared/nodes/documentloaders/file-loader.ts';
import { readAny } from '../../../../helpers/builders/read-any.ts';
import { readDocuments } from '../../../../helpers/builders/read-documents.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();

interface Attached {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A PDF of one page with files attached to it. */
async function makeDocument(files: readonly Attached[], text = 'See the attached files.'): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  const page = document.addPage();
  if (text !== '') page.drawText(text, { x: 50, y: 700, font: await document.embedFont(StandardFonts.Helvetica) });
  for (const { name, content } of files) {
    await document.attach(typeof content === 'string' ? Buffer.from(content) : content, name, {
      mimeType: 'text/plain',
      afRelationship: AFRelationship.Data,
    });
  }
  return document;
}

async function makePdf(files: readonly Attached[], text?: string, useObjectStreams = true): Promise<Uint8Array> {
  return (await makeDocument(files, text)).save({ useObjectStreams });
}

const plan = { name: 'plan für März.txt', content: 'The beds are dug in March.' };
const list = { name: 'list.csv', content: 'plant,count\nbean,12\n' };

describe('files that are attached to a PDF', () => {
  test.each([true, false])('are read as the files that they are (objects packed together: %j)', async (isPacked) => {
    const { documents, notes } = await readAny(
      await makeFile('a.pdf', await makePdf([plan, list], undefined, isPacked)),
    );
    expect(documents.map(({ metadata }) => metadata.file)).toEqual([undefined, plan.name, 'list.csv']);
    expect(documents.map(({ text }) => text)).toEqual([
      'See the attached files.',
      'The beds are dug in March.',
      expect.stringContaining('bean'),
    ]);
    expect(notes).toEqual(['"list.csv": Header taken from row 1.']);
  });

  test('are all that there is to read of a cover without text, which is told', async () => {
    const { documents, notes } = await readAny(await makeFile('a.pdf', await makePdf([plan], '')));
    expect(documents.map(({ text }) => text)).toEqual(['The beds are dug in March.']);
    expect(notes).toEqual([expect.stringContaining('no text')]);
    const inner = await makeFile('b.pdf', await makePdf([{ name: 'inner.pdf', content: await makePdf([plan]) }]));
    expect((await readAny(inner)).documents.map(({ metadata }) => metadata.file)).toEqual([
      undefined,
      'inner.pdf',
      `inner.pdf/${plan.name}`,
    ]);
  });

  test('are left out where attachments are not wanted', async () => {
    const file = await makeFile('a.pdf', await makePdf([plan]));
    const { documents } = await readDocuments(fileLoader, definition.params.parse({ attachments: false }), file);
    expect(documents).toHaveLength(1);
  });

  test('are told where they can not be read: a picture, one that is damaged, one that unpacks to too much', async () => {
    const document = await makeDocument([
      plan,
      { name: 'photo.png', content: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1') },
    ]);
    const add = (name: string, bytes: Uint8Array) => {
      const { context, catalog } = document;
      const stream = context.register(
        context.stream(bytes, { Type: 'EmbeddedFile', Filter: 'FlateDecode', Length: bytes.length }),
      );
      const spec = context.obj({ Type: 'Filespec', F: PDFString.of(name), EF: { F: stream } });
      catalog.set(PDFName.of(`More${name.length}`), context.register(spec));
    };
    add('damaged.txt', Buffer.from('no deflated bytes'));
    add('endless.txt', deflateSync(Buffer.alloc(65 * 1024 * 1024)));
    const { documents, notes } = await readAny(await makeFile('a.pdf', await document.save()));
    expect(documents.map(({ metadata }) => metadata.file)).toEqual([undefined, plan.name]);
    expect(notes.join()).toContain('3 files that could not be read');
    for (const name of ['photo.png', 'damaged.txt', 'endless.txt']) expect(notes.join()).toContain(name);
  });
});
