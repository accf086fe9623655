import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packRounded } from '../../../../../../electron/server/stores/local/search/quantized-rows.ts';
import type { SearchQuestion } from '../../../../../../electron/server/stores/local/search/search-messages.ts';
import {
  createSearchThreads,
  type SearchThreads,
} from '../../../../../../electron/server/stores/local/search/search-threads.ts';
import { toUnitVector } from '../../../../../../electron/server/stores/local/search/vector-math.ts';
import { idSetOf } from '../../../../../helpers/builders/id-set.ts';
import { createVectorCollection, type VectorCollection } from '../../../../../helpers/builders/vector-collection.ts';
import { createTestLog } from '../../../../../helpers/builders/vector-corpus.ts';

const never = new AbortController().signal;
const ALIKE = Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0);

describe('the threads that search', () => {
  let collection: VectorCollection;
  let collectionId: number;
  let threads: SearchThreads;
  let caughtUp: { words: PromiseWithResolvers<void>; vectors: PromiseWithResolvers<void> };
  let order: string[];

  const pathOf = (fileName: string) => join(collection.store.dir, fileName);

  beforeEach(() => {
    collection = createVectorCollection();
    ({ collectionId } = collection);
    caughtUp = { words: Promise.withResolvers(), vectors: Promise.withResolvers() };
    order = [];
    threads = createSearchThreads({
      log: createTestLog(),
      dataOf: (fileName) => () => ({
        databaseFile: collection.store.file,
        file: pathOf(fileName),
        storeId: 'store-1',
        maxLogSeq: 0,
        matrixBytes: 1024 * 1024,
      }),
      onKeywordsCaughtUp() {
        order.push('words');
        caughtUp.words.resolve();
      },
      onVectorsCaughtUp() {
        order.push('vectors');
        caughtUp.vectors.resolve();
      },
    });
  });
  afterEach(async () => {
    await threads.close();
    collection.remove();
  });

  const add = (content: string, vector = ALIKE) => collection.add([{ content, vector, metadata: { kind: 'note' } }]);

  async function followAll(): Promise<void> {
    threads.catchUp(collectionId, 'full');
    await Promise.all([caughtUp.words.promise, caughtUp.vectors.promise]);
  }

  const words = (text: string): SearchQuestion => ({ kind: 'keyword', collectionId, text, topK: 5, filter: undefined });
  const vectors = (topK = 5): SearchQuestion => ({
    kind: 'scan',
    collectionId,
    vector: ALIKE,
    topK,
    filter: undefined,
  });
  const countOf = async (question: SearchQuestion) => (await threads.ask(question, never)).chunks?.length;

  test('one answers by words, the other by vectors, and both follow the log', async () => {
    add('a cat');
    add('a dog');
    expect(await countOf(words('cat'))).toBe(1);
    expect(await countOf(vectors())).toBe(2);
    await followAll();
    expect(await threads.replayedUpTo(collectionId)).toBe(2);
    const filter = { kind: 'letter' };
    expect((await threads.ask({ kind: 'unfit', collectionId, filter }, never)).unfit).toEqual(idSetOf([1, 2]));
  });

  test('words are taken in behind vectors, so that the two do not take both cores', async () => {
    for (let no = 0; no < 200; no += 1) add(`chunk ${no}`);
    await followAll();
    expect(order).toEqual(['vectors', 'words']);
  });

  test('the log is read by both as far as the one that is behind', async () => {
    expect(await threads.replayedUpTo(collectionId)).toBeUndefined();
    add('a cat');
    await followAll();
    add('another cat');
    // A question by words takes in what is new behind it; the vectors have not been told.
    caughtUp.words = Promise.withResolvers();
    await threads.ask(words('cat'), never);
    await caughtUp.words.promise;
    expect(await threads.replayedUpTo(collectionId)).toBe(1);
  });

  test('one that crashes does not end the other', async () => {
    add('a cat');
    const broken = threads.ask(vectors(-1), never);
    await expect(broken).rejects.toMatchObject({ code: 'WORKER_CRASHED' });
    expect(await countOf(words('cat'))).toBe(1);
    expect(await countOf(vectors())).toBe(1);
  });

  test('nothing is left of what was deleted, in the files of either', async () => {
    const vector = Float32Array.of(3, 1, 4, 1, 5, 9, 2, 6);
    const deleted = add('a platypus', vector);
    add('a cat');
    await followAll();
    const packed = packRounded(toUnitVector(vector) ?? vector);
    const isIn = (fileName: string, bytes: Buffer | string) =>
      [pathOf(fileName), `${pathOf(fileName)}-wal`].some(
        (file) => existsSync(file) && readFileSync(file).includes(bytes),
      );
    const left = () => [isIn('keyword.db', 'platypus'), isIn('scan.db', packed)];
    expect(left()).toEqual([true, true]);
    collection.writes.deleteByIds(collectionId, deleted);
    await threads.scrub(collectionId);
    expect(left()).toEqual([false, false]);
    expect(await threads.replayedUpTo(collectionId)).toBe(3);
    await threads.forget(collectionId);
    expect(await threads.replayedUpTo(collectionId)).toBeUndefined();
  });
});
