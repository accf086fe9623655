import type { RowDataPacket } from 'mysql2/promise';
import { expect, test } from 'vitest';
import { isMissingMysqlTable, type Mysql, openMysql } from '../../../../electron/server/databases/mysql.ts';
import {
  type DatabaseProduct,
  describeDatabaseConnection,
  describeDatabaseSsl,
  failureOf,
  never,
  WRONG_PASSWORD,
} from '../../../helpers/contracts/database-connection-contract.ts';
import { mariadbSkipReason, startMariadb } from '../../../helpers/servers/mariadb-server.ts';

interface Row extends RowDataPacket {
  readonly n: number;
}

const product: DatabaseProduct<Mysql> = {
  name: 'MySQL',
  skipReason: mariadbSkipReason,
  database: 'test_db',
  start: startMariadb,
  open: openMysql,
};

describeDatabaseConnection(product, {
  title: 'A MySQL or MariaDB database',
  echo: 'SELECT ? AS n',
  short: 'SELECT SLEEP(0.01)',
  sleepLong: 'SELECT SLEEP(600)',
  countOthers: ({ user }) => ({
    text: 'SELECT count(*) AS n FROM information_schema.processlist WHERE user = ? AND id <> CONNECTION_ID()',
    values: [user],
  }),
  async abortInside(mysql, stop) {
    await mysql.query('SELECT 1', [], never);
    const slow = mysql.query('SELECT SLEEP(600)', [], stop.signal);
    stop.abort(new Error('enough'));
    await slow;
  },
  limitSetting: 'statementTimeout',
  failures: [
    ['a wrong password', { password: WRONG_PASSWORD }, 'check the credential'],
    ['no password', { password: '' }, 'check the credential'],
    ['an unknown database', { database: 'nowhere' }, 'has no database "nowhere"'],
    ['SSL that the server does not have', { ssl: true, host: 'localhost' }, 'does not offer SSL'],
    ['a host that does not exist', { host: 'no-such-host.invalid' }, 'the name "no-such-host.invalid" is unknown'],
    ['a port where nobody listens', { port: 1 }, 'refuses the connection'],
  ],
  isMissingTable: isMissingMysqlTable,
  refused: { text: 'SELEC ?', hidden: /private words|SELEC / },
  refusedConfigs: [{ multipleStatements: true }],
  ownTests({ open }) {
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
        // Of two that have changed as much, either may be given up.
        await connection.query('INSERT INTO crossing VALUES (21, 0), (22, 0), (23, 0), (24, 0)');
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

    test('a connection that the server cuts is an error, and the next call makes another', async () => {
      const mysql = open();
      const [row] = await mysql.query<Row>('SELECT CONNECTION_ID() AS n', [], never);
      await open().run(`KILL CONNECTION ${row?.n}`, [], never);
      await expect.poll(() => mysql.query('SELECT 1 AS n', [], never).catch(() => undefined)).toEqual([{ n: 1 }]);
    });
  },
});

describeDatabaseSsl(product, 'MariaDB', {
  certificateFor: 'DNS:localhost',
  settings: { host: 'localhost', ssl: false },
  question: "SHOW STATUS LIKE 'Ssl_cipher'",
  column: 'Value',
  encrypted: expect.stringMatching(/\w+/),
  plain: '',
  ownTests({ encryptionOf }) {
    test('a certificate that nobody here trusts is refused', async () => {
      const error = await failureOf(encryptionOf({ additionalConfig: { ssl: true } }));
      expect(error.message).toContain('a certificate that is not trusted here');
    });

    test('a certificate of another host is refused, and an address, which it could not be checked for', async () => {
      const other = await startMariadb({ certificateFor: 'DNS:other.example' });
      const additionalConfig = { ssl: { ca: other.certificate } };
      const error = await failureOf(encryptionOf({ port: other.port, additionalConfig }));
      expect(error.message).toContain('Hostname/IP does not match');
      await other.stop();
      await expect(encryptionOf({ host: '127.0.0.1', additionalConfig })).rejects.toMatchObject({
        code: 'INVALID_PARAM',
      });
      const unchecked = { ssl: { rejectUnauthorized: false } };
      expect(await encryptionOf({ host: '127.0.0.1', additionalConfig: unchecked })).toMatch(/\w+/);
    });
  },
});
