import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../helpers/builders/cases.ts';
import {
  createRemoteIndex,
  expectedOf,
  type RemoteSides,
  type TestDocument,
} from '../../../../helpers/builders/remote-index.ts';
import { fakeVector } from '../../../../helpers/fakes/fake-openai.ts';

const never = new AbortController().signal;
const PLACES: readonly RemoteSides[] = ['store', 'records', 'both'];

function documents(from: number, to: number, metadata: Record<string, unknown> = {}): TestDocument[] {
  return Array.from({ length: to - from }, (_, index) => ({
    source: 'a.txt',
    content: `Text ${from + index}`,
    metadata,
  }));
}

async function withIndex(places: RemoteSides, work: (index: ReturnType<typeof createRemoteIndex>) => Promise<void>) {
  const index = createRemoteIndex(places);
  try {
    await work(index);
  } finally {
    await index.close();
  }
}

describe.each(PLACES)('remote: %s', (places) => {
  test('adds, skips, rewrites and deletes, and leaves no journal entry', () =>
    withIndex(places, async (index) => {
      expect(await index.run(documents(0, 7))).toMatchObject({ numAdded: 7, numSkipped: 0, note: undefined });
      expect(await index.run(documents(0, 7))).toMatchObject({ numAdded: 0, numSkipped: 7 });
      const { stored } = await index.ids();
      expect(await index.run(documents(0, 7, { team: 'red' }))).toMatchObject({ numUpdated: 7, numAdded: 0 });
      expect((await index.ids()).stored, 'the ids stay').toEqual(stored);
      expect(await index.run(documents(2, 9, { team: 'red' }))).toMatchObject({ numAdded: 2, numDeleted: 2 });
      expect(await index.stored()).toEqual(expectedOf(documents(2, 9, { team: 'red' })));
      const ids = await index.ids();
      expect(ids.stored).toEqual(ids.recorded);
      expect(index.pending()).toEqual([]);
      expect(index.embedded, 'each text once').toBe(9);
    }));

  test('a text that was deleted comes back from the embedding cache', () =>
    withIndex(places, async (index) => {
      await index.run(documents(0, 4));
      await index.run(documents(4, 6));
      await index.run(documents(0, 6));
      expect(index.embedded).toBe(6);
      expect(await index.stored()).toEqual(expectedOf(documents(0, 6)));
    }));

  test('the same chunk has the same id whenever it is stored', () =>
    withIndex(places, async (index) => {
      await index.run(documents(0, 4));
      const before = await index.ids();
      await index.run(documents(4, 6));
      await index.run(documents(0, 4));
      expect(await index.ids()).toEqual(before);
    }));

  test.each([
    ['adds chunks', documents(0, 5)],
    ['writes other metadata', documents(0, 3, { team: 'red' })],
    ['moves chunks', documents(0, 3).toReversed()],
    ['deletes chunks', documents(2, 3)],
    ['does all of it', documents(1, 5, { team: 'red' })],
  ])('a run that %s and stops at any call, and the source is as before again: so is the store', (_name, other) =>
    withIndex(places, async (index) => {
      const before = documents(0, 3);
      await index.run(before);
      for (const isDone of [true, false]) {
        let isOver = false;
        for (let atCall = 1; !isOver; atCall += 1) {
          isOver = await index.run(other, { fault: { atCall, isDone } }).then(
            () => true,
            () => false,
          );
          await index.run(before);
          expect(await index.stored(), `stopped at call ${atCall}`).toEqual(expectedOf(before));
          const ids = await index.ids();
          expect(ids.stored).toEqual(ids.recorded);
          expect(index.pending()).toEqual([]);
        }
      }
    }),
  );

  test('an aborted run stops, and the next one converges', () =>
    withIndex(places, async (index) => {
      const controller = new AbortController();
      controller.abort(new Error('cancelled by the test'));
      await expect(index.run(documents(0, 9), { signal: controller.signal })).rejects.toThrow('cancelled by the test');
      await index.run(documents(0, 9));
      expect(await index.stored()).toEqual(expectedOf(documents(0, 9)));
    }));
});

test.each(['store', 'both'] as const)(
  'a store that was emptied by others is filled again, and says so (%s)',
  (places) =>
    withIndex(places, async (index) => {
      await index.run(documents(0, 5));
      await index.memory.deleteAll(never);
      const again = await index.run(documents(0, 5));
      expect(again).toMatchObject({ numAdded: 5, numSkipped: 0, numDeleted: 0 });
      expect(again.note).toContain('lost 5 chunks');
      expect(await index.stored()).toEqual(expectedOf(documents(0, 5)));
      expect(index.embedded).toBe(5);
    }),
);

test.each(['store', 'both'] as const)(
  'a store that others emptied and filled again: what is lost is written again (%s)',
  (places) =>
    withIndex(places, async (index) => {
      await index.run(documents(0, 1200));
      const kept = await index.memory.query({ vector: fakeVector('x', 8), topK: 1, filter: undefined }, never);
      await index.memory.deleteAll(never);
      await index.memory.prepare({ id: 'test-model', dimensions: 8 }, never);
      const other = { id: randomUUID(), content: 'of others', metadata: {}, chunkNo: 1, vector: fakeVector('x', 8) };
      await index.memory.upsert([other], never);
      const again = await index.run(documents(0, 1200));
      expect(again).toMatchObject({ numAdded: 1200, numDeleted: 0 });
      expect(again.note).toContain('lost 1,200 chunks');
      expect(await index.memory.count(never)).toBe(1201);
      expect(await index.memory.getByIds([kept[0]?.id ?? ''], never)).toHaveLength(1);
    }),
);

test('a store that has lost single chunks is not taken for an emptied one', () =>
  withIndex('store', async (index) => {
    await index.run(documents(0, 30));
    const [some] = await index.memory.query({ vector: fakeVector('x', 8), topK: 1, filter: undefined }, never);
    await index.memory.deleteByIds([some?.id ?? ''], never);
    expect(await index.run(documents(0, 30))).toMatchObject({ numAdded: 0, numSkipped: 30, note: undefined });
  }));

const documentArbitrary = fc.record({
  source: fc.constantFrom('a.txt', 'b.txt'),
  content: fc.integer({ min: 0, max: 9 }).map((number) => `Text ${number}`),
  metadata: fc.record({ team: fc.constantFrom('red', 'blue') }),
});
const runArbitrary = fc.record({
  documents: fc.array(documentArbitrary, { maxLength: 8 }),
  batchSize: fc.integer({ min: 1, max: 4 }),
  fault: fc.option(fc.record({ atCall: fc.integer({ min: 1, max: 25 }), isDone: fc.boolean() }), { nil: undefined }),
});

test.each(PLACES)(
  'property: after runs that stop anywhere, one that ends leaves exactly its documents (remote: %s)',
  async (places) => {
    await fc.assert(
      fc.asyncProperty(fc.array(runArbitrary, { minLength: 1, maxLength: 6 }), async (runs) =>
        withIndex(places, async (index) => {
          for (const { documents: wanted, batchSize, fault } of runs) {
            const isOver = await index.run(wanted, { batchSize, ...(fault === undefined ? {} : { fault }) }).then(
              () => true,
              () => false,
            );
            if (isOver) expect(await index.stored()).toEqual(expectedOf(wanted));
          }
          const last = runs.at(-1)?.documents ?? [];
          await index.run(last);
          expect(await index.stored()).toEqual(expectedOf(last));
          const ids = await index.ids();
          expect(ids.stored).toEqual(ids.recorded);
          expect(index.pending()).toEqual([]);
        }),
      ),
      cases(20),
    );
  },
  120_000,
);
