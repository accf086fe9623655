import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseSettings } from '../../../../electron/server/outside/database-config.ts';
import { openPostgres, type Postgres } from '../../../../electron/server/outside/postgres.ts';
import { isMissingTable } from '../../../../electron/server/outside/postgres-errors.ts';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import type { TestDatabase } from '../../../helpers/database-program.ts';
import { postgresSkipReason, startPostgres } from '../../../helpers/postgres-server.ts';
import { certificateSkipReason } from '../../../helpers/test-certificate.ts';

if (postgresSkipReason !== undefined) console.warn(`\nTHE POSTGRESQL TESTS ARE SKIPPED: ${postgresSkipReason}.\n`);

const never = new AbortController().signal;

async function failureOf(promise: Promise<unknown>): Promise<OperationalError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperationalError);
  return error as OperationalError;
}

describe.skipIf(postgresSkipReason !== undefined)('A PostgreSQL database', () => {
  let server: TestDatabase;
  const opened: Postgres[] = [];

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await Promise.all(opened.map((postgres) => postgres.close()));
    await server.stop();
  });

  function open(change: Partial<DatabaseSettings> = {}): Postgres {
    const { host, port, user, password } = server;
    const postgres = openPostgres({
      ...{ host, port, user, password, database: 'postgres', ssl: false, additionalConfig: {} },
      ...change,
    });
    opened.push(postgres);
    return postgres;
  }

  async function countConnections(postgres: Postgres): Promise<number> {
    const text = `SELECT count(*)::int AS total FROM pg_stat_activity WHERE application_name = 'Tributary' AND pid <> pg_backend_pid()`;
    const [row] = await postgres.query<{ total: number }>(text, [], never);
    return row?.total ?? -1;
  }

  test('answers, with several statements at the same time', async () => {
    const postgres = open();
    const asked = Array.from({ length: 20 }, (_, index) =>
      postgres.query<{ n: number }>('SELECT $1::int AS n', [index], never),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test('keeps no connection after it is closed', async () => {
    const watcher = open();
    const before = await countConnections(watcher);
    const postgres = open();
    await Promise.all([1, 2, 3].map(() => postgres.query('SELECT 1', [], never)));
    expect(await countConnections(watcher)).toBeGreaterThan(before);
    await postgres.close();
    await expect.poll(() => countConnections(watcher)).toBe(before);
    opened.splice(opened.indexOf(postgres), 1);
  });

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

  test('an abort ends the wait and gives the connection up', async () => {
    const postgres = open();
    const stop = new AbortController();
    const slow = postgres.transaction(async (client) => {
      const sleeping = client.query('SELECT pg_sleep(600)');
      stop.abort(new Error('enough'));
      await sleeping;
    }, stop.signal);
    await expect(slow).rejects.toThrow('enough');
    await expect(postgres.query('SELECT 1', [], stop.signal)).rejects.toThrow('enough');
    expect(await postgres.query('SELECT 1 AS n', [], never)).toEqual([{ n: 1 }]);
  });

  test('a statement that takes too long is SERVICE_TIMEOUT', async () => {
    const postgres = open({ additionalConfig: { statement_timeout: 100 } });
    const error = await failureOf(postgres.query('SELECT pg_sleep(600)', [], never));
    expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT', status: 504 });
    expect(error.message).toContain('statement_timeout');
    const wide = postgres.transaction((client) => client.query('SELECT pg_sleep(0.2)'), never, { limitMs: 60_000 });
    await expect(wide).resolves.toBeDefined();
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

  const secret = 'pässwörd-not-right';
  test.each<[string, Partial<DatabaseSettings>, string]>([
    ['a wrong password', { password: secret }, 'check the credential'],
    ['no password', { password: '' }, 'wants a password'],
    ['an unknown user', { user: 'nobody-here' }, 'check the credential'],
    ['an unknown database', { database: 'nowhere' }, 'has no database "nowhere"'],
    ['SSL that the server does not have', { ssl: true }, 'does not offer SSL'],
    ['a host that does not exist', { host: 'no-such-host.invalid' }, 'the name "no-such-host.invalid" is unknown'],
  ])('%s is SERVICE_FAILED and says what to do', async (_name, change, words) => {
    const error = await failureOf(open(change).query('SELECT 1', [], never));
    expect(error).toMatchObject({ code: 'SERVICE_FAILED', status: 502 });
    expect(error.message).toContain(words);
    expect(error.message).toContain(`:${server.port}`);
    expect(`${error.message}${JSON.stringify(error.details)}`).not.toContain(secret);
  });

  test('no password of the environment is sent in the place of an empty one', async () => {
    process.env.PGPASSWORD = server.password;
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

  test('messages hold no SQL and no values', async () => {
    const postgres = open();
    const missing = await failureOf(postgres.query('SELECT secret_column FROM missing_table', [], never));
    expect(isMissingTable(missing)).toBe(true);
    expect(missing.message).not.toContain('secret_column');
    const value = await failureOf(postgres.query('SELECT $1::int', ['private words'], never));
    expect(value.message).not.toContain('private words');
    expect(isMissingTable(value)).toBe(false);
  });

  test('an additional configuration that means nothing here is refused, not ignored', () => {
    expect(() => open({ additionalConfig: { poolSize: 3 } })).toThrow(UserError);
    expect(() => open({ additionalConfig: { ssl: { key: 'x' } } })).toThrow(UserError);
  });
});

const sslSkipReason = postgresSkipReason ?? certificateSkipReason;
if (sslSkipReason !== undefined) console.warn(`\nSSL TO POSTGRESQL IS NOT TESTED: ${sslSkipReason}.\n`);

describe.skipIf(sslSkipReason !== undefined)('SSL to PostgreSQL', () => {
  let server: TestDatabase;

  beforeAll(async () => {
    server = await startPostgres({ certificateFor: 'IP:127.0.0.1' });
  });
  afterAll(() => server.stop());

  async function isEncrypted(change: Partial<DatabaseSettings>): Promise<boolean | undefined> {
    const { host, port, user, password } = server;
    const base = { host, port, user, password, database: 'postgres', ssl: true, additionalConfig: {} };
    const postgres = openPostgres({ ...base, ...change });
    try {
      const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      const [row] = await postgres.query<{ ssl: boolean }>(text, [], never);
      return row?.ssl;
    } finally {
      await postgres.close();
    }
  }

  test('a certificate that nobody here trusts is refused, and the message says what to do', async () => {
    const error = await failureOf(isEncrypted({}));
    expect(error).toMatchObject({ code: 'SERVICE_FAILED' });
    expect(error.message).toContain('a certificate that is not trusted here');
    expect(error.message).toContain('"rejectUnauthorized": false');
  });

  test('its authority can be given, or the check be left out', async () => {
    expect(await isEncrypted({ additionalConfig: { ssl: { ca: server.certificate } } })).toBe(true);
    expect(await isEncrypted({ additionalConfig: { ssl: { rejectUnauthorized: false } } })).toBe(true);
    expect(await isEncrypted({ ssl: false })).toBe(false);
  });

  test('a certificate of another host is refused', async () => {
    const error = await failureOf(
      isEncrypted({ host: 'localhost', additionalConfig: { ssl: { ca: server.certificate } } }),
    );
    expect(error.message).toContain('Hostname/IP does not match');
  });
});
