import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { indexBatches, noCounts } from '../../../../electron/server/pipeline/index/index-documents.ts';
import {
  type IndexDeps,
  type IndexUse,
  type OpenIndex,
  withIndex,
} from '../../../../electron/server/pipeline/with-index.ts';
import { makeChunkBatch } from '../../../helpers/builders/chunk-batch.ts';
import { planNode } from '../../../helpers/builders/planned-node.ts';
import { createTestIndex, planSink, type TestIndex, type TestSink } from '../../../helpers/builders/test-index.ts';

const live = new AbortController().signal;

let index: TestIndex;
let lastRun = 0;
beforeEach(() => {
  index = createTestIndex();
});
afterEach(() => index.close());

function makeUse(sink: TestSink = { cleanup: 'full' }, more: Partial<IndexUse> = {}): IndexUse {
  lastRun += 1;
  const onWait = () => expect.unreachable('nothing is to wait for');
  return { plan: planSink(sink), ownerId: 'owner', runSeq: lastRun, signal: live, onWait, ...more };
}

/** Two chunks, written as a run does it. */
async function write({ writer }: OpenIndex): Promise<void> {
  async function* batches() {
    yield makeChunkBatch([{ content: 'Otters hold hands.' }, { content: 'Owls fly at night.' }]);
  }
  const target = { writer, model: index.model, embeddings: index.deps.embeddings };
  await indexBatches(batches(), target, noCounts(), { signal: live, onBatch: () => undefined });
}

describe('store and records of a plan', () => {
  test.each<[TestSink, { readonly journaled: number; readonly kept: number; readonly keys: number | undefined }]>([
    [{ store: 'hnsw' }, { journaled: 0, kept: 0, keys: undefined }],
    [
      { store: 'hnsw', cleanup: 'full' },
      { journaled: 0, kept: 0, keys: 2 },
    ],
    [{ store: 'memoryVectorStore' }, { journaled: 0, kept: 2, keys: undefined }],
    [
      { store: 'memoryVectorStore', cleanup: 'full' },
      { journaled: 1, kept: 2, keys: 2 },
    ],
  ])(
    'are written in one transaction where both can join it, else by way of the journal: %j',
    async (sink, expected) => {
      const journal = vi.spyOn(index.deps.remoteWrites, 'add');
      const [stored, keys] = await withIndex(makeUse(sink), index.deps, async (opened) => {
        await write(opened);
        return [await opened.store.count(live), await opened.writer.totalKeys(live)];
      });
      const kept = index.deps.db
        .prepare("SELECT count(*) FROM embedding_outside WHERE owner_id = 'owner'")
        .pluck()
        .get();
      expect(stored).toBe(2);
      expect({ journaled: journal.mock.calls.length, kept, keys }).toEqual(expected);
    },
  );

  test('are told of when the store had lost its chunks', async () => {
    const sink: TestSink = { store: 'memoryVectorStore', cleanup: 'full' };
    const noteOf = ({ note }: OpenIndex) => Promise.resolve(note);
    await withIndex(makeUse(sink), index.deps, write);
    expect(await withIndex(makeUse(sink), index.deps, noteOf)).toBeUndefined();
    await index.deps.vectorDeps.openMemoryStore('notes').deleteAll(live);
    expect(await withIndex(makeUse(sink), index.deps, noteOf)).toContain('lost 2 chunks');
  });

  test('name their node in what they throw', async () => {
    const sink: TestSink = { store: 'memoryVectorStore' };
    await withIndex(makeUse(sink), index.deps, write);
    const prepared = withIndex(makeUse(sink), index.deps, ({ store }) =>
      store.prepare({ id: 'x', dimensions: 3 }, live),
    );
    await expect(prepared).rejects.toMatchObject({ code: 'EMBEDDING_MISMATCH', nodeId: 'memoryVectorStore' });
  });
});

