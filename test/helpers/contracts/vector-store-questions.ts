import { beforeAll, describe, expect, test } from 'vitest';
import type { MetadataFilter, VectorStore } from '../../../electron/server/core/vector-store.ts';
import { cosine, randomVector } from '../builders/vector-corpus.ts';
import { LONG_MS, makeChunk, nearest, never, random, type StoreContext } from './vector-store-chunks.ts';

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

/** How a vector store answers queries. */
export function describeQuestions({ filled }: StoreContext): void {
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
    let store: VectorStore;
    beforeAll(async () => {
      store = await filled(FACTS.map((facts) => makeChunk(String(facts.name), facts)));
    });

    test.each(FILTERS)('on %s', async (_name, filter, expected) => {
      const hits = await store.query({ vector: randomVector(random), topK: 10, filter }, never);
      expect(hits.map(({ pageContent }) => pageContent).sort()).toEqual([...expected].sort());
    });

    test.each<[string, (no: number) => string | number]>([
      ['texts', (no) => `text ${no}`],
      ['whole numbers', (no) => no + 10],
      ['fractions', (no) => no + 10.25],
    ])('on as many keys and choices as there may be: %s', async (_name, choiceOf) => {
      const ask = (filter: MetadataFilter) => store.query({ vector: randomVector(random), topK: 10, filter }, never);
      const choices = Array.from({ length: 499 }, (_, no) => choiceOf(no));
      const keys = Array.from({ length: 32 }, (_, no) => `loc.lines.${no}`);
      expect(await ask(Object.fromEntries(keys.map((key) => [key, [...choices, 'x']])))).toEqual([]);
      const hits = await ask({ 'loc.lines.from': [...choices, 1] });
      expect(hits.map(({ pageContent }) => pageContent)).toEqual(['plain']);
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
}
