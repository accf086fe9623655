import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderFiles } from '../../../../../electron/server/nodes/documentloaders/folder-files.ts';
import { folderFiles as definition } from '../../../../../shared/nodes/documentloaders/folder-files.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { makePdf } from '../../../../helpers/builders/office-fixtures.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';
import { p, r, rawDocx } from '../../../../helpers/builders/raw-docx.ts';

const folders = makeLoadFolders();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-reading-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Old enough to be settled. */
const LONG_AGO = new Date('2024-05-06T07:08:09Z');

function put(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content);
  utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
}

function read(params: Record<string, unknown> = {}) {
  return readOrigin(folderFiles, parseNodeParams(definition, { folderPath: folder, ...params }), folders);
}

test('a folder tells how files were read, also when they come from the cache', async () => {
  put('a.csv', 'Sales of 2024;;\nplace;sold;year\nNorth;12;2023\nSouth;7;2024\n');
  const { notes } = await read();
  expect(notes).toEqual([['a.csv', 'Header taken from row 2.']]);
  const again = await read();
  expect(again.opened).toEqual([]);
  expect(again.notes).toEqual(notes);
});

test('a folder reads comments and headers of Word documents if asked', async () => {
  const parts = {
    header: p(r('Annual report')),
    comments: `<w:comment w:id="0" w:author="Ada">${p(r('So?'))}</w:comment>`,
  };
  put('a.docx', rawDocx(p(`${r('Body')}<w:r><w:commentReference w:id="0"/></w:r>`), parts));
  const textWith = async (params: Record<string, unknown>) => (await read(params)).documents[0]?.text;
  expect(await textWith({})).toBe('Body');
  expect(await textWith({ comments: true })).toBe('Body\n\nComment: Ada: So?');
  expect(await textWith({ headers: true })).toBe('Annual report\n\nBody');
});

test('a folder reads a file again when its options change', async () => {
  put('a.pdf', await makePdf(['one', 'two']));
  await read();
  expect((await read({ pdfUsage: 'perFile' })).opened).toEqual(['a.pdf']);
  expect((await read()).opened).toEqual([]);
});
