import { hash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { uuidText } from '../../../../../electron/server/common/uuid.ts';
import {
  forgetLost,
  SAMPLE,
  settleUnfinished,
  type Unfinished,
} from '../../../../../electron/server/pipeline/index/settle-unfinished.ts';
import { createTestIndex, type TestIndex } from '../../../../helpers/builders/test-index.ts';
import { uuidBytes } from '../../../../helpers/builders/vector-corpus.ts';

const live = new AbortController().signal;
const RUN = 7;
const HASH = randomBytes(16);

let index: TestIndex;
let unfinished: Unfinished;

beforeEach(async () => {
  index = createTestIndex();
  const { vectorDeps, recordDeps, remoteWrites } = index.deps;
  unfinished = {
    store: vectorDeps.openMemoryStore('notes'),
    records: recordDeps.openRecords('notes', { cleanup: 'full', sourceIdKey: 'source' }),
    journal: remoteWrites,
    scope: 'notes',
  };
  await unfinished.store.prepare({ id: index.model.id, dimensions: 2 }, live);
  await unfinished.records.startRun(RUN, live);
  await unfinished.records.seeSources(['a.csv'], RUN, live);
});
afterEach(() => index.close());

const keyOf = (name: string) => hash('sha256', name, 'buffer').subarray(0, 16);

async function putChunk(chunkId: Buffer): Promise<void> {
  const chunk = { id: uuidText(chunkId), content: 'Words.', metadata: {}, chunkNo: 1 };
  await unfinished.store.upsert([{ ...chunk, vector: Float32Array.of(1, 2) }], live);
}

/** @returns the record's id */
async function putRecord(name: string, chunkId: Buffer): Promise<number> {
  const record = { contentKey: keyOf(name), metadataHash: HASH, source: 'a.csv', chunkNo: 3, chunkId };
  await unfinished.records.put([record], RUN, live);
  const [known] = await unfinished.records.exists([keyOf(name)], live);
  if (known === undefined) throw new Error('The record was not put');
  return known.recordId;
}

const findRecord = async (name: string) => (await unfinished.records.exists([keyOf(name)], live))[0];

async function isStored(chunkId: Buffer): Promise<boolean> {
  return (await unfinished.store.getByIds([uuidText(chunkId)], live)).length === 1;
}

const pending = (scope = 'notes') => unfinished.journal.oldest(scope, 10_000)?.writes.length ?? 0;

/** What was there of a chunk when its run was stopped, and what is to be there when it is settled. */
interface Halfway {
  readonly chunk: boolean;
  /** Whether there is a record of the same content, and of which chunk. */
  readonly record: 'none' | 'its own' | "another chunk's";
  readonly left: { readonly chunk: boolean; readonly record: boolean };
}

describe('a chunk that was being added', () => {
  test.each<[string, Halfway]>([
    ['had not arrived', { chunk: false, record: 'none', left: { chunk: false, record: false } }],
    ['had arrived and was not recorded', { chunk: true, record: 'none', left: { chunk: false, record: false } }],
    ['had arrived and was recorded', { chunk: true, record: 'its own', left: { chunk: true, record: true } }],
    [
      'had arrived when another run had stored its content',
      { chunk: true, record: "another chunk's", left: { chunk: false, record: true } },
    ],
  ])('%s', async (_what, { chunk, record, left }) => {
    const chunkId = uuidBytes();
    if (chunk) await putChunk(chunkId);
    if (record !== 'none') await putRecord('otter', record === 'its own' ? chunkId : uuidBytes());
    unfinished.journal.add('notes', [{ kind: 'add', chunkId, contentKey: keyOf('otter') }]);
    await settleUnfinished(unfinished, live);
    expect({ chunk: await isStored(chunkId), record: (await findRecord('otter')) !== undefined }).toEqual(left);
    expect(pending()).toBe(0);
  });
});

describe('a chunk that was being deleted', () => {
  test.each<[string, boolean]>([
    ['keeps its record while it is there', true],
    ['loses its record when it is gone', false],
  ])('%s', async (_what, isThere) => {
    const chunkId = uuidBytes();
    if (isThere) await putChunk(chunkId);
    const recordId = await putRecord('otter', chunkId);
    unfinished.journal.add('notes', [{ kind: 'delete', chunkId, recordId }]);
    await settleUnfinished(unfinished, live);
    expect((await findRecord('otter')) !== undefined).toBe(isThere);
    expect(await isStored(chunkId)).toBe(isThere);
    expect(pending()).toBe(0);
  });
});

test('the record of a chunk that was being rewritten forgets its metadata and its run, and so is stale', async () => {
  const chunkId = uuidBytes();
  await putChunk(chunkId);
  const recordId = await putRecord('otter', chunkId);
  unfinished.journal.add('notes', [{ kind: 'rewrite', chunkId, recordId }]);
  await settleUnfinished(unfinished, live);
  const record = await findRecord('otter');
  expect(record).toMatchObject({ recordId, chunkNo: 0, lastRun: 0 });
  expect(record?.metadataHash.equals(HASH)).toBe(false);
  expect(record?.chunkId.equals(chunkId)).toBe(true);
  expect(await isStored(chunkId)).toBe(true);
});

test('many writes of all kinds are settled, in as many pages as it takes', async () => {
  const written = await Promise.all(
    Array.from({ length: 300 }, async (_, number) => {
      const [orphan, kept] = [uuidBytes(), uuidBytes()];
      for (const id of [orphan, kept]) await putChunk(id);
      const recordId = await putRecord(`kept ${number}`, kept);
      const gone = await putRecord(`gone ${number}`, uuidBytes());
      return [
        { kind: 'add', chunkId: orphan, contentKey: keyOf(`orphan ${number}`) },
        { kind: 'rewrite', chunkId: kept, recordId },
        { kind: 'delete', chunkId: uuidBytes(), recordId: gone },
      ] as const;
    }),
  );
  unfinished.journal.add('notes', written.flat());
  await settleUnfinished(unfinished, live);
  expect(pending()).toBe(0);
  expect(await unfinished.store.count(live)).toBe(300);
  expect(await unfinished.records.count(live)).toBe(300);
});

test('what other stores and records have begun is left alone', async () => {
  const chunkId = uuidBytes();
  await putChunk(chunkId);
  unfinished.journal.add('others', [{ kind: 'add', chunkId, contentKey: keyOf('otter') }]);
  await settleUnfinished(unfinished, live);
  expect(await isStored(chunkId)).toBe(true);
  expect(pending('others')).toBe(1);
});

test('the notes stay when settling fails, and the next run settles', async () => {
  const chunkId = uuidBytes();
  await putChunk(chunkId);
  unfinished.journal.add('notes', [{ kind: 'add', chunkId, contentKey: keyOf('otter') }]);
  await expect(settleUnfinished(unfinished, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  expect(pending()).toBe(1);
  await settleUnfinished(unfinished, live);
  expect([pending(), await isStored(chunkId)]).toEqual([0, false]);
});

describe('records of chunks that the store may have lost', () => {
  /** Records in the order in which they are listed; chunks of some of them. */
  async function fill(records: number, isKept: (position: number) => boolean): Promise<void> {
    const names = Array.from({ length: records }, (_, number) => `chunk ${number}`);
    const ordered = names.toSorted((a, b) => keyOf(a).compare(keyOf(b)));
    for (const [position, name] of ordered.entries()) {
      const chunkId = uuidBytes();
      await putRecord(name, chunkId);
      if (isKept(position)) await putChunk(chunkId);
    }
  }

  test.each<[string, number, (position: number) => boolean, number]>([
    ['none when there are none', 0, () => false, 0],
    ['none when all chunks are there', 30, () => true, 0],
    ['none when a few chunks are gone', 30, (position) => position > 2, 0],
    ['none when one of the first is there', 30, (position) => position === SAMPLE - 1, 0],
    ['all of an empty store', 30, () => false, 30],
    ['fewer than a sample', 3, () => false, 3],
    ['those that are gone when the first are', 30, (position) => position >= SAMPLE, SAMPLE],
    ['those of further pages too', 1200, (position) => position > 1100, 1101],
    ['those behind a page that is there', 1200, (position) => position >= 500 && position < 1000, 700],
  ])('are forgotten: %s', async (_what, records, isKept, forgotten) => {
    await fill(records, isKept);
    const note = await forgetLost(unfinished, live);
    expect(await unfinished.records.count(live)).toBe(records - forgotten);
    if (forgotten === 0) expect(note).toBeUndefined();
    else expect(note).toContain(`lost ${forgotten.toLocaleString('en')} chunks`);
  });

  test('are forgotten in a store that others have filled', async () => {
    await fill(30, () => false);
    await putChunk(uuidBytes());
    expect(await forgetLost(unfinished, live)).toContain('lost 30 chunks');
    expect([await unfinished.records.count(live), await unfinished.store.count(live)]).toEqual([0, 1]);
  });
});
