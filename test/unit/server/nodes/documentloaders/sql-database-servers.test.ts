import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseSettings } from '../../../../../electron/server/databases/database-config.ts';
import { openMysql } from '../../../../../electron/server/databases/mysql.ts';
import { openPostgres } from '../../../../../electron/server/databases/postgres.ts';
import { sqlDatabase } from '../../../../../electron/server/nodes/documentloaders/sql-database.ts';
import { sqlDatabase as definition } from '../../../../../shared/nodes/documentloaders/sql-database.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { openOrigin, readOrigin } from '../../../../helpers/builders/origin-context.ts';
import { parseNodeParams } from '../../../../helpers/builders/parse-node-params.ts';
import type { TestDatabase } from '../../../../helpers/servers/database-program.ts';
import { mariadbSkipReason, startMariadb } from '../../../../helpers/servers/mariadb-server.ts';
import { postgresSkipReason, startPostgres } from '../../../../helpers/servers/postgres-server.ts';

for (const reason of [postgresSkipReason, mariadbSkipReason]) {
  if (reason !== undefined) console.warn(`\nTESTS OF THE SQL DATABASE LOADER ARE SKIPPED: ${reason}.\n`);
}

const never = new AbortController().signal;
const folders = makeLoadFolders();

interface Product {
  readonly databaseType: 'postgres' | 'mysql';
  readonly database: string;
  readonly skipReason: string | undefined;
  start(): Promise<TestDatabase>;
  run(settings: DatabaseSettings, statements: readonly string[]): Promise<void>;
  readonly setUp: readonly string[];
  /** A query that never gives a row. */
  readonly endless: string;
  /** Rows whose text is so many times 32 characters. */
  readonly numbers: (count: number, times?: number) => string;
  /** What the row with everything in it reads as. */
  readonly everything: { readonly text: string; readonly metadata: Record<string, unknown> };
}

function runOn<Database extends { close(): Promise<void> }>(
  open: (settings: DatabaseSettings) => Database,
  run: (database: Database, statement: string) => Promise<unknown>,
): Product['run'] {
  return async (settings, statements) => {
    const database = open(settings);
    for (const statement of statements) await run(database, statement);
    await database.close();
  };
}

const COLUMNS = 'id, name, price, big, day, at, zoned, data, bytes, flag, nothing';

const products: readonly Product[] = [
  {
    databaseType: 'postgres',
    database: 'postgres',
    skipReason: postgresSkipReason,
    start: () => startPostgres(),
    run: runOn(openPostgres, (database, statement) => database.query(statement, [], never)),
    setUp: [
      `CREATE TABLE thing (id int, name text, price numeric(10,2), big int8, day date, at timestamp, zoned timestamptz, data jsonb,
       bytes bytea, flag boolean, nothing text)`,
      `INSERT INTO thing VALUES (1, 'Tee 🍵', 12.50, 9007199254740993, '2024-05-06', '2024-05-06 07:08:09.5', '2024-05-06 07:08:09+02',
       '{"a": [1, null]}', '\\x00ff', true, NULL)`,
      "INSERT INTO thing (id, name) VALUES (2, 'Reis')",
    ],
    endless:
      'SELECT count(*) FROM generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 1000) c',
    numbers: (count, times = 32) =>
      `SELECT i AS id, repeat(md5(i::text), ${times}) AS body FROM generate_series(1, ${count}) i`,
    everything: {
      text: [
        'id: 1\nname: Tee 🍵\nprice: 12.50\nbig: 9007199254740993\nday: 2024-05-06\nat: 2024-05-06T07:08:09.5',
        'zoned: 2024-05-06T05:08:09.000Z\ndata: {"a":[1,null]}\nbytes: \nflag: true\nnothing: ',
      ].join('\n'),
      metadata: { price: 12.5, big: '9007199254740993', day: '2024-05-06', data: { a: [1, null] }, nothing: null },
    },
  },
  {
    databaseType: 'mysql',
    database: 'test_db',
    skipReason: mariadbSkipReason,
    start: () => startMariadb(),
    run: runOn(openMysql, (database, statement) => database.run(statement, [], never)),
    setUp: [
      `CREATE TABLE thing (id int, name varchar(100), price decimal(10,2), big bigint, day date, at datetime(1), zoned timestamp NULL, data json,
       bytes blob, flag tinyint, nothing text) CHARACTER SET utf8mb4`,
      `INSERT INTO thing VALUES (1, 'Tee 🍵', 12.50, 9007199254740993, '2024-05-06', '2024-05-06 07:08:09.5', '2024-05-06 07:08:09',
       '{"a": [1, null]}', x'00ff', 1, NULL)`,
      "INSERT INTO thing (id, name) VALUES (2, 'Reis')",
    ],
    endless:
      'SELECT count(*) FROM seq_1_to_100000 a, seq_1_to_100000 b, seq_1_to_1000 c WHERE a.seq + b.seq + c.seq = 0',
    numbers: (count, times = 32) => `SELECT seq AS id, repeat(md5(seq), ${times}) AS body FROM seq_1_to_${count}`,
    everything: {
      text: [
        'id: 1\nname: Tee 🍵\nprice: 12.50\nbig: 9007199254740993\nday: 2024-05-06\nat: 2024-05-06T07:08:09.5',
        'zoned: 2024-05-06T07:08:09\ndata: {"a":[1,null]}\nbytes: \nflag: 1\nnothing: ',
      ].join('\n'),
      metadata: { price: 12.5, big: '9007199254740993', day: '2024-05-06', data: { a: [1, null] }, nothing: null },
    },
  },
];

