import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderFiles } from '../../../../../electron/server/nodes/documentloaders/folder-files.ts';
import { folderFiles as definition } from '../../../../../shared/nodes/documentloaders/folder-files.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const temporary = makeTemporaryFolder();
afterAll(() => temporary.remove());

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

test('a folder names what was left out of its archives, and of those in them', async () => {
  const folder = join(temporary.path, 'files');
  mkdirSync(folder);
  const inner = makeZip({ 'c.png': PNG, 'd.txt': 'more' });
  writeFileSync(
    join(folder, 'all.zip'),
    makeZip({ 'a.txt': 'text', 'in/b.png': PNG, 'inner.zip': inner, 'e.txt': '' }),
  );
  const params = parseNodeParams(definition, { folderPath: folder });
  const { documents, progress } = await readOrigin(folderFiles, params, makeLoadFolders());
  expect(documents.map(({ text }) => text)).toEqual(['text', 'more']);
  expect(progress.message).toBe(
    'Left out: 3 files without text that can be read (a picture: all.zip/in/b.png, all.zip/inner.zip/c.png; empty: all.zip/e.txt)',
  );
});
