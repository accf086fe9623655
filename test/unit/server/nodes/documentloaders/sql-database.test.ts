import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { sqlDatabase } from '../../../../../electron/server/nodes/documentloaders/sql-database.ts';
import { parseParams } from '../../../../../shared/flow/parse-params.ts';
import { sqlDatabase as definition } from '../../../../../shared/nodes/documentloaders/sql-database.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { openOrigin, readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const folders = makeLoadFolders();
const folder = makeTemporaryFolder();
afterAll(() => folder.remove());

const file = join(folder.path, 'Läden 🛒.db');
const db = new BetterSqlite3(file);
db.exec(`
CREATE TABLE article (id INTEGER PRIMARY KEY, title TEXT, body TEXT, price REAL, photo BLOB, updated TEXT);
INSERT INTO article VALUES (1, 'Tea', 'Green tea from Uji', 12.5, x'00ff', '2024-05-06');
INSERT INTO article VALUES (2, 'Кофе ☕', NULL, NULL, NULL, '2024-05-07');
INSERT INTO article VALUES (9007199254740993, 'Rice', 'Round', 3, NULL, NULL);
`);
afterAll(() => db.close());

function parse(params: Record<string, unknown>) {
  const inputs = { filePath: file, query: 'SELECT * FROM article ORDER BY id', ...params };
  return parseParams(definition, inputs, { nodeId: 'sqlDatabase_0', label: 'SQL Database' });
}

async function read(params: Record<string, unknown> = {}, signal?: AbortSignal) {
  return readOrigin(sqlDatabase, parse(params), folders, signal);
}

