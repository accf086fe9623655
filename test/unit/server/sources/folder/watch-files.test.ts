import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WatchedFolder } from '../../../../../electron/server/core/document-loader.ts';
import { openLoader } from '../../../../../electron/server/nodes/open-loader.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const live = new AbortController().signal;
function neverUnread(path: string): never {
  throw new Error(`${path} could not be listed`);
}

let temporary: ReturnType<typeof makeTemporaryFolder>;
let root: string;

beforeEach(() => {
  temporary = makeTemporaryFolder();
  root = join(temporary.path, 'papers');
  mkdirSync(root);
});
afterEach(() => temporary.remove());

function put(path: string, content = path): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function open(params: Record<string, unknown> = {}, name = 'folderFiles'): Promise<WatchedFolder> {
  const loader = await openLoader(name, { folderPath: root, recursive: true, ...params });
  if (loader === undefined || !('loadOrigin' in loader)) throw new Error('No loader that fetches');
  const folder = await loader.openFolder?.(join(temporary.path, 'data', 'cache'));
  if (folder === undefined) throw new Error('No folder');
  return folder;
}

async function paths(folder: WatchedFolder, path = ''): Promise<readonly string[]> {
  return (await collect(folder.files(path, live, neverUnread))).map((file) => file.path).sort();
}

describe('a watched folder', () => {
  test('lists the files that its loader reads, and the folders that may hold some', async () => {
    for (const path of ['a.md', 'b/c.md', 'b/old/d.md', 'b/e.txt', '.git/f.md', 'g/.h.md']) put(path);
    const folder = await open({ include: '*.md', exclude: 'old/' });
    expect(await paths(folder)).toEqual(['a.md', 'b/c.md']);
    expect((await collect(folder.folders('', live))).sort()).toEqual(['', 'b', 'g']);
    expect(await paths(await open({ recursive: false }))).toEqual(['a.md']);
  });

  test('looks at one place: a file, a folder, and what is not there or not wanted', async () => {
    for (const path of ['a.md', 'b/c.md', 'b/d/e.md', 'old/f.md', '.hidden/g.md']) put(path);
    const folder = await open({ exclude: 'old/' });
    expect(await paths(folder, 'b/c.md')).toEqual(['b/c.md']);
    expect(await paths(folder, 'b')).toEqual(['b/c.md', 'b/d/e.md']);
    for (const path of ['gone.md', 'gone/a.md', 'a.md/b', 'old', 'old/f.md', '.hidden', '.hidden/g.md']) {
      expect(await paths(folder, path), path).toEqual([]);
    }
  });

  test('gives a file another identity when it changes, is replaced or moves', async () => {
    put('a.md', 'one');
    const folder = await open();
    const look = async (path: string) => (await collect(folder.files(path, live, neverUnread)))[0]?.identity;
    const first = await look('a.md');
    expect(await look('a.md')).toBe(first);
    put('a.md', 'three');
    const second = await look('a.md');
    expect(second).not.toBe(first);
    renameSync(join(root, 'a.md'), join(root, 'b.md'));
    expect(await look('a.md')).toBeUndefined();
    expect(await look('b.md')).not.toBe(second);
  });

  test('a Notion export is listed without the views of its tables, and only as a whole', async () => {
    for (const path of ['T.csv', 'T_all.csv', 'p.md']) put(path);
    const folder = await open({ notionFolder: root }, 'notionFolder');
    expect(folder.isFileByFile).toBe(false);
    expect(await paths(folder)).toEqual(['T_all.csv', 'p.md']);
  });

  test('says what is wrong with a folder that is not there', async () => {
    rmSync(root, { recursive: true });
    await expect(open()).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('is not there'),
    });
  });
});
