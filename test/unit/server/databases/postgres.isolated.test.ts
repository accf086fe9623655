import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { isMissingTable, openPostgres, type Postgres } from '../../../../electron/server/databases/postgres.ts';
import { UserError } from '../../../../shared/errors/errors.ts';
import {
  type DatabaseProduct,
  describeDatabaseConnection,
  describeDatabaseSsl,
  failureOf,
  never,
  WRONG_PASSWORD,
} from '../../../helpers/contracts/database-connection-contract.ts';
import { postgresSkipReason, startPostgres } from '../../../helpers/servers/postgres-server.ts';

const product: DatabaseProduct<Postgres> = {
  name: 'PostgreSQL',
  skipReason: postgresSkipReason,
  database: 'postgres',
  start: startPostgres,
  open: openPostgres,
};

describeDatabaseConnection(product, {
  title: 'A PostgreSQL database',
  echo: 'SELECT $1::int AS n',
  short: 'SELECT 1',
  sleepLong: 'SELECT pg_sleep(600)',
  countOthers: () => ({
    text: `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'Tributary' AND pid <> pg_backend_pid()`,
    values: [],
  }),
  abortInside: (postgres, stop) =>
    postgres.transaction(async (client) => {
      const sleeping = client.query('SELECT pg_sleep(600)');
      stop.abort(new Error('enough'));
      await sleeping;
    }, stop.signal),
  limitSetting: 'statement_timeout',
  async afterTimeout(postgres) {
    const wide = postgres.transaction((client) => client.query('SELECT pg_sleep(0.2)'), never, { limitMs: 60_000 });
    await expect(wide).resolves.toBeDefined();
  },
  failures: [
    ['a wrong password', { password: WRONG_PASSWORD }, 'check the credential'],
    ['no password', { password: '' }, 'wants a password'],
    ['an unknown user', { user: 'nobody-here' }, 'check the credential'],
    ['an unknown database', { database: 'nowhere' }, 'has no database "nowhere"'],
    ['SSL that the server does not have', { ssl: true }, 'does not offer SSL'],
    ['a host that does not exist', { host: 'no-such-host.invalid' }, 'the name "no-such-host.invalid" is unknown'],
  ],
  isMissingTable,
  refused: { text: 'SELECT $1::int', hidden: /private words/ },
  refusedConfigs: [{ poolSize: 3 }, { ssl: { key: 'x' } }],
  ownTests({ server, open }) {
    test('does a transaction as a whole or not at all', async () => {
      const postgres = open();
      await postgres.query('CREATE TABLE whole (n int)', [], never);
      const half = postgres.transaction(async (client) => {
        await client.query('INSERT INTO whole VALUES (1)');
        throw new UserError('INVALID_PARAM', 'No: stop.');
      }, never);
      await expect(half).rejects.toThrow('No: stop.');
      await postgres.transaction((client) => client.query('INSERT INTO whole VALUES (2)'), never);
      expect(await postgres.query('SELECT n FROM whole', [], never)).toEqual([{ n: 2 }]);
    });

    test('tries again when two transactions stand in each other’s way', async () => {
      const postgres = open();
      await postgres.query('CREATE TABLE crossing AS SELECT n, 0 AS hits FROM generate_series(1, 2) AS n', [], never);
      const bothIn = Promise.withResolvers<void>();
      let inside = 0;
      const cross = (first: number, second: number) =>
        postgres.transaction(async (client) => {
          await client.query('UPDATE crossing SET hits = hits + 1 WHERE n = $1', [first]);
          inside += 1;
          if (inside === 2) bothIn.resolve();
          await bothIn.promise;
          await client.query('UPDATE crossing SET hits = hits + 1 WHERE n = $1', [second]);
        }, never);
      await Promise.all([cross(1, 2), cross(2, 1)]);
      expect(inside).toBeGreaterThan(2);
      expect(await postgres.query('SELECT hits FROM crossing', [], never)).toEqual([{ hits: 2 }, { hits: 2 }]);
    });

    test('a connection that the server cuts is an error, and the next call makes another', async () => {
      const postgres = open();
      const error = await failureOf(postgres.query('SELECT pg_terminate_backend(pg_backend_pid())', [], never));
      expect(error.code).toBe('SERVICE_FAILED');
      expect(await postgres.query('SELECT 1 AS n', [], never)).toEqual([{ n: 1 }]);
    });

    test('an idle connection that the server cuts goes unnoticed', async () => {
      const postgres = open();
      const [mine] = await postgres.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', [], never);
      await open().query('SELECT pg_terminate_backend($1)', [mine?.pid], never);
      await expect.poll(() => postgres.query('SELECT 1 AS n', [], never).catch(() => undefined)).toEqual([{ n: 1 }]);
    });

    test('no password of the environment is sent in the place of an empty one', async () => {
      process.env.PGPASSWORD = server().password;
      try {
        const error = await failureOf(open({ password: '' }).query('SELECT 1', [], never));
        expect(error.message).toContain('wants a password');
      } finally {
        delete process.env.PGPASSWORD;
      }
    });

    test('a port where nobody listens is refused', async () => {
      const probe = createServer();
      await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      await new Promise((resolve) => probe.close(resolve));
      const error = await failureOf(open({ port }).query('SELECT 1', [], never));
      expect(error.message).toBe(
        `PostgreSQL at 127.0.0.1:${port} cannot be reached, it refuses the connection: check that it runs, and its host and port.`,
      );
    });

    test('a server that never answers is SERVICE_TIMEOUT', async () => {
      const silent = createServer(() => undefined);
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const address = silent.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const postgres = open({ port, additionalConfig: { connectTimeout: 100 } });
      const error = await failureOf(postgres.query('SELECT 1', [], never));
      expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT', status: 504 });
      const stop = new AbortController();
      const waiting = open({ port }).query('SELECT 1', [], stop.signal);
      stop.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
      silent.close();
    });
  },
});

describeDatabaseSsl(product, 'PostgreSQL', {
  certificateFor: 'IP:127.0.0.1',
  settings: { ssl: true },
  question: 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  column: 'ssl',
  encrypted: true,
  plain: false,
  ownTests({ server, encryptionOf }) {
    test('a certificate that nobody here trusts is refused, and the message says what to do', async () => {
      const error = await failureOf(encryptionOf({}));
      expect(error).toMatchObject({ code: 'SERVICE_FAILED' });
      expect(error.message).toContain('a certificate that is not trusted here');
      expect(error.message).toContain('"rejectUnauthorized": false');
    });

    test('a certificate of another host is refused', async () => {
      const error = await failureOf(
        encryptionOf({ host: 'localhost', additionalConfig: { ssl: { ca: server().certificate } } }),
      );
      expect(error.message).toContain('Hostname/IP does not match');
    });
  },
});
