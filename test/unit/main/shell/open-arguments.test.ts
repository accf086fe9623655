import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { openArguments } from '../../../../electron/main/shell/open-arguments.ts';
import { appLink } from '../../../../shared/ipc/app-link.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const id = '3f2b1c9e-6a0d-4c55-9a8e-0d7f0c1e2b3a';
const { path: folder, remove } = makeTemporaryFolder();
const appPath = join(folder, 'app');
mkdirSync(appPath);
writeFileSync(join(folder, 'garden.tributary.json'), '{}');
writeFileSync(join(folder, 'notes and plans.md'), '# Notes');
const inFolder = (name: string) => join(folder, name);
const read = (given: readonly string[]) => openArguments(given, { workingFolder: folder, appPath });

afterAll(remove);

describe('Arguments of a start', () => {
  test.each([
    ['a link to a flow', ['.', appLink('flow', id)], `#/flows/${id}`],
    ['a link to a store', [`tributary://store/${id}/`], `#/stores/${id}`],
    ['no link', ['0'], undefined],
    ['a link with something else behind the id', [`tributary://flow/${id}/../../settings`], undefined],
    ['a link to what we do not have', [`tributary://settings/${id}`], undefined],
    ['a link with quotes and spaces', ['tributary://flow/"><script>'], undefined],
    ['a web address', [`https://example.org/flow/${id}`], undefined],
  ])('%s lead to the right page', (_, given, page) => {
    expect(read(given).page).toBe(page);
  });

  test.each([
    ['a file of the working folder', ['garden.tributary.json'], ['garden.tributary.json']],
    ['a file by its full path', [inFolder('notes and plans.md')], ['notes and plans.md']],
    ['a file by its address', [pathToFileURL(inFolder('notes and plans.md')).href], ['notes and plans.md']],
    ['a folder', ['.'], ['']],
    ['a flow that is not there', ['gone.tributary.json'], ['gone.tributary.json']],
    ['the same file twice', ['garden.tributary.json', './garden.tributary.json'], ['garden.tributary.json']],
    ['the app itself, and what is no file', [appPath, '', '0', 'other.md', `tributary://flow/${id}`], []],
  ])('%s lead to the right files', (_, given, names) => {
    expect(read(given).paths).toEqual(names.map(inFolder));
  });

  test.each([
    ['another machine', 'file://server/share/garden.tributary.json'],
    ['a name with a slash in it', 'file:///a%2Fb'],
    ['no address', 'file://['],
  ])('an address of %s stands for no path, and stays as it is', (_, address) => {
    expect(read([address]).paths).toEqual([address]);
  });
});
