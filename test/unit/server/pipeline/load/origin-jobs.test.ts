import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import type { LoadJob } from '../../../../../electron/server/core/load-job.ts';
import { createLoadPool } from '../../../../../electron/server/pipeline/load/load-pool.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';
import { type FakeS3, openFakeS3 } from '../../../../helpers/fakes/fake-s3.ts';

const folder = makeTemporaryFolder();
const folders = makeLoadFolders();
const pool = createLoadPool({ folders });
const servers: FakeS3[] = [];
afterAll(async () => {
  await pool.close();
  for (const server of servers) await server.close();
  folder.remove();
});

const live = new AbortController().signal;

function jobOf(name: string, params: Readonly<Record<string, unknown>>): LoadJob {
  return {
    loader: { nodeId: `${name}_0`, name, params },
    splitter: undefined,
    files: [],
    sourceIdKey: 'source',
    batchSize: 4,
  };
}

function put(name: string, content: string): void {
  const file = join(folder.path, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  const before = new Date(Date.now() - 60_000);
  utimesSync(file, before, before);
}

describe('loaders that find documents by themselves, in a worker', () => {
  test('folderFiles reports the files that it left out', async () => {
    for (let index = 0; index < 10; index += 1) put(`files/${index}.txt`, `Text ${index}`);
    put('files/4b.txt', '');
    for (const run of ['first', 'second']) {
      const params = { folderPath: join(folder.path, 'files') };
      const batches = await collect(pool.loadChunks(jobOf('folderFiles', params), live));
      expect(
        batches.flatMap((batch) => batch.contents),
        run,
      ).toEqual(Array.from({ length: 10 }, (_, index) => `Text ${index}`));
      expect(batches[2]?.sources, run).toEqual(['8.txt', '9.txt']);
      expect(batches[0]?.progress, run).toEqual({ unit: 'documents', done: 3, total: 11 });
      expect(batches[2]?.progress, run).toEqual({
        unit: 'documents',
        done: 11,
        total: 11,
        message: 'Left out: 1 file without text that can be read (empty: 4b.txt)',
      });
    }
  });

  test('folderFiles tells how it has read files, besides what it left out', async () => {
    put('told/a.csv', 'Sales of 2024;;\nplace;sold;year\nNorth;12;2023\nSouth;7;2024\n');
    put('told/b.txt', '');
    for (const run of ['first', 'second']) {
      const params = { folderPath: join(folder.path, 'told') };
      const [batch] = await collect(pool.loadChunks(jobOf('folderFiles', params), live));
      expect(batch?.progress.message, run).toMatch(
        /^Left out: 1 file .*\(empty: b\.txt\)\. "a\.csv": Header taken from row 2\.$/,
      );
    }
  });

  test('folderFiles reads only what has changed, and names the sources of all that it was told of', async () => {
    for (const name of ['a', 'b', 'c']) put(`partly/${name}.txt`, `Text ${name}`);
    const job = jobOf('folderFiles', { folderPath: join(folder.path, 'partly') });
    const changes = { changed: ['b.txt', '.hidden.txt', 'missing.txt'], gone: ['old.txt'] };
    const batches = await collect(pool.loadChunks({ ...job, changes }, live));
    expect(batches.flatMap((batch) => batch.contents)).toEqual(['Text b']);
    const seen = batches.flatMap((batch) => batch.seen ?? []);
    expect(seen.sort()).toEqual(['.hidden.txt', 'b.txt', 'missing.txt', 'old.txt']);
    const nothing = await collect(pool.loadChunks({ ...job, changes: { changed: [], gone: ['a.txt'] } }, live));
    expect(nothing).toMatchObject([{ contents: [], seen: ['a.txt'] }]);
  });

  test('documents that come slowly are handed out before a batch is full', async () => {
    for (let index = 0; index < 3; index += 1) put(`slow/${index}.txt`, `Text ${index}`);
    const job = { ...jobOf('folderFiles', { folderPath: join(folder.path, 'slow') }), longestWaitMs: 0 };
    const batches = await collect(pool.loadChunks(job, live));
    expect(batches.map((batch) => batch.contents)).toEqual([['Text 0'], ['Text 1'], ['Text 2']]);
    expect(batches.map((batch) => batch.chunkNos)).toEqual([[1], [1], [1]]);
    expect(batches.map(({ progress }) => progress.unit)).toEqual(['documents', 'documents', 'documents']);
  });

  test('folderFiles names the file for which the memory is too small', async () => {
    put('large/small.txt', 'small');
    put('large/wide.csv', `a\n${'x'.repeat(40_000_000)}\n`);
    const small = createLoadPool({ folders, memoryLimitMb: 24 });
    const job = jobOf('folderFiles', { folderPath: join(folder.path, 'large') });
    await expect(collect(small.loadChunks(job, live))).rejects.toMatchObject({
      message: expect.stringContaining('"wide.csv"'),
      nodeId: 'folderFiles_0',
    });
    await small.close();
  });

  test('sqlDatabase streams, and stops in the middle of a query that has no end', async () => {
    const file = join(folder.path, 'a.db');
    new BetterSqlite3(file).exec("CREATE TABLE a (id, body); INSERT INTO a VALUES (1, 'one'), (2, 'two')").close();
    const query = 'SELECT * FROM a ORDER BY id';
    const params = { filePath: file, query, contentColumns: 'body', idColumn: 'id' };
    const [batch] = await collect(pool.loadChunks(jobOf('sqlDatabase', params), live));
    expect(batch?.contents).toEqual(['one', 'two']);
    expect(batch?.sources).toEqual(['a/1', 'a/2']);
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 40';
    const stop = new AbortController();
    const chunks: string[] = [];
    const run = async () => {
      for await (const { contents } of pool.loadChunks(
        jobOf('sqlDatabase', { filePath: file, query: endless }),
        stop.signal,
      )) {
        chunks.push(...contents);
        stop.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
    expect((await collect(pool.loadChunks(jobOf('sqlDatabase', params), live)))[0]?.contents).toEqual(['one', 'two']);
  });

  test('s3Directory leaves nothing on the disk when it fails in the middle', async () => {
    const objects = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.md`, `Text ${index}`]));
    const server = await openFakeS3({ objects: { ...objects, '6.pdf': 'not a PDF', '7.docx': 'PK but no Word' } });
    servers.push(server);
    const params = { bucketName: 'docs', serverUrl: server.origin, allowLocalNetwork: true };
    await expect(collect(pool.loadChunks(jobOf('s3Directory', params), live))).resolves.toHaveLength(3);
    server.change({ '5.md': undefined, '5.json': '{"never": "closed' });
    await expect(collect(pool.loadChunks(jobOf('s3Directory', params), live))).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
      nodeId: 's3Directory_0',
    });
    expect(readdirSync(folders.temporary)).toEqual([]);
  });
});
