import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLoader } from '../../../../../electron/server/nodes/open-loader.ts';
import { UserError } from '../../../../../shared/errors/errors.ts';
import { acceptsFile } from '../../../../../shared/nodes/accepts-file.ts';
import { ownFormats, pickedLoaders } from '../../../../../shared/nodes/documentloaders/file-loader.ts';
import { allNodeDefinitions } from '../../../../../shared/nodes/registry.ts';
import { cases } from '../../../../helpers/builders/cases.ts';
import { HERON, type LoaderRow, loaderRows } from '../../../../helpers/builders/loader-rows.ts';
import { makeDocx, makePdf, makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';
import { rawWorkbookParts } from '../../../../helpers/builders/workbooks.ts';
import { type FakeUnstructured, startFakeUnstructured } from '../../../../helpers/fakes/fake-unstructured.ts';

const makeFile = sourceFileMaker();

let unstructured: FakeUnstructured;
beforeAll(async () => {
  // Whatever it is sent, it finds a text in it.
  const body = [{ type: 'NarrativeText', text: 'The heron stands in the reeds.' }];
  unstructured = await startFakeUnstructured({ reply: () => ({ status: 200, body }) });
});
afterAll(() => unstructured.close());

const uploadLoaders = allNodeDefinitions.filter((definition) => definition.upload !== undefined);

/** Params without which a loader does not run. */
function paramsOf(loader: string): Record<string, unknown> {
  if (loader === 'jsonlinesFile') return { pointerName: 'bird' };
  return loader === 'unstructuredFileLoader' ? { unstructuredAPIUrl: unstructured.url } : {};
}

/** All text that a loader finds in a file. */
async function read(row: LoaderRow, name: string, content: string | Uint8Array): Promise<string> {
  const loader = await openLoader(row.loader, paramsOf(row.loader));
  if (loader === undefined || !('load' in loader)) throw new Error(`${row.loader} does not load files`);
  const texts: string[] = [];
  const context = { signal: new AbortController().signal, onRead: () => undefined };
  for await (const { text } of loader.load(await makeFile(name, content), context)) {
    if (typeof text === 'string') texts.push(text);
    else for await (const piece of text) texts.push(piece);
  }
  return texts.join('');
}

/** The error that reading ends in, checked to be one of the user's that names the file; undefined if it does not end in one. */
async function refusalOf(row: LoaderRow, name: string, content: string | Uint8Array): Promise<UserError | undefined> {
  try {
    await read(row, name, content);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // A damaged key is another key: then the setting names none of the file's.
    if (error.code === 'INVALID_PARAM') expect(error.details).toMatchObject({ param: 'pointerName' });
    else expect([400, 413, 415]).toContain(error.status);
    expect(error.message).toContain(`"${name}"`);
    return error;
  }
}

describe('the table of loaders', () => {
  test('has every upload loader, and every format that File Loader reads', () => {
    const named = new Set(loaderRows.map(({ loader }) => loader));
    expect([...named].sort()).toEqual(uploadLoaders.map(({ name }) => name).sort());
    const ofFileLoader = loaderRows.filter(({ loader }) => loader === 'fileLoader').map(({ extension }) => extension);
    for (const { name, extensions } of ownFormats) {
      expect(
        ofFileLoader.some((extension) => extensions.some((other) => other === extension)),
        name,
      ).toBe(true);
    }
    for (const loader of pickedLoaders) {
      expect(
        ofFileLoader.some((extension) => acceptsFile(loader, `a${extension}`)),
        loader.name,
      ).toBe(true);
    }
  });
});

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const NOISE = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919 + (index >> 3) * 31) % 251));

const wrongFiles: readonly (readonly [kind: string, make: () => Promise<string | Uint8Array>])[] = [
  ['a PDF document', () => makePdf(['Of another kind'])],
  ['a Word document', () => makeDocx(['Of another kind'])],
  ['a ZIP archive', async () => makeZip({ 'a.txt': 'Of another kind' })],
  ['a picture', async () => PNG],
  ['noise', async () => Buffer.concat([Buffer.alloc(64), NOISE])],
  ['a plain text', async () => 'Words of another kind, and nothing else.\n'],
];

const isOfKind = (row: LoaderRow, kind: string): boolean =>
  (kind === 'a PDF document' && row.extension === '.pdf') ||
  (kind === 'a Word document' && row.extension === '.docx') ||
  // A document that is built as an archive is read as what it is.
  (['a ZIP archive', 'a Word document'].includes(kind) && row.extension === '.zip') ||
  (kind === 'a plain text' && row.takesAnyText === true);