describe('runs of the same records', () => {
  /** A run that goes on until it is let go. */
  function hold() {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended = withIndex(makeUse(), index.deps, () => {
      begun.resolve();
      return end.promise;
    });
    return { begun: begun.promise, ended, end: () => end.resolve() };
  }

  test('go one after the other, and the one that has to wait is told so once', async () => {
    const first = hold();
    await first.begun;
    const [order, waits] = [[] as string[], Promise.withResolvers<void>()];
    const onWait = vi.fn(() => waits.resolve());
    const second = withIndex(
      makeUse({ cleanup: 'full' }, { onWait }),
      index.deps,
      async () => void order.push('second'),
    );
    await waits.promise;
    order.push('first ends');
    first.end();
    await Promise.all([first.ended, second]);
    expect(order).toEqual(['first ends', 'second']);
    expect(onWait).toHaveBeenCalledOnce();
  });

  test.each<[string, TestSink]>([
    ['of another collection', { store: 'memoryVectorStore', cleanup: 'full' }],
    ['without records', { store: 'hnsw' }],
  ])('do not hold up one %s', async (_what, sink) => {
    const first = hold();
    await first.begun;
    expect(await withIndex(makeUse(sink), index.deps, async () => 'done')).toBe('done');
    first.end();
    await first.ended;
  });

  test('one that is aborted while it waits does nothing, and lets in those behind it', async () => {
    const first = hold();
    await first.begun;
    const controller = new AbortController();
    const onWait = () => controller.abort(new Error('cancelled by the test'));
    const work = vi.fn(() => Promise.resolve());
    const second = withIndex(makeUse({ cleanup: 'full' }, { onWait, signal: controller.signal }), index.deps, work);
    await expect(second).rejects.toThrow('cancelled by the test');
    expect(work).not.toHaveBeenCalled();
    first.end();
    await first.ended;
    expect(await withIndex(makeUse(), index.deps, async () => 'third')).toBe('third');
  });

  test('one that fails lets in those behind it', async () => {
    const failed = withIndex(makeUse(), index.deps, () => Promise.reject(new Error('failed by the test')));
    await expect(failed).rejects.toThrow('failed by the test');
    expect(await withIndex(makeUse(), index.deps, async () => 'next')).toBe('next');
  });
});

describe('what was opened', () => {
  /** Says what is closed, after which closing may fail. */
  function watch(failing: readonly string[] = []) {
    const closed: string[] = [];
    const close = (name: string) => async () => {
      closed.push(name);
      if (failing.includes(name)) throw new Error(`closing ${name} failed`);
    };
    const { vectorDeps, recordDeps } = index.deps;
    const deps: IndexDeps = {
      ...index.deps,
      vectorDeps: {
        ...vectorDeps,
        openCollection: (name) => ({ ...vectorDeps.openCollection(name), close: close('store') }),
      },
      recordDeps: {
        openRecords: (name, options) => ({ ...recordDeps.openRecords(name, options), close: close('records') }),
      },
    };
    return { deps, closed };
  }

  const succeed = () => Promise.resolve('done');
  const fail = () => Promise.reject(new Error('failed by the test'));
  const BOTH = ['store', 'records'];

  test('is closed when the work is done', async () => {
    const { deps, closed } = watch();
    expect(await withIndex(makeUse(), deps, succeed)).toBe('done');
    expect(closed).toEqual(BOTH);
  });

  test('is closed when the work fails', async () => {
    const { deps, closed } = watch();
    await expect(withIndex(makeUse(), deps, fail)).rejects.toThrow('failed by the test');
    expect(closed).toEqual(BOTH);
  });

  test('is closed when it is aborted before the work', async () => {
    const { deps, closed } = watch();
    const signal = AbortSignal.abort(new Error('cancelled by the test'));
    await expect(withIndex(makeUse({ cleanup: 'full' }, { signal }), deps, succeed)).rejects.toThrow('cancelled');
    expect(closed).toEqual(BOTH);
  });

  test('is closed when the records cannot be opened', async () => {
    const { deps, closed } = watch();
    const plan = {
      store: planSink({}).store,
      recordManager: planNode('SQLiteRecordManager', { cleanup: 'sometimes' }),
    };
    await expect(withIndex(makeUse({}, { plan }), deps, succeed)).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      nodeId: 'SQLiteRecordManager',
    });
    expect(closed).toEqual(['store']);
  });

  test.each([[['store']], [['records']], [BOTH]])(
    'is closed all of it, and what cannot be closed well is only logged: %j',
    async (failing) => {
      const { deps, closed } = watch(failing);
      expect(await withIndex(makeUse(), deps, succeed)).toBe('done');
      await expect(withIndex(makeUse(), deps, fail)).rejects.toThrow('failed by the test');
      expect(closed, 'each of both, both times').toEqual([...BOTH, ...BOTH]);
      expect(index.logLines.filter((line) => line.includes('could not be ended well'))).toHaveLength(2);
    },
  );
});
