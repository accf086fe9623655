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

test('a folder names what was left out of its archives, and of those in them, also when it has them from the cache', async () => {
  const folder = join(temporary.path, 'files');
  mkdirSync(folder);
  const inner = makeZip({ 'c.png': PNG, 'd.txt': 'more' });
  writeFileSync(
    join(folder, 'all.zip'),
    makeZip({ 'a.txt': 'text', 'in/b.png': PNG, 'inner.zip': inner, 'e.txt': '', 'broken.pdf': '%PDF-1.4 nothing' }),
  );
  const params = parseNodeParams(definition, { folderPath: folder });
  const folders = makeLoadFolders();
  for (const _ of ['read', 'from the cache']) {
    const { documents, progress, failed } = await readOrigin(folderFiles, params, folders);
    expect(documents.map(({ text }) => text)).toEqual(['text', 'more']);
    expect(progress.message).toBe(
      'Left out: 3 files without text that can be read (a picture: all.zip/in/b.png, all.zip/inner.zip/c.png; empty: all.zip/e.txt)',
    );
    expect(failed).toMatchObject([{ name: 'all.zip', error: { details: { file: 'all.zip/broken.pdf' } } }]);
  }
});

test('a folder names the attachments that lie too deep in mails', async () => {
  const folder = join(temporary.path, 'mails');
  mkdirSync(folder);
  const mail = (name: string, content: string) =>
    [
      'From: ada@example.org',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See there.',
      '--b',
      `Content-Type: application/octet-stream; name="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64'),
      '--b--',
    ].join('\n');
  let content = mail('never.txt', 'never');
  for (const _ of [1, 2, 3]) content = mail('in.eml', content);
  writeFileSync(join(folder, 'a.eml'), content);
  const params = parseNodeParams(definition, { folderPath: folder });
  const { documents, progress, failed } = await readOrigin(folderFiles, params, makeLoadFolders());
  expect(documents).toHaveLength(4);
  expect(progress.message).toContain('(more than 3 files deep in each other: a.eml/in.eml/in.eml/in.eml/never.txt)');
  expect(failed).toEqual([]);
});
