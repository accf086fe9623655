import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LoadedDocument } from '../../../../electron/server/core/document.ts';
import { cacheKey, type DocumentCache, openDocumentCache } from '../../../../electron/server/http/document-cache.ts';
import { cachedDocuments, keepDocuments } from '../../../../electron/server/sources/cache/cached-documents.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const folder = makeTemporaryFolder();
let count = 0;

function open(options?: Parameters<typeof openDocumentCache>[1], path?: string): DocumentCache {
  count += 1;
  return openDocumentCache(path ?? join(folder.path, `cache-${count}`), options);
}

/** The files of a cache, whole entries and unfinished ones. */
function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Those of this process in a folder; Linux only. */
function openFiles(path: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    const link = join('/proc/self/fd', descriptor);
    // The descriptor of this very listing is closed by now.
    const file = existsSync(link) ? readlinkSync(link) : '';
    return file.startsWith(path) ? [file] : [];
  });
}

interface Flat {
  readonly pieces: readonly string[];
  readonly metadata: Record<string, unknown>;
}

async function* asDocuments(documents: readonly Flat[]): AsyncGenerator<LoadedDocument> {
  for (const { pieces, metadata } of documents) {
    yield { text: pieces.length === 1 ? (pieces[0] ?? '') : stream(pieces), metadata };
  }
}

