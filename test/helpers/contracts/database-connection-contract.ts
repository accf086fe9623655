import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseSettings } from '../../../electron/server/databases/database-config.ts';
import { OperationalError, UserError } from '../../../shared/errors/errors.ts';
import { certificateSkipReason } from '../builders/test-certificate.ts';
import type { DatabaseOptions, TestDatabase } from '../servers/database-program.ts';

export const never = new AbortController().signal;

/** What the connections to all products have in common. */
interface Connection {
  query(text: string, values: (string | number)[], signal: AbortSignal): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

interface Statement {
  readonly text: string;
  readonly values: (string | number)[];
}

/** A product, and how the tests reach it. */
export interface DatabaseProduct<Database extends Connection> {
  /** Its name in warnings and test names. */
  readonly name: string;
  readonly skipReason: string | undefined;
  /** The database that a new server has. */
  readonly database: string;
  start(options?: DatabaseOptions): Promise<TestDatabase>;
  open(settings: DatabaseSettings): Database;
}

/** What a product's own tests get. */
export interface DatabaseUnderTest<Database> {
  server(): TestDatabase;
  /** Opens a connection that is closed after the tests. */
  open(change?: Partial<DatabaseSettings>): Database;
}

export interface ConnectionContract<Database extends Connection> {
  readonly title: string;
  /** Returns a single whole number as `n`. */
  readonly echo: string;
  /** A short statement that takes long enough that several at the same time need several connections. */
  readonly short: string;
  readonly sleepLong: string;
  /** Returns as `n` the number of other connections. */
  countOthers(server: TestDatabase): Statement;
  /** Waits for a long statement, and aborts `stop` with "enough" meanwhile. */
  abortInside(database: Database, stop: AbortController): Promise<unknown>;
  /** The additional setting for the time limit of a statement. */
  readonly limitSetting: string;
  afterTimeout?(database: Database): Promise<void>;
  readonly failures: readonly (readonly [name: string, change: Partial<DatabaseSettings>, words: string])[];
  isMissingTable(error: unknown): boolean;
  /** A statement with the value "private words" that the server rejects, and what the error message must not contain. */
  readonly refused: { readonly text: string; readonly hidden: RegExp };
  readonly refusedConfigs: readonly Record<string, unknown>[];
  ownTests(underTest: DatabaseUnderTest<Database>): void;
}

/** A password that no server has and no message may contain. */
export const WRONG_PASSWORD = 'pässwörd-not-right';

export async function failureOf(promise: Promise<unknown>): Promise<OperationalError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperationalError);
  return error as OperationalError;
}

function settingsOf(
  { host, port, user, password }: TestDatabase,
  database: string,
  change: Partial<DatabaseSettings>,
): DatabaseSettings {
  return { host, port, user, password, database, ssl: false, additionalConfig: {}, ...change };
}

