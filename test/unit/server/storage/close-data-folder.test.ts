import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDataFolder } from '../../../../electron/server/storage/close-data-folder.ts';
import { silentLog } from '../../../helpers/builders/silent-log.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
const warn = vi.fn();

beforeEach(() => {
  folder = makeTemporaryFolder();
  warn.mockClear();
});

afterEach(() => folder.remove());

const at = (path: string) => join(folder.path, path);
const modeOf = (path: string) => (statSync(at(path)).mode & 0o777).toString(8);
const close = (setMode?: typeof chmodSync) => closeDataFolder(folder.path, { ...silentLog, warn }, setMode);

function make(path: string, mode: number): void {
  writeFileSync(at(path), 'content');
  chmodSync(at(path), mode);
}

function makeFolder(path: string, mode: number): void {
  mkdirSync(at(path));
  chmodSync(at(path), mode);
}

test.skipIf(process.platform === 'win32')('others lose their rights to what is ours; what is not ours stays', () => {
  chmodSync(folder.path, 0o755);
  makeFolder('index', 0o755);
  makeFolder('backups', 0o500);
  makeFolder('photos', 0o755);
  make('tributary.db', 0o644);
  make('tributary.db-wal', 0o640);
  make('tributary.db.replaced-20260101T000000Z', 0o644);
  make('index/a.graph', 0o444);
  make('start.sh', 0o755);
  make('photos/a.jpg', 0o644);
  make('outside', 0o644);
  symlinkSync(at('outside'), at('secret.key'));
  close();
  expect(modeOf('')).toBe('700');
  expect(['index', 'index/a.graph', 'backups'].map(modeOf)).toEqual(['700', '400', '500']);
  expect(['tributary.db', 'tributary.db-wal', 'tributary.db.replaced-20260101T000000Z'].map(modeOf)).toEqual([
    '600',
    '600',
    '600',
  ]);
  expect(['start.sh', 'photos', 'photos/a.jpg', 'outside'].map(modeOf)).toEqual(['755', '755', '644', '644']);
  expect(warn).not.toHaveBeenCalled();
});

test.skipIf(process.platform === 'win32')('what belongs to someone else stops nothing, and is told of once', () => {
  makeFolder('cache', 0o755);
  for (const path of ['cache/a', 'cache/b', 'keyword.db', 'tributary.db']) make(path, 0o644);
  const foreign = ['cache', 'cache/a', 'keyword.db'].map(at);
  close((path, mode) => {
    if (foreign.includes(String(path))) throw new Error('EPERM: operation not permitted');
    chmodSync(path, mode);
  });
  expect(['cache/b', 'tributary.db'].map(modeOf)).toEqual(['600', '600']);
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining({ count: 3 }), expect.stringContaining('not ours to close')],
  ]);
});
