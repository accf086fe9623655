import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import type { LoadJob } from '../../../../../electron/server/core/load-job.ts';
import { createLoadPool } from '../../../../../electron/server/pipeline/load/load-pool.ts';
import { UserError } from '../../../../../shared/errors/errors.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { makeOdp, makeOds, odpBox, odpSlide, odsSheet } from '../../../../helpers/builders/odf-fixtures.ts';
import { makeDocx, makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { makePresentation } from '../../../../helpers/builders/presentations.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { makeTable } from '../../../../helpers/builders/workbooks.ts';

const makeFile = sourceFileMaker();
const pool = createLoadPool({ folders: makeLoadFolders(), threads: 1 });
afterAll(() => pool.close());

/** Reads a file as an upload would be. @returns its chunks */
async function read(name: string, content: Uint8Array): Promise<string[]> {
  const job: LoadJob = {
    loader: { nodeId: 'fileLoader_0', name: 'fileLoader', params: {} },
    splitter: undefined,
    files: [await makeFile(name, content)],
    sourceIdKey: 'source',
    batchSize: 64,
  };
  const batches = await collect(pool.loadChunks(job, new AbortController().signal));
  return batches.flatMap((batch) => [...batch.contents]);
}

/** Where to damage a file, as a share of its length, and the bytes to put there. */
const damages = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }) }),
  { minLength: 1, maxLength: 4 },
);
const lengths = fc.oneof(fc.constant(1), fc.double({ min: 0.01, max: 1, noNaN: true }));

async function expectUserErrorsOnly(name: string, whole: Uint8Array): Promise<void> {
  await fc.assert(
    fc.asyncProperty(damages, lengths, async (list, share) => {
      const content = whole.slice(0, Math.ceil(whole.length * share));
      for (const { at, bytes } of list) {
        const start = Math.floor(at * content.length);
        content.set(bytes.subarray(0, content.length - start), start);
      }
      await expectUserErrorOnly(name, content);
    }),
    cases(30),
  );
}

async function expectUserErrorOnly(name: string, content: Uint8Array): Promise<void> {
  const failure = await read(name, content).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure === undefined) return;
  expect(failure).toBeInstanceOf(UserError);
  expect(failure).toMatchObject({ nodeId: 'fileLoader_0', message: expect.stringContaining(name) });
}

/** What is put into the XML of a document: ends and starts of its elements, numbers out of range, broken references. */
const XML_PIECES = [
  ...['<', '>', '"', '&', '&#0;', '&#x110000;', '<![CDATA[', '<!DOCTYPE a>', '-1', '999999999', 'r:id="rId9"'],
  ...[
    '<table:table>',
    '</table:table-cell>',
    '<draw:page>',
    '</presentation:notes>',
    '<text:list-item>',
    '<draw:frame>',
  ],
  ...['<w:p>', '</w:p>', '<w:tbl>', '</w:tc>', '<w:txbxContent>', '<c r="ZZZZ9">', '</c>', '<row>', '<a:p>', '<a:tc>'],
];
const edits = fc.array(
  fc.record({
    part: fc.double({ min: 0, max: 0.999, noNaN: true }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(30),
    added: fc.constantFrom(...XML_PIECES),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Damages the XML within an archive that is whole. */
async function expectUserErrorsOnlyForXml(name: string, whole: Uint8Array): Promise<void> {
  const parts = unzipSync(whole);
  const xmlParts = Object.keys(parts).filter((part) => /\.(?:xml|rels)$/.test(part));
  await fc.assert(
    fc.asyncProperty(edits, async (list) => {
      const damaged = { ...parts };
      for (const { part, at, removed, added } of list) {
        const chosen = xmlParts[Math.floor(part * xmlParts.length)] ?? '';
        const xml = strFromU8(damaged[chosen] ?? new Uint8Array());
        const start = Math.floor(at * xml.length);
        damaged[chosen] = strToU8(xml.slice(0, start) + added + xml.slice(start + removed));
      }
      await expectUserErrorOnly(name, zipSync(damaged, { level: 1 }));
    }),
    cases(15),
  );
}

describe('a file with damaged bytes', () => {
  test('of a PDF is read or refused by name, and does no more harm', async () => {
    const whole = await makePdf(['First page of the file', 'Second page']);
    await expectUserErrorsOnly('damaged.pdf', whole);
    expect(await read('good.pdf', whole)).toEqual(['First page of the file', 'Second page']);
  });

  test('of a Word document is read or refused by name, and does no more harm', async () => {
    const whole = await makeDocx(['First paragraph', 'Second paragraph']);
    await expectUserErrorsOnly('damaged.docx', whole);
    await expectUserErrorsOnlyForXml('damaged.docx', whole);
    expect(await read('good.docx', whole)).toEqual(['First paragraph\n\nSecond paragraph']);
  });

  test('of a workbook is read or refused by name, and does no more harm', async () => {
    const whole = await makeTable([
      ['name', 'born'],
      ['Ada', new Date(0)],
      ['Emmy', 1882],
      ['Sofja', true],
    ]);
    await expectUserErrorsOnly('damaged.xlsx', whole);
    await expectUserErrorsOnlyForXml('damaged.xlsx', whole);
    expect(await read('good.xlsx', whole)).toHaveLength(3);
  });

  test('of a presentation is read or refused by name, and does no more harm', async () => {
    const whole = await makePresentation((deck) => {
      deck.addSlide().addText('First slide', { x: 1, y: 1 });
      deck.addSlide().addTable([[{ text: 'a' }, { text: 'b' }]], { x: 1, y: 1 });
    });
    await expectUserErrorsOnly('damaged.pptx', whole);
    await expectUserErrorsOnlyForXml('damaged.pptx', whole);
    expect(await read('good.pptx', whole)).toEqual(['First slide', '| a | b |\n| --- | --- |']);
  });

  test('of an OpenDocument spreadsheet is read or refused by name, and does no more harm', async () => {
    const whole = makeOds(
      odsSheet('Women', [
        ['name', 'born'],
        ['Ada', '1815'],
        ['Emmy', '1882'],
      ]),
    );
    await expectUserErrorsOnly('damaged.ods', whole);
    await expectUserErrorsOnlyForXml('damaged.ods', whole);
    expect(await read('good.ods', whole)).toEqual(['name: Ada\nborn: 1815', 'name: Emmy\nborn: 1882']);
  });

  test('of an OpenDocument presentation is read or refused by name, and does no more harm', async () => {
    const notes = `<presentation:notes>${odpBox(['Smile'])}</presentation:notes>`;
    const whole = makeOdp(`${odpSlide([['First'], ['Second']], notes)}${odpSlide([['Third']])}`);
    await expectUserErrorsOnly('damaged.odp', whole);
    await expectUserErrorsOnlyForXml('damaged.odp', whole);
    expect(await read('good.odp', whole)).toEqual(['First\n\nSecond\n\nNotes:\nSmile', 'Third']);
  });

  test('of JSON is read or refused by name, and does no more harm', async () => {
    const records = Array.from({ length: 20 }, (_, index) => ({
      id: index,
      text: `text ${index} \u00e4`,
      list: [1, 'x'],
    }));
    await expectUserErrorsOnly('damaged.json', Buffer.from(JSON.stringify(records)));
    await expectUserErrorsOnly(
      'damaged.jsonl',
      Buffer.from(records.map((record) => JSON.stringify(record)).join('\n')),
    );
    expect(await read('good.json', Buffer.from('["text"]'))).toEqual(['text']);
  });
});
