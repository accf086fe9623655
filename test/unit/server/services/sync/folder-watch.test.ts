import { mkdirSync, rmSync, watch as watchFiles, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WatchedFolder } from '../../../../../electron/server/core/document-loader.ts';
import { openLoader } from '../../../../../electron/server/nodes/open-loader.ts';
import { type FolderWatch, watchFolder } from '../../../../../electron/server/services/sync/folder-watch.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

let temporary: ReturnType<typeof makeTemporaryFolder>;
let folder: WatchedFolder;
let changed: string[];
let watch: FolderWatch | undefined;

beforeEach(async () => {
  temporary = makeTemporaryFolder();
  changed = [];
  mkdirSync(join(temporary.path, 'papers', 'deep'), { recursive: true });
  const loader = await openLoader('folderFiles', { folderPath: join(temporary.path, 'papers'), recursive: true });
  const opened =
    loader !== undefined && 'loadOrigin' in loader
      ? await loader.openFolder?.(join(temporary.path, 'data', 'cache'))
      : undefined;
  if (opened === undefined) throw new Error('No folder');
  folder = opened;
});
afterEach(() => {
  watch?.close();
  temporary.remove();
});

function put(path: string): void {
  mkdirSync(join(folder.root, path, '..'), { recursive: true });
  writeFileSync(join(folder.root, path), path);
}

const onChange = (path: string): void => void changed.push(path);

describe('watchFolder', () => {
  test('tells of files in folders that were there, that came, and that came with files in them', async () => {
    watch = await watchFolder({ folder, onChange });
    expect(watch.reason).toBeUndefined();
    put('deep/a.txt');
    await expect.poll(() => changed).toContain('deep/a.txt');
    put('new/deeper/b.txt');
    // Somebody who looks at this place finds what is in it.
    await expect.poll(() => changed.some((path) => 'new/deeper/b.txt'.startsWith(path))).toBe(true);
    await expect.poll(() => changed.filter((path) => path === 'new').length).toBeGreaterThan(1);
    changed = [];
    put('new/deeper/c.txt');
    await expect.poll(() => changed).toContain('new/deeper/c.txt');
    rmSync(join(folder.root, 'new'), { recursive: true });
    await expect.poll(() => changed).toContain('new');
    put('new/d.txt');
    await expect.poll(() => changed.filter((path) => path === 'new').length).toBeGreaterThan(2);
  });

  test.each(['ENOSPC', 'EMFILE'])(
    'says that the folder has to be looked through when the system refuses (%s)',
    async (code) => {
      let watched = 0;
      watch = await watchFolder({
        folder,
        onChange,
        platform: 'linux',
        watch: ((path: string, options: { recursive?: boolean }) => {
          watched += 1;
          if (watched > 1) throw Object.assign(new Error(code), { code, syscall: 'watch' });
          return watchFiles(path, options);
        }) as typeof watchFiles,
      });
      expect(watch.reason).toMatch(/^This system watches no more folders/);
      expect(changed).toEqual(['']);
      put('deep/a.txt');
      expect(changed).toEqual(['']);
    },
  );

  test('does not rely on the system for a network drive', async () => {
    const remote = { ...folder, root: '\\\\server\\papers' };
    watch = await watchFolder({ folder: remote, onChange, platform: 'win32' });
    expect(watch.reason).toContain('network drive');
  });
});
