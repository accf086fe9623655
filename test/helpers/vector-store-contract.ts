import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutsideChunk, OutsideVectorStore } from '../../electron/server/nodes/outside-kinds.ts';
import type { MetadataFilter } from '../../electron/server/vector/vector-store.ts';
import { cosine, createRandom, randomVector } from './vector-corpus.ts';

/** A running store of one kind. */
export interface StoreUnderTest {
  /** A handle of a collection; the same name is the same collection, and one of a new name is not made yet. */
  open(collection: string): OutsideVectorStore | Promise<OutsideVectorStore>;
  stop?(): void | Promise<void>;
}

export interface StoreContractOptions {
  /** Chunks of the large batch; 10,000 unless the store can't be that fast in a test. */
  readonly largeBatch?: number;
}

const MODEL = { id: 'contract-model', dimensions: 8 };
const LONG_MS = 120_000;

const never = new AbortController().signal;
const random = createRandom(7);

function makeChunk(
  content: string,
  metadata: Record<string, unknown> = {},
  vector = randomVector(random),
): OutsideChunk {
  return { id: randomUUID(), content, metadata, chunkNo: 1, vector };
}

/** Chunks in the order of their ids, without vectors: for comparing what went in with what comes out. */
function bare(chunks: readonly Omit<OutsideChunk, 'vector'>[]) {
  return chunks
    .map(({ id, content, metadata, chunkNo }) => ({ id, content, metadata, chunkNo }))
    .sort((a, b) => a.id.localeCompare(b.id));
}

