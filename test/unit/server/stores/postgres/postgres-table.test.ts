import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VectorStore } from '../../../../../electron/server/core/vector-store.ts';
import { createPostgresStore } from '../../../../../electron/server/stores/postgres/postgres-store.ts';
import { type SharedPgvector, sharePgvector } from '../../../../helpers/servers/pgvector-server.ts';
import { postgresSkipReason, startPostgres } from '../../../../helpers/servers/postgres-server.ts';
import { ask, MODEL, makeChunk, makePostgresTables, never } from '../../../../helpers/servers/postgres-tables.ts';

describe('A table of PostgreSQL', () => {
  const { open, exec, rowsOf, indexesOf } = makePostgresTables();

  test('has the columns that Flowise reads', async () => {
    const store = open({ table: 'layout' });
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('text', [1, 0, 0, 0], { a: 1 })], never);
    const columns = await rowsOf(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = 'layout'::regclass AND attnum > 0 ORDER BY attnum`,
    );
    expect(columns).toEqual([
      { name: 'id', type: 'uuid' },
      { name: 'pageContent', type: 'text' },
      { name: 'metadata', type: 'jsonb' },
      { name: 'embedding', type: 'vector(4)' },
      { name: 'chunk_no', type: 'integer' },
    ]);
    const [row] = await rowsOf(`SELECT "pageContent", metadata, embedding::text AS embedding FROM layout`);
    expect(row).toEqual({ pageContent: 'text', metadata: { a: 1 }, embedding: '[1,0,0,0]' });
  });

  describe('of Flowise', () => {
    /** As its node makes it: the length of the vectors is not fixed. */
    async function makeFlowiseTable(table: string): Promise<void> {
      await exec(
        `CREATE TABLE ${table} (id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY, "pageContent" text, metadata jsonb, embedding vector)`,
      );
    }
    const fill = (table: string) =>
      exec(
        `INSERT INTO ${table} ("pageContent", metadata, embedding) VALUES ('one', '{"source": "a"}', '[1,0,0,0]'), ('two', NULL, '[0,1,0,0]')`,
      );

    test('is read as it is', async () => {
      await makeFlowiseTable('flowise_read');
      await fill('flowise_read');
      const store = open({ table: 'flowise_read' });
      expect(await store.model(never)).toEqual({ id: undefined, dimensions: 4 });
      expect(await store.count(never)).toBe(2);
      const hits = await ask(store, [1, 0.1, 0, 0]);
      expect(hits.map(({ pageContent, metadata, chunkNo }) => ({ pageContent, metadata, chunkNo }))).toEqual([
        { pageContent: 'one', metadata: { source: 'a' }, chunkNo: 0 },
        { pageContent: 'two', metadata: {}, chunkNo: 0 },
      ]);
      expect(await store.getByIds([hits[0]?.id ?? ''], never)).toMatchObject([{ content: 'one' }]);
      expect(await store.check(never)).toMatch(/holds 2 chunks\. It has no index/);
    });

    test('gets new chunks beside the existing ones', async () => {
      await makeFlowiseTable('flowise_fill');
      await fill('flowise_fill');
      const store = open({ table: 'flowise_fill' });
      await expect(store.prepare({ id: 'm', dimensions: 3 }, never)).rejects.toMatchObject({
        code: 'EMBEDDING_MISMATCH',
      });
      await store.prepare(MODEL, never);
      const chunk = { ...makeChunk('three', [0, 0, 1, 0]), chunkNo: 3 };
      await store.upsert([chunk], never);
      expect(await store.getByIds([chunk.id], never)).toMatchObject([{ content: 'three', chunkNo: 3 }]);
      expect(await store.count(never)).toBe(3);
      expect(await indexesOf('flowise_fill'), 'no index over what is there').toEqual([]);
      await expect(store.prepare({ ...MODEL, id: 'other' }, never)).rejects.toMatchObject({
        code: 'EMBEDDING_MISMATCH',
      });
      await exec(`INSERT INTO flowise_fill ("pageContent", metadata, embedding) VALUES ('four', '{}', '[0,0,0,1]')`);
      expect((await ask(store, [0, 0, 0, 1], 1)).map(({ pageContent }) => pageContent)).toEqual(['four']);
    });

    test('gets an index while it is empty', async () => {
      await makeFlowiseTable('flowise_empty');
      const store = open({ table: 'flowise_empty' });
      expect(await store.model(never)).toBeUndefined();
      expect(await ask(store, [1, 0, 0, 0])).toEqual([]);
      await store.prepare(MODEL, never);
      expect(await store.model(never)).toEqual(MODEL);
      expect(await indexesOf('flowise_empty')).toHaveLength(1);
    });
  });

  test('of another program is refused', async () => {
    await exec('CREATE TABLE orders (id integer PRIMARY KEY, "pageContent" text)');
    const store = open({ table: 'orders' });
    for (const call of [() => store.prepare(MODEL, never), () => store.model(never), () => store.check(never)]) {
      await expect(call()).rejects.toMatchObject({ code: 'INVALID_PARAM', status: 422 });
    }
    expect(await rowsOf('SELECT 1 FROM orders')).toEqual([]);
  });

  test('is given to another model once it is empty, with an index for that', async () => {
    const store = open({ table: 'given' });
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('old', [1, 2, 3, 4])], never);
    await store.deleteAll(never);
    const model = { id: 'larger', dimensions: 5 };
    await store.prepare(model, never);
    await store.upsert([makeChunk('new', [1, 2, 3, 4, 5])], never);
    expect(await store.model(never)).toEqual(model);
    expect(await indexesOf('given')).toHaveLength(1);
    expect((await ask(store, [1, 2, 3, 4, 5]))[0]).toMatchObject({ pageContent: 'new', score: expect.closeTo(1, 5) });
    await expect(ask(store, [1, 2, 3, 4])).rejects.toMatchObject({ code: 'EMBEDDING_MISMATCH' });
  });

  test('removes characters that PostgreSQL rejects', async () => {
    const store = open();
    await store.prepare(MODEL, never);
    const metadata = { 'k\0ey': ['a\0b', { deep: '\ud800 half' }], plain: 'a\\u0000b' };
    await store.upsert([makeChunk('nul \0 and half \udfff', [1, 0, 0, 0], metadata)], never);
    const [hit] = await ask(store, [1, 0, 0, 0]);
    expect(hit).toMatchObject({ pageContent: 'nul  and half \ufffd' });
    expect(hit?.metadata).toEqual({ key: ['ab', { deep: '\ufffd half' }], plain: 'a\\u0000b' });
    const filtered = await store.query(
      { vector: new Float32Array([1, 0, 0, 0]), topK: 1, filter: { 'x\0': '\ud800' } },
      never,
    );
    expect(filtered).toEqual([]);
  });

  test('of chunks with the same id in one call the last one stays, also across batches', async () => {
    const store = open({ batchSize: 2 });
    await store.prepare(MODEL, never);
    const chunks = Array.from({ length: 7 }, (_, place) => makeChunk(`chunk ${place}`, [1, place, 0, 0]));
    const [first] = chunks;
    if (first === undefined) throw new Error('There is a first chunk.');
    await store.upsert([...chunks, { ...first, content: 'again' }], never);
    expect(await store.count(never)).toBe(7);
    expect(await store.getByIds([first.id], never)).toMatchObject([{ content: 'again' }]);
  });

  test('names with capitals, dashes and a schema are taken as they are', async () => {
    await exec('CREATE SCHEMA "Other-Schema"');
    const store = open({ table: 'Other-Schema.My-Docs', contentColumn: 'Text-Col' });
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('here', [1, 0, 0, 0])], never);
    expect(await ask(store, [1, 0, 0, 0])).toMatchObject([{ pageContent: 'here' }]);
    expect(await rowsOf('SELECT "Text-Col" FROM "Other-Schema"."My-Docs"')).toEqual([{ 'Text-Col': 'here' }]);
    expect(store.collection).toMatch(/^postgres:127\.0\.0\.1:\d+\/postgres\/Other-Schema\.My-Docs$/);
    await store.deleteAll(never);
    expect(await store.count(never)).toBe(0);
  });

  test("the node's own filter holds besides that of a question", async () => {
    const table = 'filtered';
    const store = open({ table, filter: { team: ['red', 'blue'] } });
    await store.prepare(MODEL, never);
    const facts = [
      { team: 'red', year: 1 },
      { team: 'blue', year: 2 },
      { team: 'green', year: 2 },
    ];
    await store.upsert(
      facts.map((metadata) => makeChunk(metadata.team, [1, 0, 0, 0], metadata)),
      never,
    );
    const names = async (filter?: { year: number }) =>
      (await store.query({ vector: new Float32Array([1, 0, 0, 0]), topK: 9, filter }, never))
        .map(({ pageContent }) => pageContent)
        .sort();
    expect(await names()).toEqual(['blue', 'red']);
    expect(await names({ year: 2 })).toEqual(['blue']);
  });
});

describe('For a user with few rights', () => {
  let server: SharedPgvector;
  let store: VectorStore;

  beforeAll(async () => {
    server = await sharePgvector();
    // The tables of the files before have been used.
    await server.exec('DROP EXTENSION vector CASCADE; CREATE ROLE guest LOGIN');
    const settings = { contentColumn: 'pageContent', distance: 'cosine', batchSize: 9, filter: {} } as const;
    store = createPostgresStore({ database: server.settings, table: 'guarded', ...settings });
  });
  afterAll(async () => {
    await store.close();
    await server.exec('RESET ROLE; DROP TABLE guarded; DROP ROLE guest; CREATE EXTENSION IF NOT EXISTS vector');
  });

  test('the error says who can set pgvector up, and who can does it by an upsert', async () => {
    await server.exec('SET ROLE guest');
    const failure = await store.prepare(MODEL, never).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SERVICE_FAILED', status: 502 });
    expect(String(failure)).toContain('let an administrator run "CREATE EXTENSION vector" in the database "postgres"');
    await server.exec('RESET ROLE');
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('one', [1, 0, 0, 0])], never);
    expect(await store.count(never)).toBe(1);
  });

  test('a table is emptied row by row, and not made', async () => {
    await server.exec('GRANT SELECT, DELETE ON guarded TO guest; SET ROLE guest');
    await store.deleteAll(never);
    expect(await store.count(never)).toBe(0);
    await expect(store.upsert([makeChunk('two', [1, 0, 0, 0])], never)).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
      message: expect.stringContaining('does not allow'),
    });
  });
});

describe.skipIf(postgresSkipReason !== undefined)('A PostgreSQL without pgvector', () => {
  test('is named as such, by the check and by an upsert', async () => {
    const { host, port, user, password, stop } = await startPostgres();
    const database = { host, port, user, password, database: 'postgres', ssl: false, additionalConfig: {} };
    const settings = {
      table: 't',
      contentColumn: 'pageContent',
      distance: 'cosine',
      batchSize: 9,
      filter: {},
    } as const;
    const store = createPostgresStore({ database, ...settings });
    for (const call of [() => store.check(never), () => store.prepare(MODEL, never)]) {
      await expect(call()).rejects.toMatchObject({
        code: 'SERVICE_FAILED',
        message: `PostgreSQL at ${host}:${port} has no pgvector: install it there, or choose another vector store.`,
      });
    }
    expect(await store.count(never)).toBe(0);
    await store.close();
    await stop();
  });
});
