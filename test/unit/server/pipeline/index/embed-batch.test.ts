import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EmbeddingModel } from '../../../../../electron/server/core/embedding-model.ts';
import { classifyAllAsNew } from '../../../../../electron/server/pipeline/index/classify-batch.ts';
import { embedBatch } from '../../../../../electron/server/pipeline/index/embed-batch.ts';
import { createTransactionalWriter } from '../../../../../electron/server/pipeline/index/transactional-writer.ts';
import { makeChunkBatch, type TestDoc } from '../../../../helpers/builders/chunk-batch.ts';
import { createTestIndex, type TestIndex } from '../../../../helpers/builders/test-index.ts';

const live = new AbortController().signal;
const OTTER = { content: 'Otters hold hands.' };
const OWL = { content: 'Owls fly at night.' };
const EEL = { content: 'Eels.' };

let index: TestIndex;
beforeEach(() => {
  index = createTestIndex();
});
afterEach(() => index.close());

const classify = (docs: readonly TestDoc[]) => classifyAllAsNew(makeChunkBatch(docs));

function embed(docs: readonly TestDoc[], { model = index.model, positions = [...docs.keys()], signal = live } = {}) {
  const { embeddings } = index.deps;
  return embedBatch(classify(docs), positions, { model, embeddings, hold: embeddings.hold() }, signal);
}

function writerOf(cleanup: 'none' | 'full' = 'full', runSeq = 1) {
  const { vectorDeps, recordDeps } = index.deps;
  const records = recordDeps.openRecords('notes', { cleanup, sourceIdKey: 'source' });
  return createTransactionalWriter({ store: vectorDeps.openCollection('notes'), records, runSeq }, index.deps);
}

/** Stores chunks with their vectors, as a run before. */
async function store(docs: readonly TestDoc[]): Promise<void> {
  const writer = writerOf();
  await writer.begin(live);
  await writer.commit(await embed(docs), index.model, live);
  index.embedded.length = 0;
}

describe('what is embedded', () => {
  test.each<[string, readonly TestDoc[], readonly TestDoc[], readonly TestDoc[]]>([
    ['all of it when nothing is stored', [], [OTTER, OWL], [OTTER, OWL]],
    ['only what is not stored', [OTTER], [OTTER, OWL], [OWL]],
    ['nothing when all is stored', [OTTER, OWL], [OWL, OTTER], []],
    ['nothing for the same content of another source', [OTTER], [{ ...OTTER, source: 'b.csv' }], []],
    ['nothing for the same content with other metadata', [OTTER], [{ ...OTTER, team: 'blue' }], []],
    ['once what is twice in the batch', [], [OTTER, OWL, { ...OTTER, source: 'b.csv' }, OTTER], [OTTER, OWL]],
  ])('is %s', async (_what, before, docs, expected) => {
    if (before.length > 0) await store(before);
    const { storedIds, newVectors } = await embed(docs);
    expect(index.embedded).toEqual(expected.map(({ content }) => content));
    expect(newVectors.size).toBe(expected.length);
    expect(storedIds.size + newVectors.size, 'one for each content').toBe(
      new Set(docs.map(({ content }) => content)).size,
    );
  });

  test('is everything again for another model', async () => {
    await store([OTTER]);
    await embed([OTTER, OWL], { model: { ...index.model, id: 'other-model' } });
    expect(index.embedded).toEqual([OTTER.content, OWL.content]);
  });

  test('is only what was asked for', async () => {
    await embed([OTTER, OWL, EEL], { positions: [2, 0] });
    expect(index.embedded).toEqual([EEL.content, OTTER.content]);
  });

  test('is sent in one call, with the signal, and not at all when there is nothing', async () => {
    const calls: [number, AbortSignal][] = [];
    const model: EmbeddingModel = {
      ...index.model,
      embedDocuments(texts, signal) {
        calls.push([texts.length, signal]);
        return index.model.embedDocuments(texts, signal);
      },
    };
    const { signal } = new AbortController();
    await embed([OTTER, OWL], { model, signal });
    await embed([OTTER, OWL], { model, signal, positions: [] });
    expect(calls).toEqual([[2, signal]]);
  });
});

test('each vector is stored with the content that it is of', async () => {
  await store([OTTER, OWL, EEL]);
  const { embeddings, db } = index.deps;
  const { storedIds } = await embed([EEL, OWL]);
  expect([...storedIds.values()].map((id) => [...(embeddings.read(id) ?? [])])).toEqual([
    [1, EEL.content.length],
    [1, OWL.content.length],
  ]);
  expect(db.prepare('SELECT count(*) FROM embedding').pluck().get()).toBe(3);
});

test('rows that were found are held until the batch is dropped', async () => {
  await store([OTTER, OWL]);
  const { embeddings } = index.deps;
  const hold = embeddings.hold();
  const { storedIds } = await embedBatch(
    classify([OTTER, EEL]),
    [0, 1],
    { model: index.model, embeddings, hold },
    live,
  );
  expect(storedIds.size).toBe(1);
  expect(embeddings.heldIds()).toEqual(new Set(storedIds.values()));
  hold.drop(storedIds);
  expect(embeddings.heldIds()).toEqual(new Set());
});

describe('a model', () => {
  test('that gives another length than before is refused', async () => {
    await store([OTTER]);
    const model = { ...index.model, embedDocuments: async () => [Float32Array.of(1, 2, 3)] };
    await expect(embed([OWL], { model })).rejects.toMatchObject({
      code: 'EMBEDDING_MISMATCH',
      details: { expected: 2, actual: 3 },
    });
  });

  test('that gives fewer vectors than texts is refused', async () => {
    const model = { ...index.model, embedDocuments: async () => [Float32Array.of(1, 2)] };
    await expect(embed([OTTER, OWL], { model })).rejects.toThrow('fewer vectors than texts');
  });
});

describe('as plain data', () => {
  test('a classified batch is embedded as it would be here', async () => {
    await store([OTTER]);
    const { embeddings } = index.deps;
    const step = { model: index.model, embeddings, hold: embeddings.hold() };
    const classified = classify([OTTER, OWL, EEL]);
    expect(structuredClone(classified)).toStrictEqual(classified);
    const here = await embedBatch(classified, [0, 1, 2], step, live);
    expect(await embedBatch(structuredClone(classified), [0, 1, 2], step, live)).toStrictEqual(here);
    expect(structuredClone(here)).toStrictEqual(here);
  });

  test('an embedded batch of new, changed and known chunks is committed as it would be here', async () => {
    await store([OTTER, OWL]);
    const writer = writerOf('full', 2);
    const { embeddings } = index.deps;
    const hold = embeddings.hold();
    const docs = [{ ...OTTER, team: 'blue' }, OWL, EEL];
    const classified = structuredClone(await writer.classify(makeChunkBatch(docs), live));
    const needed = writer.vectorsFor(classified);
    const embedded = await embedBatch(classified, needed, { model: index.model, embeddings, hold }, live);
    const added = await writer.commit(structuredClone(embedded), index.model, live);
    expect([...added.keys()]).toEqual([2]);
    const again = await writerOf('full', 3).classify(makeChunkBatch(docs), live);
    expect(again).toMatchObject({ added: [], updated: [], moved: [] });
    expect(again.unchanged.map(({ index: position }) => position)).toEqual([0, 1, 2]);
  });
});
