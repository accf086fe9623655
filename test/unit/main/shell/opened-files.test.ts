import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { OpenedFiles } from '../../../../electron/main/shell/opened-files.ts';
import { PAGE_ORIGIN } from '../../../../shared/ipc/page-origin.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const { path: folder, remove } = makeTemporaryFolder();
const file = join(folder, 'garden.tributary.json');
writeFileSync(file, '{}');
mkdirSync(join(folder, 'docs'));

afterAll(remove);

test('the page is told once of what was opened, in its order, and of what is not there or no path', async () => {
  const opened = new OpenedFiles();
  expect(await opened.take()).toEqual([]);
  opened.add([join(folder, 'docs'), file]);
  opened.add([join(folder, 'gone.tributary.json'), 'file:///a%2Fb']);
  expect(await opened.take()).toEqual([
    { kind: 'folder', path: join(folder, 'docs') },
    {
      kind: 'file',
      name: 'garden.tributary.json',
      address: expect.stringMatching(`^${PAGE_ORIGIN}/opened/[\\w-]{36}$`),
    },
    { kind: 'missing', path: join(folder, 'gone.tributary.json') },
    { kind: 'unreadable', path: 'file:///a%2Fb' },
  ]);
  expect(await opened.take()).toEqual([]);
});

test('an address gives its file once, and no other gives one', async () => {
  const opened = new OpenedFiles();
  opened.add([file]);
  const [item] = await opened.take();
  const address = item?.kind === 'file' ? item.address : '';
  expect(opened.fileAt(`${PAGE_ORIGIN}/opened/garden.tributary.json`)).toBeUndefined();
  expect(opened.fileAt(address)).toBe(file);
  expect(opened.fileAt(address)).toBeUndefined();
});
