import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPageCache, type PageCache } from '../../../../electron/server/http/page-cache.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let cache: PageCache;
const url = new URL('https://example.org/a?b=1');

beforeEach(async () => {
  folder = makeTemporaryFolder();
  cache = await openPageCache(folder.path);
});
afterEach(() => {
  cache.close();
  folder.remove();
});

function answer(body: string | Buffer, headers: Record<string, string> = {}) {
  return { url: new URL('https://example.org/end'), headers: new Headers(headers), body: Buffer.from(body) };
}

it('gives what was kept, with the headers that say what it is', () => {
  const body = Buffer.alloc(3_000_001, 'page ');
  cache.keep(url, {}, answer(body, { etag: 'W/"1"', 'content-type': 'text/html', 'set-cookie': 'a=secret' }));
  const kept = cache.find(url, {});
  expect(kept?.body.equals(body)).toBe(true);
  expect(kept?.url.href).toBe('https://example.org/end');
  expect([...(kept?.headers ?? [])]).toEqual([
    ['content-type', 'text/html'],
    ['etag', 'W/"1"'],
  ]);
});

it('keeps an empty body', () => {
  cache.keep(url, {}, answer(''));
  expect(cache.find(url, {})?.body).toHaveLength(0);
});

it('takes the last version', () => {
  cache.keep(url, {}, answer('one'));
  cache.keep(url, {}, answer('two'));
  expect(cache.find(url, {})?.body.toString()).toBe('two');
});

it('keeps apart what was asked for in other ways', () => {
  cache.keep(url, { Authorization: 'Bearer a' }, answer('of a'));
  expect(cache.find(url, {})).toBeUndefined();
  expect(cache.find(url, { authorization: 'Bearer b' })).toBeUndefined();
  expect(cache.find(new URL('https://example.org/a'), { authorization: 'Bearer a' })).toBeUndefined();
  expect(cache.find(url, { authorization: 'Bearer a' })?.body.toString()).toBe('of a');
});

it('is there for the next run', async () => {
  cache.keep(url, {}, answer('kept'));
  cache.close();
  cache = await openPageCache(folder.path);
  expect(cache.find(url, {})?.body.toString()).toBe('kept');
});

it('gives nothing that is not whole, or not as it was kept', () => {
  cache.keep(url, {}, answer('the page'));
  const db = new BetterSqlite3(join(folder.path, 'documents.db'));
  db.prepare('UPDATE part SET data = ? WHERE number = 1').run(Buffer.from('the pagX'));
  expect(cache.find(url, {})).toBeUndefined();
  db.prepare('DELETE FROM part WHERE number = 1').run();
  expect(cache.find(url, {})).toBeUndefined();
  db.prepare('UPDATE part SET data = ? WHERE number = 0').run(Buffer.from('{"url":'));
  db.close();
  expect(cache.find(url, {})).toBeUndefined();
});

it('begins anew when its file is damaged', async () => {
  cache.close();
  writeFileSync(join(folder.path, 'documents.db'), 'no database at all, but long enough to look at'.repeat(100));
  cache = await openPageCache(folder.path);
  expect(cache.find(url, {})).toBeUndefined();
  cache.keep(url, {}, answer('lost'));
  cache.close();
  cache = await openPageCache(folder.path);
  cache.keep(url, {}, answer('kept'));
  expect(cache.find(url, {})?.body.toString()).toBe('kept');
});

it('forgets what was used the longest time ago when it is full', async () => {
  cache.close();
  let now = 0;
  cache = await openPageCache(folder.path, { limitBytes: 100_000, now: () => now });
  const urls = Array.from({ length: 5 }, (_, n) => new URL(`https://example.org/${n}`));
  for (const one of urls) {
    cache.keep(one, {}, answer(Buffer.alloc(30_000)));
    // Entries of the last hour stay, since they may be at work.
    now += 4_000_000;
  }
  expect(urls.map((one) => cache.find(one, {}) !== undefined)).toEqual([false, false, true, true, true]);
});