describe('sqlDatabase on a SQLite file', () => {
  test('gives each row with all its columns, and its number', async () => {
    const { documents, progress } = await read();
    expect(documents).toEqual([
      {
        text: 'id: 1\ntitle: Tea\nbody: Green tea from Uji\nprice: 12.5\nphoto: \nupdated: 2024-05-06',
        metadata: { source: 'Läden 🛒', row: 1 },
      },
      {
        text: 'id: 2\ntitle: Кофе ☕\nbody: \nprice: \nphoto: \nupdated: 2024-05-07',
        metadata: { source: 'Läden 🛒', row: 2 },
      },
      {
        text: 'id: 9007199254740993\ntitle: Rice\nbody: Round\nprice: 3\nphoto: \nupdated: ',
        metadata: { source: 'Läden 🛒', row: 3 },
      },
    ]);
    expect(progress).toMatchObject({ done: 3, total: 3 });
  });

  test('takes the columns that are named', async () => {
    const columns = { metadataColumns: 'price, Updated', idColumn: 'ID', sourceName: 'articles' };
    const { documents } = await read({ contentColumns: 'title,body', ...columns });
    expect(documents[0]).toEqual({
      text: 'title: Tea\nbody: Green tea from Uji',
      metadata: { source: 'articles/1', price: 12.5, updated: '2024-05-06' },
    });
    expect(documents.map(({ metadata }) => metadata.source)).toEqual([
      'articles/1',
      'articles/2',
      'articles/9007199254740993',
    ]);
    const bodies = await read({ contentColumns: 'body', ...columns });
    expect(bodies.documents.map(({ text }) => text)).toEqual(['Green tea from Uji', 'Round']);
    expect(bodies.progress).toMatchObject({ done: 3, total: 3 });
  });

  test('gives nothing for a query without rows, but still knows its columns', async () => {
    const query = 'SELECT id FROM article WHERE 0';
    expect((await read({ query })).documents).toEqual([]);
    await expect(read({ query, contentColumns: 'body' })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: 'The query gives no column "body": choose among "id".',
      details: { param: 'contentColumns', columns: ['id'] },
    });
  });

  test('refuses a row without an id', async () => {
    await expect(read({ idColumn: 'body' })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining('Row 2 has nothing in its id column "body"'),
    });
  });

  test.each([
    ['DELETE FROM article', 'Query must be one SELECT'],
    ['WITH x AS (SELECT 1) DELETE FROM article', 'changes data'],
    ['WITH x AS (SELECT 1) INSERT INTO article (id) SELECT 7 RETURNING id', 'changes data'],
    ['SELECT 1; DELETE FROM article', 'more than one statement'],
    ["ATTACH 'x.db' AS x", 'Query must be one SELECT'],
    ['SELECT * FROM articles', 'no such table: articles'],
    ['SELECT', 'incomplete input'],
  ])('refuses %s', async (query, message) => {
    await expect(read({ query })).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: expect.stringContaining(message),
    });
    expect(db.prepare('SELECT count(*) FROM article').pluck().get()).toBe(3);
  });

  test('says what is wrong with the file', async () => {
    const wrong = join(folder.path, 'text.db');
    writeFileSync(wrong, 'This is no database, but long enough to be taken for one. '.repeat(100));
    const own = join(dirname(folders.cache), 'tributary.db');
    mkdirSync(folders.cache, { recursive: true });
    new BetterSqlite3(own).close();
    const cases = [
      ['', 'INVALID_PARAM', 'File is required'],
      ['shop.db', 'INVALID_PARAM', 'must be a full path'],
      [join(folder.path, 'none.db'), 'INVALID_PARAM', 'is not there'],
      [folder.path, 'INVALID_PARAM', 'is not a file'],
      [own, 'INVALID_PARAM', "is one of Tributary's own"],
      [wrong, 'FILE_CORRUPT', '"text.db" is no SQLite database'],
    ] as const;
    for (const [filePath, code, message] of cases) {
      await expect(read({ filePath }), filePath).rejects.toMatchObject({
        code,
        message: expect.stringContaining(message),
      });
    }
  });

  test('reads while another program writes, and leaves no trace', async () => {
    const busy = join(folder.path, 'busy.db');
    const writer = new BetterSqlite3(busy);
    writer.pragma('journal_mode = WAL');
    writer.exec("CREATE TABLE a (x); INSERT INTO a VALUES ('old'); BEGIN IMMEDIATE; UPDATE a SET x = 'new'");
    const { documents } = await read({ filePath: busy, query: 'SELECT x FROM a' });
    expect(documents.map(({ text }) => text)).toEqual(['x: old']);
    writer.exec('COMMIT');
    writer.close();
    chmodSync(busy, 0o444);
    expect((await read({ filePath: busy, query: 'SELECT x FROM a' })).documents[0]?.text).toBe('x: new');
  });

  test('ends a query that takes too long', async () => {
    const query = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    await expect(read({ query, additionalConfig: { statementTimeout: 300 } })).rejects.toMatchObject({
      code: 'SERVICE_TIMEOUT',
      message: expect.stringContaining('statementTimeout'),
    });
  });

  test('stops in the middle of a query at once', async () => {
    const query = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i <> 20000';
    const stop = new AbortController();
    const context = {
      signal: stop.signal,
      onProgress: (done: number) => {
        if (done === 30_000) stop.abort();
      },
      makeFolder: () => Promise.reject(new Error('Not needed')),
      cacheFolder: folders.cache,
    };
    const run = async () => {
      for await (const _ of openOrigin(sqlDatabase, parse({ query })).loadOrigin(context));
    };
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
    const endless = AbortSignal.timeout(200);
    await expect(
      read(
        { query: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n' },
        endless,
      ),
    ).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('streams rows of 200 MB in bounded memory', async () => {
    const large = join(folder.path, 'large.db');
    const writer = new BetterSqlite3(large);
    writer.exec(`
      CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
      INSERT INTO t SELECT i, hex(randomblob(4000)) FROM n;
    `);
    writer.close();
    const context = {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      makeFolder: () => Promise.reject(new Error('Not needed')),
      cacheFolder: folders.cache,
    };
    const params = parse({ filePath: large, query: 'SELECT * FROM t', contentColumns: 'body', idColumn: 'id' });
    let rows = 0;
    let characters = 0;
    let highest = 0;
    const before = process.memoryUsage().rss;
    for await (const { text } of openOrigin(sqlDatabase, params).loadOrigin(context)) {
      rows += 1;
      characters += typeof text === 'string' ? text.length : 0;
      if (rows % 250 === 0) highest = Math.max(highest, process.memoryUsage().rss);
    }
    expect(rows).toBe(25_000);
    expect(characters).toBe(200_000_000);
    expect(highest - before).toBeLessThan(120 * 1024 * 1024);
  });

  test('tries the connection with the query itself', async () => {
    const check = (params: Record<string, unknown>) =>
      sqlDatabase.checkConnection?.(parse(params), new AbortController().signal);
    expect(await check({})).toBe(
      'The SQLite database "Läden 🛒" answers. The query gives the columns id, title, body, price, photo, updated.',
    );
    await expect(check({ idColumn: 'no' })).rejects.toMatchObject({ details: { param: 'idColumn' } });
    await expect(check({ query: 'SELECT x FROM y' })).rejects.toMatchObject({ details: { param: 'query' } });
  });
});