async function* stream(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function drain(documents: AsyncIterable<LoadedDocument>) {
  const all: { text: string; metadata: unknown }[] = [];
  for await (const { text, metadata } of documents) {
    let whole = '';
    if (typeof text === 'string') whole = text;
    else for await (const piece of text) whole += piece;
    all.push({ text: whole, metadata });
  }
  return all;
}

const reports = { onFailedPart: () => undefined, onLeftOut: () => undefined, onNote: () => undefined };
const kept = { reports, isCurrent: async () => true };

async function keep(cache: DocumentCache, key: Buffer, text: string) {
  await drain(keepDocuments(cache, key, () => asDocuments([{ pieces: [text], metadata: {} }]), kept));
}

function randomText(length: number): string {
  return Array.from({ length }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
}

describe('the document cache', () => {
  test('gives back what was kept, streams and all', async () => {
    const cache = open();
    const metadata = fc.dictionary(fc.string(), fc.jsonValue());
    const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
    const documents = fc.array(fc.record({ pieces: fc.array(piece, { minLength: 1 }), metadata }));
    await fc.assert(
      fc.asyncProperty(documents, fc.uuid(), async (given, id) => {
        const key = cacheKey([id]);
        const read = await drain(keepDocuments(cache, key, () => asDocuments(given), kept));
        const again = cachedDocuments(cache, key, reports);
        expect(again).toBeDefined();
        expect(again && JSON.stringify(await drain(again))).toBe(JSON.stringify(read));
      }),
    );
  });

  test('gives back a key __proto__ of the metadata', async () => {
    const cache = open();
    const key = cacheKey(['proto']);
    const metadata = JSON.parse('{"__proto__":{"a":1},"b":2}');
    await drain(keepDocuments(cache, key, () => asDocuments([{ pieces: ['text'], metadata }]), kept));
    const again = await drain(cachedDocuments(cache, key, reports) ?? asDocuments([]));
    expect(JSON.stringify(again)).toBe('[{"text":"text","metadata":{"__proto__":{"a":1},"b":2}}]');
  });

  test('streams a long text, in bounded pieces', async () => {
    const cache = open();
    const key = cacheKey(['long']);
    const text = randomText(1_500_000);
    await keep(cache, key, text);
    const lengths: number[] = [];
    for await (const document of cachedDocuments(cache, key, reports) ?? []) {
      if (typeof document.text === 'string') throw new Error('The text came as one');
      for await (const piece of document.text) lengths.push(piece.length);
    }
    expect(Math.max(...lengths)).toBeLessThanOrEqual(256 * 1024);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(1_500_000);
  });

  test('remembers that there is nothing to read, but no other failure', async () => {
    const cache = open();
    async function* failing(code: 'FILE_EMPTY' | 'FILE_CORRUPT'): AsyncGenerator<LoadedDocument> {
      yield { text: 'a', metadata: {} };
      throw new UserError(code, 'a.txt: no', { details: { file: 'a.txt' } });
    }
    const empty = cacheKey(['empty']);
    await expect(drain(keepDocuments(cache, empty, () => failing('FILE_EMPTY'), kept))).rejects.toThrowError(
      'a.txt: no',
    );
    const again = cachedDocuments(cache, empty, reports);
    expect(again).toBeDefined();
    await expect(drain(again ?? asDocuments([]))).rejects.toMatchObject({
      code: 'FILE_EMPTY',
      message: 'a.txt: no',
      details: { file: 'a.txt' },
    });
    const corrupt = cacheKey(['corrupt']);
    await expect(drain(keepDocuments(cache, corrupt, () => failing('FILE_CORRUPT'), kept))).rejects.toThrowError(
      'a.txt: no',
    );
    expect(cachedDocuments(cache, corrupt, reports)).toBeUndefined();
  });

  test('keeps nothing that was not read to its end, or is not current', async () => {
    const cache = open();
    const documents = [
      { pieces: ['a', 'b'], metadata: {} },
      { pieces: ['c'], metadata: {} },
    ];
    const stopped = cacheKey(['stopped']);
    for await (const _ of keepDocuments(cache, stopped, () => asDocuments(documents), kept)) break;
    expect(cache.has(stopped)).toBe(false);
    const unread = cacheKey(['unread']);
    for await (const _ of keepDocuments(cache, unread, () => asDocuments(documents), kept));
    expect(cache.has(unread)).toBe(false);
    const old = cacheKey(['old']);
    await drain(keepDocuments(cache, old, () => asDocuments(documents), { ...kept, isCurrent: async () => false }));
    expect(cache.has(old)).toBe(false);
  });

  test('makes room by what was used longest ago, but not by what may be in use', async () => {
    let now = Date.UTC(2026, 0, 1);
    const cache = open({ limitBytes: 300_000, now: () => now });
    const text = () => randomText(30_000);
    for (const name of ['a', 'b', 'c']) {
      await keep(cache, cacheKey([name]), text());
      now += 7_200_000;
    }
    expect(cachedDocuments(cache, cacheKey(['a']), reports)).toBeDefined();
    for (const name of ['d', 'e', 'f', 'g', 'h']) await keep(cache, cacheKey([name]), text());
    const kept = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].filter((name) => cache.has(cacheKey([name])));
    expect(kept).toEqual(['a', 'd', 'e', 'f']);
  });

  test.each<[string, (content: Buffer) => Buffer]>([
    ['cut off within a part', (content) => content.subarray(0, 1000)],
    ['cut off behind a part', (content) => content.subarray(0, -8)],
    ['empty', () => Buffer.alloc(0)],
    ['of zeros', (content) => Buffer.alloc(content.length)],
    ['changed in a byte', (content) => content.fill(content.readUInt8(500) ^ 1, 500, 501)],
    ['of another program', (content) => content.fill(0x55)],
  ])('finds an entry that is %s before it hands anything out', async (_what, damage) => {
    const path = join(folder.path, `damaged-${count}`);
    const cache = open({}, path);
    const key = cacheKey(['x']);
    await keep(cache, key, randomText(2000));
    const [file = ''] = filesOf(path);
    writeFileSync(file, damage(readFileSync(file)));
    expect(cachedDocuments(cache, key, reports)).toBeUndefined();
    await keep(cache, key, 'new');
    expect(await drain(cachedDocuments(cache, key, reports) ?? asDocuments([]))).toEqual([
      { text: 'new', metadata: {} },
    ]);
  });

  test('holds nothing where nothing can be written', async () => {
    const path = join(folder.path, 'no-folder');
    writeFileSync(path, 'a file');
    const cache = open({}, path);
    await keep(cache, cacheKey(['x']), 'text');
    expect(cachedDocuments(cache, cacheKey(['x']), reports)).toBeUndefined();
    expect(readFileSync(path, 'utf8')).toBe('a file');
  });

  test('goes on when its folder is deleted', async () => {
    const path = join(folder.path, 'deleted');
    const cache = open({}, path);
    await keep(cache, cacheKey(['x']), 'text');
    rmSync(path, { recursive: true });
    expect(cache.has(cacheKey(['x']))).toBe(false);
    await keep(cache, cacheKey(['x']), 'text');
    expect(cache.has(cacheKey(['x']))).toBe(true);
  });

  test('leaves nothing of an entry that was not finished, and clears up after a crash', async () => {
    const path = join(folder.path, 'unfinished');
    const cache = open({ limitBytes: 100_000 }, path);
    const dropped = cache.write(cacheKey(['dropped']));
    dropped?.add(randomBytes(1000));
    dropped?.drop();
    expect(filesOf(path)).toEqual([]);
    cache.write(cacheKey(['crashed']))?.add(randomBytes(60_000));
    const yesterday = Date.now() / 1000 - 25 * 3600;
    for (const file of filesOf(path)) utimesSync(file, yesterday, yesterday);
    const next = cache.write(cacheKey(['next']));
    next?.add(randomBytes(60_000));
    next?.commit();
    expect(filesOf(path)).toHaveLength(1);
    expect(cache.has(cacheKey(['next']))).toBe(true);
  });

  test('takes the place of the database of earlier builds', async () => {
    const path = join(folder.path, 'database');
    mkdirSync(path);
    for (const name of ['documents.db', 'documents.db-wal']) writeFileSync(join(path, name), 'rows');
    await keep(open({}, path), cacheKey(['x']), 'text');
    expect(readdirSync(path)).toEqual(['documents']);
  });

  test.runIf(process.platform === 'linux')('closes the file of an entry that is not read to its end', async () => {
    const path = join(folder.path, 'closed');
    const cache = open({}, path);
    const key = cacheKey(['long']);
    await keep(cache, key, randomText(1_500_000));
    for await (const _ of cachedDocuments(cache, key, reports) ?? []) {
      expect(openFiles(path)).toHaveLength(1);
      break;
    }
    expect(openFiles(path)).toEqual([]);
  });

  test('serves several at once, with the same key too', async () => {
    const path = join(folder.path, 'shared');
    const [one, two] = [open({}, path), open({}, path)];
    const key = cacheKey(['same']);
    await Promise.all([keep(one, key, 'text'), keep(two, key, 'text'), keep(two, cacheKey(['other']), 'other')]);
    expect(await drain(cachedDocuments(one, key, reports) ?? asDocuments([]))).toEqual([
      { text: 'text', metadata: {} },
    ]);
    expect(one.has(cacheKey(['other']))).toBe(true);
  });
});
