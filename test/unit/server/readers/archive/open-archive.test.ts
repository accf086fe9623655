import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../../../../electron/server/readers/archive/open-archive.ts';
import { makeZip } from '../../../../helpers/builders/office-fixtures.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const live = new AbortController().signal;
const limits = { unpackedBytes: 1000, ratio: 200, entries: 3 };

async function check(files: Record<string, string>) {
  return checkArchive(await makeFile('a.zip', makeZip(files)), live, limits);
}

/** Text that hardly packs, so that only the size counts. */
function mixed(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * index * 7) % 89))).join('');
}

describe('checkArchive', () => {
  test('gives the names of what is in it', async () => {
    expect([...(await check({ 'a.txt': 'one', 'b/c.txt': mixed(500) })).names]).toEqual(['a.txt', 'b/c.txt']);
  });

  test('takes as many entries as allowed, and no more', async () => {
    await expect(check({ a: '1', b: '2', c: '3' })).resolves.toBeDefined();
    await expect(check({ a: '1', b: '2', c: '3', d: '4' })).rejects.toMatchObject({ code: 'ARCHIVE_TOO_LARGE' });
  });

  test('counts the unpacked bytes of all entries together', async () => {
    await expect(check({ a: mixed(500), b: mixed(500) })).resolves.toBeDefined();
    await expect(check({ a: mixed(500), b: mixed(501) })).rejects.toMatchObject({ code: 'ARCHIVE_TOO_LARGE' });
  });

  test('stops when aborted', async () => {
    const file = await makeFile('a.zip', makeZip({ a: mixed(500) }));
    await expect(checkArchive(file, AbortSignal.abort(new Error('enough')), limits)).rejects.toThrow('enough');
  });
});
