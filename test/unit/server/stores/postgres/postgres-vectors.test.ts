import { describe, expect, test } from 'vitest';
import { createRandom, randomVector } from '../../../../helpers/builders/vector-corpus.ts';
import { ask, MODEL, makeChunk, makePostgresTables, never } from '../../../../helpers/servers/postgres-tables.ts';

const random = createRandom(11);

describe('A table of PostgreSQL', () => {
  const { open, exec, rowsOf, indexesOf } = makePostgresTables();

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
    const chunks = Array.from({ length: 900 }, (_, place) =>
      makeChunk(`chunk ${place}`, [...randomVector(random, 4)], { rare: place % 300 === 0 }),
    );
    await store.upsert(chunks, never);
    // So few rows are compared faster without an index.
    await exec('SET enable_seqscan = off');
    const scans = async (): Promise<number> => {
      await exec('SELECT pg_stat_force_next_flush()');
      const sql = `SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE relname = 'indexed' AND indexrelname LIKE '%embedding%'`;
      return (await rowsOf<{ scans: number }>(sql))[0]?.scans ?? -1;
    };
    const before = await scans();
    const wanted = chunks[567];
    const hits = await store.query(
      { vector: wanted?.vector ?? new Float32Array(4), topK: 5, filter: undefined },
      never,
    );
    expect(hits).toHaveLength(5);
    expect(hits[0]?.id).toBe(wanted?.id);
    expect(await scans()).toBeGreaterThan(before);
    const rare = await store.query({ vector: new Float32Array([1, 0, 0, 0]), topK: 5, filter: { rare: true } }, never);
    expect(rare.map(({ pageContent }) => pageContent).sort()).toEqual(['chunk 0', 'chunk 300', 'chunk 600']);
    // Rows that are deleted stay in the index until the server clears them away.
    await store.deleteByIds(
      chunks.slice(4).map(({ id }) => id),
      never,
    );
    expect(await ask(store, [1, 0, 0, 0], 4)).toHaveLength(4);
    await exec('RESET enable_seqscan');
  });
});