describe.each(loaderRows)('$loader with a $extension file', (row) => {
  const named = (name: string) => `${name}${row.extension}`;

  test('reads a good one, whatever its name', async () => {
    const content = await row.make();
    for (const name of ['plain', 'two words (1)', 'Größe & 日本 😀 “x”', '.hidden', 'a.b.c', '%2e%2e 100%']) {
      expect(await read(row, named(name), content)).toContain(HERON);
    }
    expect(await read(row, named('A').toUpperCase(), content)).toContain(HERON);
  });

  test('refuses an empty one', async () => {
    const refusal = await refusalOf(row, named('empty 😀'), '');
    expect(refusal).toMatchObject({ code: 'FILE_EMPTY', status: 400 });
  });

  test.each(wrongFiles.filter(([kind]) => !isOfKind(row, kind)))('refuses %s under its name', async (_kind, make) => {
    const refusal = await refusalOf(row, named('wrong Grüße 😀'), await make());
    expect(refusal?.code).toMatch(/^(?:UNSUPPORTED_FILE_TYPE|FILE_CORRUPT)$/);
  });

  test('reads or refuses a truncated file, without inventing text', async () => {
    const content = Buffer.from(await row.make());
    const whole = await read(row, named('whole'), content);
    for (const share of [0.05, 0.3, 0.6, 0.9, 0.99]) {
      const cut = content.subarray(0, Math.max(1, Math.floor(content.length * share)));
      const refusal = await refusalOf(row, named('cut 😀'), cut);
      if (refusal !== undefined) continue;
      const words = (await read(row, named('cut 😀'), cut)).match(/\p{L}{3,}/gu) ?? [];
      for (const word of words.slice(0, -1)) expect(whole).toContain(word);
    }
    // What is packed or sealed can't be read in part.
    const isSealed = ['.docx', '.xlsx', '.pptx', '.epub', '.odt', '.pdf'].includes(row.extension);
    const half = content.subarray(0, content.length / 2);
    if (isSealed) expect(await refusalOf(row, named('half'), half)).toMatchObject({ status: 400 });
  });
});

/** Where to damage a file, as a share of its length, and the bytes to put there. */
const damages = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), bytes: fc.uint8Array({ minLength: 1, maxLength: 20 }) }),
  { minLength: 1, maxLength: 4 },
);

test.each(loaderRows)('$loader reads a $extension file with damaged bytes or refuses it by name', async (row) => {
  const whole = Buffer.from(await row.make());
  await fc.assert(
    fc.asyncProperty(damages, async (list) => {
      const content = Buffer.from(whole);
      for (const { at, bytes } of list) {
        const start = Math.floor(at * content.length);
        content.set(bytes.subarray(0, content.length - start), start);
      }
      await refusalOf(row, `damaged 😀${row.extension}`, content);
    }),
    cases(6),
  );
});

const WESTERN = 'Größe, Straße, déjà vu, señor – „Anführung“ und 5 €';
/** Letters that DOS and old Macintosh computers had as well. */
const WESTERN_LETTERS = 'Größe, Straße, déjà vu, señor';
const JAPANESE = '日本語の文章です。サギは葦の中に立っている。水は冷たく、冬が来る前に飛び立つ。';

const encodings: readonly (readonly [name: string, words: string, options: { readonly addBOM: boolean }])[] = [
  ['utf8', `${WESTERN} 漢字 😀`, { addBOM: false }],
  ['utf8', `${WESTERN} 漢字 😀`, { addBOM: true }],
  ['utf16le', `${WESTERN} 漢字 😀`, { addBOM: true }],
  ['utf16be', `${WESTERN} 漢字 😀`, { addBOM: true }],
  ['windows-1252', WESTERN, { addBOM: false }],
  ['cp437', WESTERN_LETTERS, { addBOM: false }],
  ['macintosh', WESTERN_LETTERS, { addBOM: false }],
  ['shift_jis', JAPANESE, { addBOM: false }],
  ['shift_jis', '東京都', { addBOM: false }],
];

describe.each(loaderRows.filter(({ write }) => write !== undefined))('$loader reads a $extension file in', (row) => {
  test.each(encodings)('%s: %s (mark: %j)', async (encoding, words, options) => {
    const content = iconv.encode(row.write?.(words) ?? '', encoding, options);
    const text = await read(row, `encoded${row.extension}`, content);
    expect(text).toContain(words);
    expect(text).not.toContain('\ufeff');
  });
});

test('the extensions of the table are ones that the loaders take', () => {
  for (const { loader, extension } of loaderRows) {
    const definition = uploadLoaders.find(({ name }) => name === loader);
    expect(definition?.upload?.extensions, loader).toContain(extname(`a${extension}`));
  }
});

describe('a small workbook that would take much', () => {
  const path = 'a.xlsx';
  const text = `<si><t>${'word '.repeat(200_000)}</t></si>`;
  // Without it the archive would be refused for unpacking to too much.
  const padding = { 'padding.bin': randomBytes(9000) };
  const row: LoaderRow = { loader: 'microsoftExcel', extension: '.xlsx', make: async () => '' };
  const make = (rows: string, behind = '') =>
    makeZip({
      ...rawWorkbookParts({
        sheet: `<sheetData><row><c><v>1</v></c></row>${rows}</sheetData>${behind}`,
        strings: text,
      }),
      ...padding,
    });

  test('by one row that shows a long text in every column is refused', async () => {
    const refusal = await refusalOf(row, path, make(`<row>${'<c t="s"><v>0</v></c>'.repeat(16_000)}</row>`));
    expect(refusal).toMatchObject({ code: 'FILE_TOO_LARGE', message: expect.stringContaining('row 2') });
  });

  test('by rows that repeat a long text is refused after a bounded part of it', async () => {
    const refusal = await refusalOf(row, path, make('<row><c t="s"><v>0</v></c></row>'.repeat(30_000)));
    expect(refusal).toMatchObject({ code: 'ARCHIVE_TOO_LARGE', message: expect.stringContaining('200 times') });
  });

  test('by marks of merged cells is read', async () => {
    expect(await read(row, path, make('<row><c><v>2</v></c></row>', `<x y="${'mergeCell '.repeat(100_000)}"/>`))).toBe(
      '12',
    );
  });
});