describe.each(products)('sqlDatabase on $databaseType', (product) => {
  describe.skipIf(product.skipReason !== undefined)('a real server', () => {
    let server: TestDatabase;

    beforeAll(async () => {
      server = await product.start();
      await product.run({ ...server, database: product.database, ssl: false, additionalConfig: {} }, product.setUp);
    });
    afterAll(() => server.stop());

    function parse(params: Record<string, unknown>) {
      const { host, port, user, password } = server;
      const { databaseType, database } = product;
      return parseNodeParams(definition, { databaseType, database, host, port, user, password, ...params });
    }

    async function read(params: Record<string, unknown>, signal?: AbortSignal) {
      return readOrigin(sqlDatabase, parse(params), folders, signal);
    }

    test('gives every kind of column as text and as metadata', async () => {
      const params = { metadataColumns: 'price, big, day, data, nothing', idColumn: 'id', sourceName: 'thing' };
      const { documents } = await read({ query: `SELECT ${COLUMNS} FROM thing ORDER BY id`, ...params });
      expect(documents[0]).toEqual({
        text: product.everything.text,
        metadata: { ...product.everything.metadata, source: 'thing/1' },
      });
      expect(documents[1]?.metadata).toMatchObject({ source: 'thing/2', price: null });
      const { documents: named } = await read({ query: 'SELECT name FROM thing ORDER BY id', contentColumns: 'name' });
      expect(named).toEqual([
        { text: 'Tee 🍵', metadata: { source: product.database, row: 1 } },
        { text: 'Reis', metadata: { source: product.database, row: 2 } },
      ]);
    });

    test('knows the columns of a query without rows', async () => {
      expect((await read({ query: 'SELECT id FROM thing WHERE id > 5' })).documents).toEqual([]);
      await expect(read({ query: 'SELECT id FROM thing WHERE id > 5', idColumn: 'x' })).rejects.toMatchObject({
        code: 'INVALID_PARAM',
        details: { columns: ['id'] },
      });
    });

    test.each([
      'SELECT * FROM nowhere',
      'SELECT nothing_like_it FROM thing',
      'SELECT FROM WHERE',
      'SELECT 1; DELETE FROM thing',
      'WITH x AS (SELECT 1) DELETE FROM thing',
      'INSERT INTO thing (id) VALUES (3)',
    ])('refuses %s', async (query) => {
      await expect(read({ query })).rejects.toMatchObject({
        code: 'INVALID_PARAM',
        message: expect.stringMatching(/\bquery\b/i),
        details: { param: 'query' },
      });
      expect((await read({ query: 'SELECT id FROM thing' })).documents).toHaveLength(2);
    });

    test('names the server when it can not be read', async () => {
      const query = 'SELECT 1';
      await expect(read({ query, password: 'wrong' })).rejects.toMatchObject({
        code: 'SERVICE_FAILED',
        message: expect.stringContaining(`${server.host}:${server.port} refused user`),
      });
      await expect(read({ query, database: '' })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
      await expect(read({ query, additionalConfig: { what: 1 } })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
    });

    test('streams rows of 200 MB in bounded memory', async () => {
      const params = parse({ query: product.numbers(25_000, 256), contentColumns: 'body', idColumn: 'id' });
      const context = {
        signal: never,
        onProgress: () => undefined,
        makeFolder: () => Promise.reject(new Error('Not needed')),
        cacheFolder: folders.cache,
      };
      let rows = 0;
      let highest = 0;
      const before = process.memoryUsage().rss;
      for await (const { text } of openOrigin(sqlDatabase, params).loadOrigin(context)) {
        rows += 1;
        if (typeof text !== 'string' || text.length !== 8192) throw new Error(`Row ${rows} is not whole`);
        if (rows % 250 === 0) highest = Math.max(highest, process.memoryUsage().rss);
      }
      expect(rows).toBe(25_000);
      expect(highest - before).toBeLessThan(120 * 1024 * 1024);
    });

    test('stops in the middle, and ends a query that takes too long', async () => {
      const stop = new AbortController();
      const context = {
        signal: stop.signal,
        onProgress: (done: number) => {
          if (done === 2000) stop.abort();
        },
        makeFolder: () => Promise.reject(new Error('Not needed')),
        cacheFolder: folders.cache,
      };
      const run = async () => {
        for await (const _ of openOrigin(sqlDatabase, parse({ query: product.numbers(500_000) })).loadOrigin(context));
      };
      await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
      await expect(read({ query: product.endless }, AbortSignal.timeout(300))).rejects.toMatchObject({
        name: 'TimeoutError',
      });
      await expect(read({ query: product.endless, additionalConfig: { statementTimeout: 300 } })).rejects.toMatchObject(
        { code: 'SERVICE_TIMEOUT' },
      );
    });

    test('may be left in the middle by who takes the rows', async () => {
      const context = {
        signal: never,
        onProgress: () => undefined,
        makeFolder: () => Promise.reject(new Error('Not needed')),
        cacheFolder: folders.cache,
      };
      let rows = 0;
      for await (const _ of openOrigin(sqlDatabase, parse({ query: product.numbers(100_000) })).loadOrigin(context)) {
        rows += 1;
        if (rows === 500) break;
      }
      expect(rows).toBe(500);
    });

    test('tries the connection with the query itself', async () => {
      const check = (params: Record<string, unknown>) =>
        sqlDatabase.checkConnection?.(parse({ query: 'SELECT id, name FROM thing', ...params }), never);
      expect(await check({})).toMatch(/^\S+ at 127\.0\.0\.1:\d+ answers\. The query gives the columns id, name\.$/);
      await expect(check({ contentColumns: 'none' })).rejects.toMatchObject({ details: { param: 'contentColumns' } });
    });
  });
});