/** The ids of the best chunks by comparing with all of them. */
function nearest(chunks: readonly OutsideChunk[], question: Float32Array, topK: number): string[] {
  return chunks
    .map(({ id, vector }) => ({ id, score: cosine(vector, question) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK)
    .map(({ id }) => id);
}

const FACTS: readonly Record<string, unknown>[] = [
  { name: 'plain', team: 'red', size: 1, isDraft: true, gone: null, loc: { lines: { from: 1, to: 2 } } },
  { name: 'numbers', team: 'blue', size: 2.5, isDraft: false, loc: { lines: { from: 3, to: 9 } } },
  { name: 'texts of numbers', team: '1', size: '1', isDraft: 'true', gone: 'null', loc: { lines: { from: '1' } } },
  { name: 'unicode', team: 'équipe 漢字 😀', size: -3, "it's": 'a "quoted" \\ value', 'key with spaces': true },
  { name: 'dotted', 'file.name': 'a.b', tags: ['red', 'blue'], size: 1e12 },
];

const FILTERS: readonly (readonly [string, MetadataFilter, readonly string[]])[] = [
  ['a text', { team: 'red' }, ['plain']],
  ['a text that nothing has', { team: 'green' }, []],
  ['a key that nothing has', { nothing: 'red' }, []],
  ['a whole number, which its text is not', { size: 1 }, ['plain']],
  ['the text of a number', { size: '1' }, ['texts of numbers']],
  ['a fraction', { size: 2.5 }, ['numbers']],
  ['a negative number', { size: -3 }, ['unicode']],
  ['a large number', { size: 1e12 }, ['dotted']],
  ['true, which its text is not', { isDraft: true }, ['plain']],
  ['false', { isDraft: false }, ['numbers']],
  ['null, which an absent key is not', { gone: null }, ['plain']],
  ['a path', { 'loc.lines.from': 1 }, ['plain']],
  ['a key that has a dot', { 'file.name': 'a.b' }, ['dotted']],
  ['a list: any of it', { team: ['red', 'blue'] }, ['numbers', 'plain']],
  ['a list of numbers', { size: [1, 2.5, 7] }, ['numbers', 'plain']],
  ['a list of mixed types', { size: [1, '1'] }, ['plain', 'texts of numbers']],
  ['an empty list: nothing', { team: [] }, []],
  ['several keys: all of them', { team: ['red', 'blue'], isDraft: false }, ['numbers']],
  ['several keys that no chunk has together', { team: 'red', isDraft: false }, []],
  ['unicode', { team: 'équipe 漢字 😀' }, ['unicode']],
  ['quotes and backslashes', { "it's": 'a "quoted" \\ value' }, ['unicode']],
  ['a key with spaces', { 'key with spaces': true }, ['unicode']],
  ['what looks like code', { team: "red' OR '1'='1" }, []],
  ['a key that looks like code', { "team' OR '1'='1": 'red' }, []],
];

/** What every outside vector store does. `start` is called once, before the tests. */
export function describeVectorStore(
  name: string,
  start: () => StoreUnderTest | Promise<StoreUnderTest>,
  { largeBatch = 10_000 }: StoreContractOptions = {},
): void {
  describe(`${name} as a vector store`, () => {
    let underTest: StoreUnderTest;
    /** Each handle with the name that it was opened by. */
    const opened = new Map<OutsideVectorStore, string>();

    beforeAll(async () => {
      underTest = await start();
    }, LONG_MS);

    afterAll(async () => {
      for (const store of opened.keys()) await store.close();
      await underTest.stop?.();
    }, LONG_MS);

    const newName = () => `c_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    async function open(collection = newName()): Promise<OutsideVectorStore> {
      const store = await underTest.open(collection);
      opened.set(store, collection);
      return store;
    }

    /** Another handle of the same collection. */
    const reopen = (store: OutsideVectorStore) => open(opened.get(store));

    /** A collection of its own with these chunks. */
    async function filled(chunks: readonly OutsideChunk[], model = MODEL): Promise<OutsideVectorStore> {
      const store = await open();
      await store.prepare(model, never);
      await store.upsert(chunks, never);
      return store;
    }

    test('before it is made: no model, nothing in it, nothing found, nothing to delete', async () => {
      const store = await open();
      expect(await store.model(never)).toBeUndefined();
      expect(await store.count(never)).toBe(0);
      expect(await store.query({ vector: randomVector(random), topK: 3, filter: undefined }, never)).toEqual([]);
      expect(await store.getByIds([randomUUID()], never)).toEqual([]);
      await store.deleteByIds([randomUUID()], never);
      await store.deleteAll(never);
      expect(await store.check(never)).toMatch(/\w+/);
      expect(await store.model(never), 'looking must not make it').toBeUndefined();
    });

    test('made and empty: nothing found, its model is known', async () => {
      const store = await open();
      await store.prepare(MODEL, never);
      await store.prepare(MODEL, never);
      expect(await store.count(never)).toBe(0);
      expect(await store.query({ vector: randomVector(random), topK: 3, filter: undefined }, never)).toEqual([]);
      const model = await store.model(never);
      expect(model?.dimensions).toBe(MODEL.dimensions);
      expect([MODEL.id, undefined]).toContain(model?.id);
    });

    test('two handles that make it at the same time', async () => {
      const collection = newName();
      const stores = await Promise.all([open(collection), open(collection), open(collection)]);
      await Promise.all(stores.map((store) => store.prepare(MODEL, never)));
      await Promise.all(stores.map((store, index) => store.upsert([makeChunk(`from handle ${index}`)], never)));
      expect(await stores[0]?.count(never)).toBe(3);
    });

    test('what goes in comes out: ids, texts, metadata of every kind, chunk numbers', async () => {
      const chunks = [
        makeChunk('Plain words.', { source: 'a.txt' }),
        { ...makeChunk('  spaces, tabs\tand\r\nline\nbreaks  '), chunkNo: 2_000_000 },
        makeChunk('漢字 😀 עברית é e\u0301 \u2028 \u0001', { 漢字: '😀', 'quo\'te"s': '\\ back', empty: '' }),
        makeChunk('Nested', { loc: { lines: { from: 1, to: 2 }, deep: [{ a: [null, true, 1.5] }] }, list: ['a', 'b'] }),
        makeChunk('Scalars', { yes: true, no: false, none: null, int: 9_007_199_254_740_991, float: 0.1, text: '1' }),
        makeChunk('No metadata at all', {}),
        makeChunk('Long '.repeat(40_000), { long: 'x'.repeat(20_000) }),
        makeChunk("'); DROP TABLE chunk; -- $1 :id {{x}} %s", { "a'b": '$2', $type: 'x' }),
      ];
      const store = await filled(chunks);
      expect(await store.count(never)).toBe(chunks.length);
      const ids = chunks.map(({ id }) => id);
      expect(bare(await store.getByIds([...ids, randomUUID()], never))).toEqual(bare(chunks));
      for (const chunk of chunks) {
        const [hit] = await store.query({ vector: chunk.vector, topK: 1, filter: undefined }, never);
        expect(hit).toMatchObject({ id: chunk.id, pageContent: chunk.content, chunkNo: chunk.chunkNo });
        expect(hit?.metadata).toEqual(chunk.metadata);
      }
    });

    test('another handle sees what is confirmed', async () => {
      const store = await filled([makeChunk('one'), makeChunk('two')]);
      const other = await reopen(store);
      expect(other.collection).toBe(store.collection);
      expect(await other.count(never)).toBe(2);
      expect((await other.model(never))?.dimensions).toBe(MODEL.dimensions);
    });

    test('the same id again: text, metadata, place and vector are replaced, keys that are gone are gone', async () => {
      const first = makeChunk('before', { team: 'red', old: true });
      const second = {
        ...first,
        content: 'after',
        metadata: { team: 'blue' },
        chunkNo: 7,
        vector: randomVector(random),
      };
      const other = makeChunk('beside');
      const store = await filled([first, other]);
      await store.upsert([second], never);
      await store.upsert([second], never);
      expect(await store.count(never)).toBe(2);
      expect(bare(await store.getByIds([first.id], never))).toEqual(bare([second]));
      const [hit] = await store.query({ vector: second.vector, topK: 1, filter: undefined }, never);
      expect(hit?.id).toBe(first.id);
      expect(hit?.score).toBeCloseTo(1, 3);
      const old = await store.query({ vector: first.vector, topK: 5, filter: { old: true } }, never);
      expect(old).toEqual([]);
    });

    test('deleting: those named, once or twice, whether they are there or not', async () => {
      const chunks = Array.from({ length: 10 }, (_, index) => makeChunk(`chunk ${index}`));
      const store = await filled(chunks);
      const gone = chunks.slice(0, 4).map(({ id }) => id);
      await store.deleteByIds([...gone, randomUUID()], never);
      await store.deleteByIds(gone, never);
      await store.deleteByIds([], never);
      expect(await store.count(never)).toBe(6);
      expect(await store.getByIds(gone, never)).toEqual([]);
      const hits = await store.query(
        { vector: chunks[0]?.vector ?? randomVector(random), topK: 10, filter: undefined },
        never,
      );
      expect(hits.map(({ id }) => id).sort()).toEqual(
        chunks
          .slice(4)
          .map(({ id }) => id)
          .sort(),
      );
    });

    test('deleting all, and filling it again', async () => {
      const store = await filled([makeChunk('one'), makeChunk('two')]);
      await store.deleteAll(never);
      expect(await store.count(never)).toBe(0);
      expect(await store.query({ vector: randomVector(random), topK: 3, filter: undefined }, never)).toEqual([]);
      await store.prepare(MODEL, never);
      await store.upsert([makeChunk('three')], never);
      expect(await store.count(never)).toBe(1);
    });

    test('collections do not see each other', async () => {
      const one = await filled([makeChunk('one')]);
      const two = await filled([makeChunk('two'), makeChunk('three')]);
      await one.deleteAll(never);
      expect(await two.count(never)).toBe(2);
      expect(await one.count(never)).toBe(0);
    });

    test('vectors of another length, or of another model if it knows the name, are refused with 409 and change nothing', async () => {
      const store = await filled([makeChunk('one')]);
      await expect(store.prepare({ id: 'other', dimensions: 16 }, never)).rejects.toMatchObject({
        code: 'EMBEDDING_MISMATCH',
        status: 409,
      });
      const again = await reopen(store);
      await expect(again.prepare({ id: MODEL.id, dimensions: 4 }, never)).rejects.toMatchObject({
        code: 'EMBEDDING_MISMATCH',
      });
      if ((await store.model(never))?.id !== undefined) {
        await expect(store.prepare({ ...MODEL, id: 'other' }, never)).rejects.toMatchObject({
          code: 'EMBEDDING_MISMATCH',
        });
      }
      await store.prepare(MODEL, never);
      expect(await store.count(never)).toBe(1);
    });

    test('a question: best first, scores are the cosine, as many as asked or as there are', async () => {
      const chunks = Array.from({ length: 200 }, (_, index) => makeChunk(`chunk ${index}`));
      const store = await filled(chunks);
      for (let round = 0; round < 10; round += 1) {
        const question = randomVector(random);
        const hits = await store.query({ vector: question, topK: 5, filter: undefined }, never);
        expect(hits.map(({ id }) => id)).toEqual(nearest(chunks, question, 5));
        for (const { id, score } of hits) {
          const vector = chunks.find((chunk) => chunk.id === id)?.vector ?? new Float32Array();
          expect(score).toBeCloseTo(cosine(vector, question), 3);
        }
      }
      const all = await store.query({ vector: randomVector(random), topK: 1000, filter: undefined }, never);
      expect(all).toHaveLength(200);
      expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((a, b) => b - a));
    });

    test('vectors that are not of length 1 are compared by direction', async () => {
      const vector = randomVector(random);
      const long = makeChunk(
        'long',
        {},
        vector.map((value) => value * 50),
      );
      const store = await filled([
        long,
        makeChunk(
          'other',
          {},
          vector.map((value) => -value),
        ),
      ]);
      const hits = await store.query({ vector: vector.map((value) => value / 9), topK: 2, filter: undefined }, never);
      expect(hits.map(({ id }) => id)[0]).toBe(long.id);
      expect(hits[0]?.score).toBeCloseTo(1, 3);
      expect(hits[1]?.score).toBeCloseTo(-1, 3);
    });

    describe('a filter', () => {
      let store: OutsideVectorStore;
      beforeAll(async () => {
        store = await filled(FACTS.map((facts) => makeChunk(String(facts.name), facts)));
      });

      test.each(FILTERS)('on %s', async (_name, filter, expected) => {
        const hits = await store.query({ vector: randomVector(random), topK: 10, filter }, never);
        expect(hits.map(({ pageContent }) => pageContent).sort()).toEqual([...expected].sort());
      });

      test('without a condition', async () => {
        expect(await store.query({ vector: randomVector(random), topK: 10, filter: {} }, never)).toHaveLength(
          FACTS.length,
        );
      });

      test('finds the best of what passes, however far behind it is', async () => {
        const question = randomVector(random);
        const near = Array.from({ length: 300 }, () =>
          makeChunk(
            'near',
            { kind: 'near' },
            question.map((value) => value + random() / 100),
          ),
        );
        const far = Array.from({ length: 5 }, () =>
          makeChunk(
            'far',
            { kind: 'far' },
            question.map((value) => -value + random() / 100),
          ),
        );
        const mixed = await filled([...near, ...far]);
        const hits = await mixed.query({ vector: question, topK: 3, filter: { kind: 'far' } }, never);
        expect(hits.map(({ id }) => id)).toEqual(nearest(far, question, 3));
      });
    });

    test(
      `${largeBatch} chunks in one call: all are there, a question is answered, all are deleted by one call`,
      async () => {
        const chunks = Array.from({ length: largeBatch }, (_, index) => ({
          ...makeChunk(`Chunk number ${index}`, { index, source: `file-${index % 10}.txt` }),
          chunkNo: index + 1,
        }));
        const store = await filled(chunks);
        expect(await store.count(never)).toBe(largeBatch);
        const wanted = chunks[Math.floor(largeBatch / 2)];
        const [hit] = await store.query(
          { vector: wanted?.vector ?? randomVector(random), topK: 1, filter: undefined },
          never,
        );
        expect(hit?.id).toBe(wanted?.id);
        const ids = chunks.map(({ id }) => id);
        expect(await store.getByIds(ids, never)).toHaveLength(largeBatch);
        await store.deleteByIds(ids, never);
        expect(await store.count(never)).toBe(0);
      },
      LONG_MS,
    );

    test(
      'vectors of 1,536 numbers, as the large models make them',
      async () => {
        const model = { id: 'large-model', dimensions: 1536 };
        const chunks = Array.from({ length: 300 }, (_, index) =>
          makeChunk(`chunk ${index}`, {}, randomVector(random, 1536)),
        );
        const store = await filled(chunks, model);
        const question = randomVector(random, 1536);
        const hits = await store.query({ vector: question, topK: 3, filter: undefined }, never);
        expect(hits.map(({ id }) => id)).toEqual(nearest(chunks, question, 3));
      },
      LONG_MS,
    );

    test('many calls at once', async () => {
      const store = await filled([makeChunk('first')]);
      await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const chunk = makeChunk(`chunk ${index}`);
          await store.upsert([chunk], never);
          const [hit] = await store.query({ vector: chunk.vector, topK: 1, filter: undefined }, never);
          expect(hit?.id).toBe(chunk.id);
        }),
      );
      expect(await store.count(never)).toBe(11);
    });

    test('an aborted call fails and writes nothing', async () => {
      const chunk = makeChunk('one');
      const store = await filled([chunk]);
      const aborted = AbortSignal.abort(new Error('stopped by the test'));
      await expect(store.upsert([makeChunk('two')], aborted)).rejects.toThrow();
      await expect(store.deleteByIds([chunk.id], aborted)).rejects.toThrow();
      await expect(store.deleteAll(aborted)).rejects.toThrow();
      await expect(store.count(aborted)).rejects.toThrow();
      await expect(store.query({ vector: chunk.vector, topK: 1, filter: undefined }, aborted)).rejects.toThrow();
      expect(await store.count(never)).toBe(1);
    });

    test(
      'a call that is aborted half-way ends, and the store can be used on',
      async () => {
        const store = await filled([]);
        const controller = new AbortController();
        const chunks = Array.from({ length: 5000 }, (_, index) => makeChunk(`chunk ${index}`));
        const work = store.upsert(chunks, controller.signal).catch((error: unknown) => error);
        setImmediate(() => controller.abort(new Error('stopped by the test')));
        await work;
        await store.upsert(chunks, never);
        expect(await store.count(never)).toBe(chunks.length);
      },
      LONG_MS,
    );

    test('closing one handle leaves the others alone, and what is stored stays', async () => {
      const store = await filled([makeChunk('one')]);
      const other = await underTest.open(opened.get(store) ?? '');
      await other.count(never);
      await other.close();
      expect(await store.count(never)).toBe(1);
    });

    test('closing a handle that was never used', async () => {
      await (await underTest.open(newName())).close();
    });
  });
}
