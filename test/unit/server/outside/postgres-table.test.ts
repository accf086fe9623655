import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutsideChunk, OutsideVectorStore } from '../../../../electron/server/nodes/outside-kinds.ts';
import { createPostgresStore, type PostgresStoreSettings } from '../../../../electron/server/outside/postgres-store.ts';
import { type PgvectorServer, startPgvector } from '../../../helpers/pgvector-server.ts';
import { postgresSkipReason, startPostgres } from '../../../helpers/postgres-server.ts';
import { createRandom, randomVector } from '../../../helpers/vector-corpus.ts';

const never = new AbortController().signal;
const random = createRandom(11);
const MODEL = { id: "it's a model", dimensions: 4 };

function makeChunk(content: string, vector: readonly number[], metadata: OutsideChunk['metadata'] = {}): OutsideChunk {
  return { id: randomUUID(), content, metadata, chunkNo: 1, vector: new Float32Array(vector) };
}

describe('A table of PostgreSQL', () => {
  let server: PgvectorServer;
  const opened: OutsideVectorStore[] = [];

  beforeAll(async () => {
    server = await startPgvector({ isSetUp: true });
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
    await server.stop();
  });

  function open(change: Partial<PostgresStoreSettings> = {}): OutsideVectorStore {
    const store = createPostgresStore({
      database: server.settings,
      table: `t_${randomUUID().replaceAll('-', '')}`,
      contentColumn: 'pageContent',
      distance: 'cosine',
      batchSize: 500,
      filter: {},
      ...change,
    });
    opened.push(store);
    return store;
  }

  async function rowsOf<Row>(sql: string): Promise<Row[]> {
    const [result] = (await server.exec(sql)) as { rows: Row[] }[];
    return result?.rows ?? [];
  }
  async function indexesOf(table: string): Promise<string[]> {
    const sql = `SELECT indexdef FROM pg_indexes WHERE tablename = '${table}' AND indexdef ~ 'hnsw' ORDER BY 1`;
    return (await rowsOf<{ indexdef: string }>(sql)).map(({ indexdef }) => indexdef);
  }
  const ask = (store: OutsideVectorStore, vector: readonly number[], topK = 10) =>
    store.query({ vector: new Float32Array(vector), topK, filter: undefined }, never);

  test('has the columns that the peer reads', async () => {
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

  describe('of the peer', () => {
    /** As its node makes it: the length of the vectors is not fixed. */
    async function makePeerTable(table: string): Promise<void> {
      await server.exec(
        `CREATE TABLE ${table} (id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY, "pageContent" text, metadata jsonb, embedding vector)`,
      );
    }
    const fill = (table: string) =>
      server.exec(
        `INSERT INTO ${table} ("pageContent", metadata, embedding) VALUES ('one', '{"source": "a"}', '[1,0,0,0]'), ('two', NULL, '[0,1,0,0]')`,
      );

    test('is read as it is', async () => {
      await makePeerTable('peer_read');
      await fill('peer_read');
      const store = open({ table: 'peer_read' });
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

    test('is filled beside what is there, with its chunks in place', async () => {
      await makePeerTable('peer_fill');
      await fill('peer_fill');
      const store = open({ table: 'peer_fill' });
      await expect(store.prepare({ id: 'm', dimensions: 3 }, never)).rejects.toMatchObject({
        code: 'EMBEDDING_MISMATCH',
      });
      await store.prepare(MODEL, never);
      const chunk = { ...makeChunk('three', [0, 0, 1, 0]), chunkNo: 3 };
      await store.upsert([chunk], never);
      expect(await store.getByIds([chunk.id], never)).toMatchObject([{ content: 'three', chunkNo: 3 }]);
      expect(await store.count(never)).toBe(3);
      expect(await indexesOf('peer_fill'), 'no index over what is there').toEqual([]);
      await expect(store.prepare({ ...MODEL, id: 'other' }, never)).rejects.toMatchObject({
        code: 'EMBEDDING_MISMATCH',
      });
      await server.exec(
        `INSERT INTO peer_fill ("pageContent", metadata, embedding) VALUES ('four', '{}', '[0,0,0,1]')`,
      );
      expect((await ask(store, [0, 0, 0, 1], 1)).map(({ pageContent }) => pageContent)).toEqual(['four']);
    });

    test('gets an index while it is empty', async () => {
      await makePeerTable('peer_empty');
      const store = open({ table: 'peer_empty' });
      expect(await store.model(never)).toBeUndefined();
      expect(await ask(store, [1, 0, 0, 0])).toEqual([]);
      await store.prepare(MODEL, never);
      expect(await store.model(never)).toEqual(MODEL);
      expect(await indexesOf('peer_empty')).toHaveLength(1);
    });
  });

  test('of another program is refused', async () => {
    await server.exec('CREATE TABLE orders (id integer PRIMARY KEY, "pageContent" text)');
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

  test.each([
    ['cosine', 'vector_cosine_ops', [1, 0.6, -1]],
    ['euclidean', 'vector_l2_ops', [1, 0.6, -1]],
    ['innerProduct', 'vector_ip_ops', [1, 0.6, -1]],
  ] as const)(
    'with distance %s: an index for it, and scores that are the cosine for vectors of length 1',
    async (distance, opclass, scores) => {
      const table = `d_${distance.toLowerCase()}`;
      const store = open({ table, distance });
      await store.prepare(MODEL, never);
      const chunks = [
        makeChunk('far', [-1, 0, 0, 0]),
        makeChunk('same', [1, 0, 0, 0]),
        makeChunk('near', [0.6, 0.8, 0, 0]),
      ];
      await store.upsert(chunks, never);
      const hits = await ask(store, [1, 0, 0, 0]);
      expect(hits.map(({ pageContent }) => pageContent)).toEqual(['same', 'near', 'far']);
      expect(hits.map(({ score }) => score)).toEqual(scores.map((score) => expect.closeTo(score, 5)));
      expect((await indexesOf(table))[0]).toContain(opclass);
    },
  );

  test('a vector of zeros has no direction, and is found behind all others', async () => {
    const store = open();
    await store.prepare(MODEL, never);
    await store.upsert([makeChunk('zeros', [0, 0, 0, 0]), makeChunk('other', [0, 1, 0, 0])], never);
    expect((await ask(store, [1, 0, 0, 0])).map(({ pageContent, score }) => [pageContent, score])).toEqual([
      ['other', 0],
      ['zeros', 0],
    ]);
  });

  test.each([
    [2000, /hnsw \(embedding vector_cosine_ops\)/],
    [3072, /hnsw \(.*halfvec.*halfvec_cosine_ops\)/],
    [4100, undefined],
  ])('vectors of %i numbers', async (dimensions, index) => {
    const table = `wide_${dimensions}`;
    const store = open({ table });
    await store.prepare({ id: 'wide', dimensions }, never);
    const chunks = Array.from({ length: 60 }, (_, place) =>
      makeChunk(`chunk ${place}`, [...randomVector(random, dimensions)]),
    );
    await store.upsert(chunks, never);
    for (const chunk of chunks.slice(0, 3)) {
      const [hit] = await store.query({ vector: chunk.vector, topK: 3, filter: undefined }, never);
      expect(hit).toMatchObject({ id: chunk.id, score: expect.closeTo(1, 4) });
    }
    const indexes = await indexesOf(table);
    if (index === undefined) expect(indexes).toEqual([]);
    else expect(indexes[0]).toMatch(index);
    expect(/has no index/.test(await store.check(never))).toBe(index === undefined);
  });

  test('vectors of more numbers than pgvector takes are refused', async () => {
    const call = open().prepare({ id: 'huge', dimensions: 16_001 }, never);
    await expect(call).rejects.toMatchObject({ code: 'INVALID_PARAM', message: expect.stringContaining('16000') });
  });

  test('a question goes through the index, and past it when that brings too little', async () => {
    const store = open({ table: 'indexed' });
    await store.prepare(MODEL, never);
    const chunks = Array.from({ length: 3000 }, (_, place) =>
      makeChunk(`chunk ${place}`, [...randomVector(random, 4)], { rare: place % 1000 === 0 }),
    );
    await store.upsert(chunks, never);
    // So few rows are compared faster without an index.
    await server.exec('SET enable_seqscan = off');
    const scans = async (): Promise<number> => {
      await server.exec('SELECT pg_stat_force_next_flush()');
      const sql = `SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE relname = 'indexed' AND indexrelname LIKE '%embedding%'`;
      return (await rowsOf<{ scans: number }>(sql))[0]?.scans ?? -1;
    };
    const before = await scans();
    const wanted = chunks[1234];
    const hits = await store.query(
      { vector: wanted?.vector ?? new Float32Array(4), topK: 5, filter: undefined },
      never,
    );
    expect(hits).toHaveLength(5);
    expect(hits[0]?.id).toBe(wanted?.id);
    expect(await scans()).toBeGreaterThan(before);
    const rare = await store.query({ vector: new Float32Array([1, 0, 0, 0]), topK: 5, filter: { rare: true } }, never);
    expect(rare.map(({ pageContent }) => pageContent).sort()).toEqual(['chunk 0', 'chunk 1000', 'chunk 2000']);
    // Rows that are deleted stay in the index until the server clears them away.
    await store.deleteByIds(
      chunks.slice(4).map(({ id }) => id),
      never,
    );
    expect(await ask(store, [1, 0, 0, 0], 4)).toHaveLength(4);
    await server.exec('RESET enable_seqscan');
  });

  test('texts that PostgreSQL does not hold come in without what it refuses', async () => {
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
    await server.exec('CREATE SCHEMA "Other-Schema"');
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

  describe('for a user with few rights', () => {
    afterAll(() => server.exec('RESET SESSION AUTHORIZATION'));

    test('is emptied row by row, and not made', async () => {
      const store = open({ table: 'guarded' });
      await store.prepare(MODEL, never);
      await store.upsert([makeChunk('one', [1, 0, 0, 0])], never);
      await server.exec(
        'CREATE ROLE guest LOGIN; GRANT SELECT, DELETE ON guarded TO guest; SET SESSION AUTHORIZATION guest',
      );
      await store.deleteAll(never);
      expect(await store.count(never)).toBe(0);
      await expect(store.upsert([makeChunk('two', [1, 0, 0, 0])], never)).rejects.toMatchObject({
        code: 'SERVICE_FAILED',
        message: expect.stringContaining('does not allow'),
      });
    });
  });
});

describe('Without the right to set pgvector up', () => {
  test('the error says who can do it', async () => {
    const server = await startPgvector();
    await server.exec('CREATE ROLE guest LOGIN; SET SESSION AUTHORIZATION guest');
    const settings = {
      table: 't',
      contentColumn: 'pageContent',
      distance: 'cosine',
      batchSize: 9,
      filter: {},
    } as const;
    const store = createPostgresStore({ database: server.settings, ...settings });
    const failure = await store.prepare(MODEL, never).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SERVICE_FAILED', status: 502 });
    expect(String(failure)).toContain('let an administrator run "CREATE EXTENSION vector" in the database "postgres"');
    await store.close();
    await server.stop();
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
