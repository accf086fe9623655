import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import type { VectorStore } from '../../../electron/server/core/vector-store.ts';
import { describeBrowsing } from './vector-store-browsing.ts';
import { LONG_MS, MODEL, never, type StoreContext } from './vector-store-chunks.ts';
import { describeHardUse } from './vector-store-hard-use.ts';
import { describeQuestions } from './vector-store-questions.ts';
import { describeStoring } from './vector-store-storing.ts';

/** A running store of one kind. */
export interface StoreUnderTest {
  /** A handle of a collection; the same name is the same collection, and a new name is one that does not exist yet. */
  open(collection: string): VectorStore | Promise<VectorStore>;
  stop?(): void | Promise<void>;
}

export interface StoreContractOptions {
  /** Chunks of the large batch, more than a store takes in one request (Chroma: 5,461): 6,000 by default, fewer for slow stores. */
  readonly largeBatch?: number;
}

/** The behaviour of every remote vector store. `start` is called once, before the tests. */
export function describeVectorStore(
  name: string,
  start: () => StoreUnderTest | Promise<StoreUnderTest>,
  { largeBatch = 6000 }: StoreContractOptions = {},
): void {
  describe(`${name} as a vector store`, () => {
    let underTest: StoreUnderTest;
    /** Each handle with its collection's name. */
    const opened = new Map<VectorStore, string>();

    beforeAll(async () => {
      underTest = await start();
    }, LONG_MS);

    afterAll(async () => {
      for (const store of opened.keys()) await store.close();
      await underTest.stop?.();
    }, LONG_MS);

    const newName = () => `c_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    async function open(collection = newName()): Promise<VectorStore> {
      const store = await underTest.open(collection);
      opened.set(store, collection);
      return store;
    }
    const context: StoreContext = {
      newName,
      open,
      reopen: (store) => open(opened.get(store)),
      openAnother: async (store) => underTest.open(opened.get(store) ?? ''),
      async filled(chunks, model = MODEL) {
        const store = await open();
        await store.prepare(model, never);
        await store.upsert(chunks, never);
        return store;
      },
    };
    describeStoring(context);
    describeBrowsing(context);
    describeQuestions(context);
    describeHardUse(context, largeBatch);
  });
}
