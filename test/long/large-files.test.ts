import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { pieceOfRows, writeLargeOds, writeLargeText, writeLargeWorkbook } from '../helpers/builders/large-files.ts';
import { odsCell } from '../helpers/builders/odf-fixtures.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import type { Measurement, MeasureRequest } from '../helpers/servers/measure-load.ts';

const MEASURE = fileURLToPath(new URL('../helpers/servers/measure-load.ts', import.meta.url));
const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

/** Megabytes that reading a large file may take over what an idle process does. */
const LIMIT_MB = 600;
const PIECES = 200;

const measure = async (request: MeasureRequest): Promise<Measurement> => {
  const { stdout } = await promisify(execFile)(process.execPath, [MEASURE, JSON.stringify(request)]);
  return JSON.parse(stdout);
};

/** Long enough that most of the time goes into reading, and shorter than a chunk. */
const WORDS = Array.from(
  { length: 12 },
  () => 'the heron stands in the reeds and waits for what the water brings',
).join(', ');

interface LargeFile {
  readonly name: string;
  readonly loader: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** @returns how many documents there are in the file */
  write(path: string): Promise<number>;
  readonly first: string;
  readonly last: string;
}

const csv = pieceOfRows((index) => `${index},"${WORDS}, ${index}",${index * 3}\n`);
const json = pieceOfRows((index) => `{"id": ${index}, "note": {"text": "${WORDS} ${index}"}},\n`);
const lines = pieceOfRows((index) => `{"id": ${index}, "text": "${WORDS} ${index}"}\n`);
const sheet = pieceOfRows(
  (index) =>
    `<row><c t="s"><v>${index * 7}</v></c><c><v>${index * 1.5}</v></c><c t="inlineStr"><is><t>${WORDS}</t></is></c></row>`,
);
const odsRow = (...texts: readonly string[]) =>
  `<table:table-row>${texts.map((text) => odsCell(text)).join('')}</table:table-row>`;
const odsRows = pieceOfRows((index) => odsRow(`${index}`, WORDS));

const largeFiles: readonly LargeFile[] = [
  {
    name: 'rows.csv',
    loader: 'csvFile',
    async write(path) {
      await writeLargeText(path, { head: 'id,note,sum\n', piece: csv.text, pieces: PIECES, tail: '7,last,8\n' });
      return csv.rows * PIECES + 1;
    },
    first: `id: 0\nnote: ${WORDS}, 0\nsum: 0`,
    last: 'id: 7\nnote: last\nsum: 8',
  },
  {
    name: 'list.json',
    loader: 'jsonFile',
    params: { separateByObject: true },
    async write(path) {
      await writeLargeText(path, { head: '[', piece: json.text, pieces: PIECES, tail: '{"id": "last"}]' });
      return json.rows * PIECES + 1;
    },
    first: `id: 0\nnote.text: ${WORDS} 0`,
    last: 'id: last',
  },
  {
    name: 'lines.jsonl',
    loader: 'jsonlinesFile',
    params: { pointerName: 'text' },
    async write(path) {
      await writeLargeText(path, { head: '', piece: lines.text, pieces: PIECES, tail: '{"text": "last"}' });
      return lines.rows * PIECES + 1;
    },
    first: `${WORDS} 0`,
    last: 'last',
  },
  {
    name: 'book.xlsx',
    loader: 'microsoftExcel',
    async write(path) {
      const names = ['shared', 'number', 'note'].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`);
      const header = `<row>${names.join('')}</row>`;
      const pieces = 150;
      await writeLargeWorkbook(path, { header, piece: sheet.text, pieces, texts: 1_200_000 });
      return sheet.rows * pieces;
    },
    first: `shared: shared text 0 of the book\nnumber: 0\nnote: ${WORDS}`,
    last: `shared: shared text ${(sheet.rows - 1) * 7} of the book\nnumber: ${(sheet.rows - 1) * 1.5}\nnote: ${WORDS}`,
  },
  {
    name: 'book.ods',
    loader: 'fileLoader',
    async write(path) {
      await writeLargeOds(path, { header: odsRow('id', 'note'), piece: odsRows.text, pieces: PIECES });
      return odsRows.rows * PIECES;
    },
    first: `id: 0\nnote: ${WORDS}`,
    last: `id: ${odsRows.rows - 1}\nnote: ${WORDS}`,
  },
];

describe('a file of 200 MB is read within bounded memory', () => {
  test.each(largeFiles)('$name', async ({ name, loader, params = {}, write, first, last }) => {
    const path = join(folder.path, name);
    const count = await write(path);
    expect((await stat(path)).size).toBeGreaterThan(200 * 1024 ** 2);
    const measured = await measure({ loader, params, path, name });
    await rm(path);
    expect(measured).toMatchObject({ chunks: count, first, last });
    expect(measured.memoryMb).toBeLessThan(LIMIT_MB);
  });

  test('notes.txt', async () => {
    const path = join(folder.path, 'notes.txt');
    const { text } = pieceOfRows((index) => `${index} ${WORDS}.\n\n`);
    await writeLargeText(path, { head: '', piece: text, pieces: PIECES, tail: 'The end.\n' });
    const measured = await measure({ loader: 'textFile', params: {}, path, name: 'notes.txt' });
    await rm(path);
    expect(measured.chunks).toBeGreaterThan(200_000);
    expect(measured.last).toMatch(/The end\.$/);
    expect(measured.memoryMb).toBeLessThan(LIMIT_MB);
  });
});
