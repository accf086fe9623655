import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPageCache, type PageCache } from '../../../../electron/server/http/page-cache.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let cache: PageCache;
const url = new URL('https://example.org/a?b=1');

beforeEach(async () => {
  folder = makeTemporaryFolder();
  cache = openPageCache(folder.path);
});
afterEach(() => {
  folder.remove();
});

function answer(body: string | Buffer, headers: Record<string, string> = {}) {
  return { url: new URL('https://example.org/end'), headers: new Headers(headers), body: Buffer.from(body) };
}

it('returns a cached page with its content headers', () => {
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

it('keeps requests with other addresses or headers separate', () => {
  cache.keep(url, { Authorization: 'Bearer a' }, answer('of a'));
  expect(cache.find(url, {})).toBeUndefined();
  expect(cache.find(url, { authorization: 'Bearer b' })).toBeUndefined();
  expect(cache.find(new URL('https://example.org/a'), { authorization: 'Bearer a' })).toBeUndefined();
  expect(cache.find(url, { authorization: 'Bearer a' })?.body.toString()).toBe('of a');
});

it('is there for the next run', async () => {
  cache.keep(url, {}, answer('kept'));
  cache = openPageCache(folder.path);
  expect(cache.find(url, {})?.body.toString()).toBe('kept');
});

it('does not return damaged entries', () => {
  cache.keep(url, {}, answer('the page'));
  const [name = ''] = readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\w{64}$/.test(path),
  );
  const file = join(folder.path, name);
  const content = readFileSync(file, 'latin1');
  writeFileSync(file, content.replace('the page', 'the pagX'), 'latin1');
  expect(cache.find(url, {})).toBeUndefined();
  writeFileSync(file, content.slice(0, -8), 'latin1');
  expect(cache.find(url, {})).toBeUndefined();
});

it('drops the least recently used entries when it is full', async () => {
  let now = 0;
  cache = openPageCache(folder.path, { limitBytes: 100_000, now: () => now });
  const urls = Array.from({ length: 5 }, (_, n) => new URL(`https://example.org/${n}`));
  for (const one of urls) {
    cache.keep(one, {}, answer(Buffer.alloc(30_000)));
    // Entries of the last hour stay, since they may be at work.
    now += 4_000_000;
  }
  expect(urls.map((one) => cache.find(one, {}) !== undefined)).toEqual([false, false, true, true, true]);
});