/** The behaviour of every connection to a database server, and then the product's own tests, on the same server. */
export function describeDatabaseConnection<Database extends Connection>(
  product: DatabaseProduct<Database>,
  contract: ConnectionContract<Database>,
): void {
  const { name, skipReason } = product;
  if (skipReason !== undefined) console.warn(`\nTHE ${name.toUpperCase()} TESTS ARE SKIPPED: ${skipReason}.\n`);

  describe.skipIf(skipReason !== undefined)(contract.title, () => {
    let server: TestDatabase;
    const opened: Database[] = [];

    beforeAll(async () => {
      server = await product.start();
    });
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()));
      await server.stop();
    });

    function open(change: Partial<DatabaseSettings> = {}): Database {
      const database = product.open(settingsOf(server, product.database, change));
      opened.push(database);
      return database;
    }

    async function countConnections(database: Database): Promise<number> {
      const { text, values } = contract.countOthers(server);
      const [row] = await database.query(text, values, never);
      return typeof row?.n === 'number' ? row.n : -1;
    }

    test('answers, with several statements at the same time', async () => {
      const database = open();
      const asked = Array.from({ length: 20 }, (_, index) => database.query(contract.echo, [index], never));
      const answers = await Promise.all(asked);
      expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });

    test('keeps no connection after it is closed', async () => {
      const watcher = open();
      const before = await countConnections(watcher);
      const database = open();
      await Promise.all([1, 2, 3].map(() => database.query(contract.short, [], never)));
      expect(await countConnections(watcher)).toBeGreaterThan(before);
      await database.close();
      opened.splice(opened.indexOf(database), 1);
      await expect.poll(() => countConnections(watcher)).toBe(before);
    });

    test('an abort ends the wait and gives the connection up', async () => {
      const database = open();
      const stop = new AbortController();
      await expect(contract.abortInside(database, stop)).rejects.toThrow('enough');
      await expect(database.query('SELECT 1', [], stop.signal)).rejects.toThrow('enough');
      expect(await database.query('SELECT 1 AS n', [], never)).toEqual([{ n: 1 }]);
    });

    test('a statement that takes too long is SERVICE_TIMEOUT', async () => {
      const database = open({ additionalConfig: { [contract.limitSetting]: 100 } });
      const error = await failureOf(database.query(contract.sleepLong, [], never));
      expect(error).toMatchObject({ code: 'SERVICE_TIMEOUT', status: 504 });
      expect(error.message).toContain(contract.limitSetting);
      await contract.afterTimeout?.(database);
    });

    test.each(contract.failures)('%s is SERVICE_FAILED and says what to do', async (_name, change, words) => {
      const error = await failureOf(open(change).query('SELECT 1', [], never));
      expect(error).toMatchObject({ code: 'SERVICE_FAILED', status: 502 });
      expect(error.message).toContain(words);
      expect(error.message).toContain(`:${change.port ?? server.port}`);
      expect(`${error.message}${JSON.stringify(error.details)}`).not.toContain(WRONG_PASSWORD);
    });

    test('messages hold no SQL and no values', async () => {
      const database = open();
      const missing = await failureOf(database.query('SELECT secret_column FROM missing_table', [], never));
      expect(contract.isMissingTable(missing)).toBe(true);
      expect(missing.message).not.toContain('secret_column');
      const refused = await failureOf(database.query(contract.refused.text, ['private words'], never));
      expect(refused.message).not.toMatch(contract.refused.hidden);
      expect(contract.isMissingTable(refused)).toBe(false);
    });

    test('an additional configuration that means nothing here is refused, not ignored', () => {
      for (const additionalConfig of contract.refusedConfigs) {
        expect(() => open({ additionalConfig })).toThrow(UserError);
      }
    });

    contract.ownTests({ server: () => server, open });
  });
}

/** What a product's own tests of SSL get. */
export interface SslUnderTest {
  server(): TestDatabase;
  /** The server's report on the encryption of a connection with these settings. */
  encryptionOf(change: Partial<DatabaseSettings>): Promise<unknown>;
}

export interface SslContract {
  readonly certificateFor: string;
  /** The defaults of all connections. */
  readonly settings: Partial<DatabaseSettings>;
  /** Asks for the encryption of its own connection. */
  readonly question: string;
  /** The column of its answer. */
  readonly column: string;
  readonly encrypted: unknown;
  readonly plain: unknown;
  ownTests(underTest: SslUnderTest): void;
}

/** The SSL behaviour of every product, and then its own tests, on the same server. */
export function describeDatabaseSsl<Database extends Connection>(
  product: DatabaseProduct<Database>,
  serverName: string,
  contract: SslContract,
): void {
  const skipReason = product.skipReason ?? certificateSkipReason;
  if (skipReason !== undefined) {
    console.warn(`\nSSL TO ${serverName.toUpperCase()} IS NOT TESTED: ${skipReason}.\n`);
  }

  describe.skipIf(skipReason !== undefined)(`SSL to ${serverName}`, () => {
    let server: TestDatabase;

    beforeAll(async () => {
      server = await product.start({ certificateFor: contract.certificateFor });
    });
    afterAll(() => server.stop());

    async function encryptionOf(change: Partial<DatabaseSettings>): Promise<unknown> {
      const database = product.open(settingsOf(server, product.database, { ...contract.settings, ...change }));
      try {
        const [row] = await database.query(contract.question, [], never);
        return row?.[contract.column];
      } finally {
        await database.close();
      }
    }

    test('its authority can be given, or the check be left out', async () => {
      const { encrypted, plain } = contract;
      expect(await encryptionOf({ additionalConfig: { ssl: { ca: server.certificate } } })).toEqual(encrypted);
      expect(await encryptionOf({ additionalConfig: { ssl: { rejectUnauthorized: false } } })).toEqual(encrypted);
      expect(await encryptionOf({ ssl: false })).toBe(plain);
    });

    contract.ownTests({ server: () => server, encryptionOf });
  });
}
