import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseSettings } from '../../../../electron/server/outside/database-config.ts';
import { type Mysql, openMysql } from '../../../../electron/server/outside/mysql.ts';
import { isMissingMysqlTable } from '../../../../electron/server/outside/mysql-errors.ts';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { TestDatabase } from '../../../helpers/database-program.ts';
import { mariadbSkipReason, startMariadb } from '../../../helpers/mariadb-server.ts';
import { certificateSkipReason } from '../../../helpers/test-certificate.ts';

if (mariadbSkipReason !== undefined) console.warn(`\nTHE MYSQL TESTS ARE SKIPPED: ${mariadbSkipReason}.\n`);

const never = new AbortController().signal;

interface Row extends RowDataPacket {
  readonly n: number;
}

async function failureOf(promise: Promise<unknown>): Promise<OperationalError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperationalError);
  return error as OperationalError;
}

describe.skipIf(mariadbSkipReason !== undefined)('A MySQL or MariaDB database', () => {
  let server: TestDatabase;
  const opened: Mysql[] = [];

  beforeAll(async () => {
    server = await startMariadb();
  });
  afterAll(async () => {
    await Promise.all(opened.map((mysql) => mysql.close()));
    await server.stop();
  });

  function open(change: Partial<DatabaseSettings> = {}): Mysql {
    const { host, port, user, password } = server;
    const mysql = openMysql({
      ...{ host, port, user, password, database: 'test_db', ssl: false, additionalConfig: {} },
      ...change,
    });
    opened.push(mysql);
    return mysql;
  }

  const countConnections = async (mysql: Mysql): Promise<number> => {
    const text = 'SELECT count(*) AS n FROM information_schema.processlist WHERE user = ? AND id <> CONNECTION_ID()';
    const [row] = await mysql.query<Row>(text, [server.user], never);
    return row?.n ?? -1;
  };

  test('answers, with several statements at the same time', async () => {
    const mysql = open();
    const asked = Array.from({ length: 20 }, (_, index) => mysql.query<Row>('SELECT ? AS n', [index], never));
    const answers = await Promise.all(asked);
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('keeps no connection after it is closed', async () => {
    const watcher = open();
    const before = await countConnections(watcher);
    const mysql = open();
    await Promise.all([1, 2, 3].map(() => mysql.query('SELECT SLEEP(0.01)', [], never)));
    expect(await countConnections(watcher)).toBeGreaterThan(before);
    await mysql.close();
    opened.splice(opened.indexOf(mysql), 1);
    await expect.poll(() => countConnections(watcher)).toBe(before);
  });

  test('writes values safely, whatever the mode of the server says of backslashes', async () => {
    const root = open();
    await root.run("SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'", [], never);
    const hostile = "\\' OR 1=1 -- \" ' \\";
    const [row] = await open().query<RowDataPacket>('SELECT ? AS text', [hostile], never);
    expect(row?.text).toBe(hostile);
    await root.run("SET GLOBAL sql_mode = 'STRICT_TRANS_TABLES'", [], never);
  });

  test('tries again when two transactions stand in each other’s way', async () => {
    const mysql = open();
    await mysql.run('CREATE TABLE crossing (n int PRIMARY KEY, hits int NOT NULL)', [], never);
    await mysql.run('INSERT INTO crossing VALUES (1, 0), (2, 0)', [], never);
    const locked = Promise.withResolvers<void>();
    const inner = mysql.withConnection(async (connection) => {
      await connection.beginTransaction();
      await connection.query('UPDATE crossing SET hits = hits + 1 WHERE n = 2');
      locked.resolve();
      // Waits for the statement below, which waits for this one: the server gives up the smaller of the two.
      await connection.query('INSERT INTO crossing SELECT n + 10, 0 FROM crossing');
      await connection.query('UPDATE crossing SET hits = hits + 1 WHERE n = 1');
      await connection.commit();
    }, never);
    await locked.promise;
    await mysql.run('UPDATE crossing SET hits = hits + 1', [], never);
    await inner;
    expect(
      (await mysql.query<Row>('SELECT hits AS n FROM crossing WHERE n <= 2', [], never)).map(({ n }) => n),
    ).toEqual([2, 2]);
  });

  test('an abort ends the wait and gives the connection up', async () => {
    const mysql = open();
    await mysql.query('SELECT 1', [], never);
    const stop = new AbortController();
    const slow = mysql.query('SELECT SLEEP(600)', [], stop.signal);
    stop.abort(new Error('enough'));
    await expect(slow).rejects.toThrow('enough');
    await expect(mysql.query('SELECT 1', [], stop.signal)).rejects.toThrow('enough');
    expect(await mysql.query('SELECT 1 AS n', [], never)).toEqual([{ n: 1 }]);
  });

  test('a statement that takes too long is SERVICE_TIMEOUT', async () => {
    const mysql = open({ additionalConfig: { statementTimeout: 100 } });
    const error = await failureOf(mysql.query('SELECT SLEEP(600)', [], never));
    expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT', status: 504 });
    expect(error.message).toContain('statementTimeout');
  });

  test('a connection that the server cuts is an error, and the next call makes another', async () => {
    const mysql = open();
    const [row] = await mysql.query<Row>('SELECT CONNECTION_ID() AS n', [], never);
    await open().run(`KILL CONNECTION ${row?.n}`, [], never);
    await expect.poll(() => mysql.query('SELECT 1 AS n', [], never).catch(() => undefined)).toEqual([{ n: 1 }]);
  });

  const secret = 'pässwörd-not-right';
  test.each<[string, Partial<DatabaseSettings>, string]>([
    ['a wrong password', { password: secret }, 'check the credential'],
    ['no password', { password: '' }, 'check the credential'],
    ['an unknown database', { database: 'nowhere' }, 'has no database "nowhere"'],
    ['SSL that the server does not have', { ssl: true, host: 'localhost' }, 'does not offer SSL'],
    ['a host that does not exist', { host: 'no-such-host.invalid' }, 'the name "no-such-host.invalid" is unknown'],
    ['a port where nobody listens', { port: 1 }, 'refuses the connection'],
  ])('%s is SERVICE_FAILED and says what to do', async (_name, change, words) => {
    const error = await failureOf(open(change).query('SELECT 1', [], never));
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', status: 502 });
    expect(error.message).toContain(words);
    expect(`${error.message}${JSON.stringify(error.details)}`).not.toContain(secret);
  });

  test('messages hold no SQL and no values', async () => {
    const mysql = open();
    const missing = await failureOf(mysql.query('SELECT secret_column FROM missing_table', [], never));
    expect(isMissingMysqlTable(missing)).toBe(true);
    expect(missing.message).not.toContain('secret_column');
    const broken = await failureOf(mysql.query('SELEC ?', ['private words'], never));
    expect(broken.message).not.toMatch(/private words|SELEC /);
    expect(isMissingMysqlTable(broken)).toBe(false);
  });

  test('an additional configuration that means nothing here is refused, not ignored', () => {
    expect(() => open({ additionalConfig: { multipleStatements: true } })).toThrow(UserError);
  });
});

const sslSkipReason = mariadbSkipReason ?? certificateSkipReason;
if (sslSkipReason !== undefined) console.warn(`\nSSL TO MARIADB IS NOT TESTED: ${sslSkipReason}.\n`);

describe.skipIf(sslSkipReason !== undefined)('SSL to MariaDB', () => {
  let server: TestDatabase;

  beforeAll(async () => {
    server = await startMariadb({ certificateFor: 'DNS:localhost' });
  });
  afterAll(() => server.stop());

  async function cipherOf(change: Partial<DatabaseSettings>): Promise<unknown> {
    const { port, user, password } = server;
    const base = { host: 'localhost', port, user, password, database: 'test_db', ssl: false, additionalConfig: {} };
    const mysql = openMysql({ ...base, ...change });
    try {
      const [row] = await mysql.query<RowDataPacket>("SHOW STATUS LIKE 'Ssl_cipher'", [], never);
      return row?.Value;
    } finally {
      await mysql.close();
    }
  }

  test('a certificate that nobody here trusts is refused', async () => {
    const error = await failureOf(cipherOf({ additionalConfig: { ssl: true } }));
    expect(error.message).toContain('a certificate that is not trusted here');
  });

  test('its authority can be given, or the check be left out', async () => {
    expect(await cipherOf({ additionalConfig: { ssl: { ca: server.certificate } } })).toMatch(/\w+/);
    expect(await cipherOf({ additionalConfig: { ssl: { rejectUnauthorized: false } } })).toMatch(/\w+/);
    expect(await cipherOf({})).toBe('');
  });

  test('a certificate of another host is refused, and an address, which it could not be checked for', async () => {
    const other = await startMariadb({ certificateFor: 'DNS:other.example' });
    const additionalConfig = { ssl: { ca: other.certificate } };
    const error = await failureOf(cipherOf({ port: other.port, additionalConfig }));
    expect(error.message).toContain('Hostname/IP does not match');
    await other.stop();
    await expect(cipherOf({ host: '127.0.0.1', additionalConfig })).rejects.toMatchObject({ code: 'INVALID_PARAM' });
    const unchecked = { ssl: { rejectUnauthorized: false } };
    expect(await cipherOf({ host: '127.0.0.1', additionalConfig: unchecked })).toMatch(/\w+/);
  });
});
