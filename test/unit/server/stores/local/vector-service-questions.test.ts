import { beforeEach, describe, expect, test } from 'vitest';
import { uuidBytes } from '../../../../../electron/server/common/uuid.ts';
import type { MetadataFilter } from '../../../../../electron/server/core/vector-store.ts';
import { MODEL, randomVector, storeChunks } from '../../../../helpers/builders/vector-corpus.ts';
import { makeVectorServiceSuite, question } from '../../../../helpers/servers/vector-service-suite.ts';

const never = new AbortController().signal;

describe('vector service', () => {
  const suite = makeVectorServiceSuite();
  const { add, next, random } = suite;

  describe('a small collection', () => {
    beforeEach(() => {
      storeChunks(suite.store.db, suite.collection, [
        {
          content: 'How to renew a passport at the town hall',
          vector: Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0),
          metadata: { source: 'a.txt', loc: { lines: { from: 3, to: 4 } } },
        },
        {
          content: 'Opening hours of the library',
          vector: Float32Array.of(0, 1, 0, 0, 0, 0, 0, 0),
          metadata: { source: 'b.txt' },
        },
        {
          content: 'Travel documents for children',
          vector: Float32Array.of(0.9, 0.1, 0, 0, 0, 0, 0, 0),
          metadata: { source: 'b.txt' },
        },
        {
          content: 'The swimming pool is closed',
          vector: Float32Array.of(0, 0, 1, 0, 0, 0, 0, 0),
          metadata: { source: 'c.txt' },
        },
      ]);
    });
    const passport = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);
    const texts = (hits: readonly { pageContent: string }[]) =>
      hits.map(({ pageContent }) => pageContent.split(' ')[0]);

    test('vector: by cosine, with all that is known of a passage', async () => {
      const hits = await suite.collection.query(question(passport, { topK: 2 }), never);
      expect(texts(hits)).toEqual(['How', 'Travel']);
      expect(hits[0]).toMatchObject({
        score: 1,
        chunkNo: 1,
        metadata: { source: 'a.txt', loc: { lines: { from: 3, to: 4 } } },
      });
      expect(hits[0]?.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(suite.service.indexProcessId).toBeUndefined();
    });

    test('a keyword query finds chunks that were just committed', async () => {
      const hits = await suite.collection.query(question(passport, { text: 'library pool', mode: 'keyword' }), never);
      expect(texts(hits).sort()).toEqual(['Opening', 'The']);
      expect(hits[0]?.score).toBeGreaterThan(0);
    });

    test('a keyword query finds a chunk by the name that it was just given, and after the index has followed', async () => {
      const followed = next('keywordsCaughtUp');
      await followed;
      const [{ id } = { id: '' }] = await suite.collection.query(question(passport, { topK: 1 }), never);
      const renamed = { id: uuidBytes(id) ?? Buffer.alloc(0), metadata: '{"title":"Emigration"}', chunkNo: 1 };
      const caughtUp = next('keywordsCaughtUp');
      suite.store.db.transaction(() => suite.collection.updateMetadata([renamed]))();
      suite.collection.announceCommit();
      const asked = question(passport, { text: 'emigration', mode: 'keyword' });
      expect(texts(await suite.collection.query(asked, never))).toEqual(['How']);
      await caughtUp;
      expect(texts(await suite.collection.query(asked, never))).toEqual(['How']);
    });

    test('hybrid: both lists count, the weight is that of the vectors', async () => {
      const asked = (hybridWeight: number) =>
        suite.collection.query(
          question(passport, { text: 'library hours', mode: 'hybrid', hybridWeight, topK: 3 }),
          never,
        );
      expect(texts(await asked(0.15))).toEqual(['Opening', 'How', 'Travel']);
      expect((await asked(0.15))[0]?.score).toBeCloseTo(1 / 21 + 0.15 / 23, 10);
      // "Opening" has rank 1 by words and 3 by vectors, "How" has rank 1 by vectors only.
      expect((await asked(3)).map(({ score }) => score)[1]).toBeCloseTo(3 / 21, 10);
    });

    test('hybrid: where no meaningful word of the question is known, the meaning alone counts', async () => {
      const asked = (mode: 'hybrid' | 'keyword') =>
        suite.collection.query(question(passport, { text: 'Is the visa for us?', mode, topK: 2 }), never);
      expect(texts(await asked('hybrid'))).toEqual(['How', 'Travel']);
      expect(await asked('keyword')).toEqual([]);
    });

    test('a filter holds in all modes', async () => {
      for (const mode of ['vector', 'hybrid', 'keyword'] as const) {
        const filter = { source: ['b.txt', 'c.txt'] };
        const hits = await suite.collection.query(
          question(passport, { mode, text: 'documents passport', filter, topK: 1 }),
          never,
        );
        expect(texts(hits)).toEqual(['Travel']);
      }
      const byLine = await suite.collection.query(question(passport, { filter: { 'loc.lines.from': 3 } }), never);
      expect(texts(byLine)).toEqual(['How']);
    });

    test('deleted chunks are gone at once', async () => {
      await suite.collection.query(question(passport, { mode: 'hybrid', text: 'passport' }), never);
      suite.collection.deleteSome(100);
      for (const mode of ['vector', 'hybrid', 'keyword'] as const) {
        expect(await suite.collection.query(question(passport, { mode, text: 'passport' }), never)).toEqual([]);
      }
      expect(suite.collection.count()).toBe(0);
    });

    test.each([0, -1, 1.5, 1001])('topK %d is refused', async (topK) => {
      await expect(suite.collection.query(question(passport, { topK }), never)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    });

    test('a question of another dimension is refused with a code', async () => {
      const asked = suite.collection.query(question(Float32Array.of(1, 2)), never);
      await expect(asked).rejects.toMatchObject({ code: 'EMBEDDING_MISMATCH', status: 409 });
    });

    test('a question with NaN is the model’s fault', async () => {
      const asked = suite.collection.query(question(new Float32Array(8).fill(Number.NaN)), never);
      await expect(asked).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    });

    test('an aborted question ends with the reason', async () => {
      const controller = new AbortController();
      const asked = suite.collection.query(question(passport, { mode: 'hybrid', text: 'pool' }), controller.signal);
      controller.abort(new Error('gone away'));
      await expect(asked).rejects.toThrow('gone away');
      await expect(suite.collection.query(question(passport), AbortSignal.abort(new Error('before')))).rejects.toThrow(
        'before',
      );
      expect(await suite.collection.query(question(passport), never)).toHaveLength(4);
    });

    test('after the service is closed it says so', async () => {
      await suite.service.close();
      await expect(suite.collection.query(question(passport), never)).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    });
  });

  test('a filter sees metadata that was changed, from the commit on', async () => {
    add(600);
    const ask = async (filter: MetadataFilter) => {
      const hits = await suite.collection.query(question(randomVector(random), { filter, topK: 5 }), never);
      return hits.map(({ metadata }) => metadata.even);
    };
    expect(await ask({ even: true })).toEqual([true, true, true, true, true]);
    const changed = suite.stored.map(({ id }) => ({ id, metadata: '{"even":"no"}', chunkNo: 1 }));
    suite.store.db.transaction(() => suite.collection.updateMetadata(changed))();
    suite.collection.announceCommit();
    expect(await ask({ even: 'no' })).toEqual(['no', 'no', 'no', 'no', 'no']);
    expect(await ask({ even: true })).toEqual([]);
  });

  test('words are indexed behind the commit, without a question', async () => {
    const done = next('keywordsCaughtUp');
    add(600);
    await done;
    const hits = await suite.collection.query(
      question(randomVector(random), { mode: 'keyword', text: 'passage 417', topK: 1 }),
      never,
    );
    expect(hits[0]?.pageContent).toBe('passage 417');
  });

  test('another model for a collection that holds vectors is refused with a code', () => {
    add(1);
    expect(() => suite.collection.bindModel({ id: 'other', dimensions: 8 })).toThrow(
      expect.objectContaining({ code: 'EMBEDDING_MISMATCH' }),
    );
    expect(suite.collection.model()).toEqual(MODEL);
  });
});
