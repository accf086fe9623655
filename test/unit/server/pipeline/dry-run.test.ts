import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChunkBatch, LoadFailure } from '../../../../electron/server/core/chunk.ts';
import { dryRun } from '../../../../electron/server/pipeline/dry-run.ts';
import type { EngineDeps } from '../../../../electron/server/pipeline/engine-deps.ts';
import { indexBatches, noCounts } from '../../../../electron/server/pipeline/index/index-documents.ts';
import { withIndex } from '../../../../electron/server/pipeline/with-index.ts';
import { createEditRepository } from '../../../../electron/server/storage/repositories/edit-repository.ts';
import { DRY_RUN_LIST_LIMIT, type DryRunDocument } from '../../../../shared/api/dry-run.ts';
import { makeChunkBatch, type TestDoc } from '../../../helpers/builders/chunk-batch.ts';
import { planNode } from '../../../helpers/builders/planned-node.ts';
import { createTestIndex, planSink, type TestIndex, type TestSink } from '../../../helpers/builders/test-index.ts';

const live = new AbortController().signal;
const OTTER = { content: 'Otters hold hands.' };
const OWL = { content: 'Owls fly at night.' };
const EEL = { content: 'Eels.' };
const ELSEWHERE = { ...EEL, source: 'b.csv' };
const FULL: TestSink = { cleanup: 'full' };

let index: TestIndex;
let lastRun = 0;
beforeEach(() => {
  index = createTestIndex();
});
afterEach(() => index.close());

/** What a run has besides its chunks. */
interface More {
  /** Sources that it brings even if no chunk is of them. */
  readonly sources?: readonly string[];
  readonly failures?: readonly LoadFailure[];
  readonly signal?: AbortSignal;
}

/** One batch, if there is anything in it. */
async function* batchesOf(docs: readonly TestDoc[], failures: readonly LoadFailure[]): AsyncGenerator<ChunkBatch> {
  if (docs.length + failures.length > 0) yield { ...makeChunkBatch(docs), failures };
}

/** Writes a batch as a run does. @returns its counts */
function write(docs: readonly TestDoc[], sink: TestSink) {
  lastRun += 1;
  const use = { plan: planSink(sink), ownerId: 'owner', runSeq: lastRun, signal: live, onWait: () => undefined };
  return withIndex(use, index.deps, async ({ writer }) => {
    const counts = noCounts();
    const target = { writer, model: index.model, embeddings: index.deps.embeddings };
    await indexBatches(batchesOf(docs, []), target, counts, { signal: live, onBatch: () => undefined });
    await writer.removeStale((removed) => {
      counts.numDeleted += removed;
    }, live);
    return counts;
  });
}

const unneeded = () => expect.unreachable('a dry run needs none of it');

function tryRun(docs: readonly TestDoc[], sink: TestSink, { sources = [], failures = [], signal = live }: More = {}) {
  const deps: EngineDeps = {
    ...index.deps,
    loadChunks: unneeded,
    edits: createEditRepository(index.deps.db),
    embeddingPool: { openLocalModel: unneeded },
    chatPool: { openChatModel: unneeded },
    values: { variable: unneeded, credential: unneeded, openAddresses: unneeded },
    settle: () => Promise.resolve(),
  };
  const plan = { ...planSink(sink), embedding: planNode('transformersEmbeddings', { model: 'tiny/model' }) };
  const source = () => [{ sources, loaderId: 'loader', open: () => batchesOf(docs, failures) }];
  return dryRun({ ownerId: 'owner', plan, source, signal }, deps);
}

const textsOf = (documents: readonly DryRunDocument[]) => documents.map(({ pageContent }) => pageContent);
const changes = () => index.deps.db.prepare('SELECT total_changes()').pluck().get();

function failureOf(source: string, isOpenEnded = false): LoadFailure {
  return {
    name: source,
    code: 'UNREADABLE_FILE',
    message: 'Damaged.',
    sources: [source],
    isOpenEnded,
    isReported: true,
  };
}

describe.each(['hnsw', 'memoryVectorStore'] as const)('a dry run over what a run has stored in %s', (store) => {
  const sink: TestSink = { store, cleanup: 'full' };

  test.each<[string, readonly TestDoc[], { added?: TestDoc[]; updated?: TestDoc[]; deleted?: TestDoc[] }]>([
    ['the same', [OTTER, OWL], {}],
    ['one chunk less', [OTTER], { deleted: [OWL] }],
    ['nothing', [], { deleted: [OTTER, OWL] }],
    ['another order', [OWL, OTTER], {}],
    ['other metadata', [{ ...OTTER, team: 'blue' }, OWL], { updated: [OTTER] }],
    ['another text', [OTTER, EEL], { added: [EEL], deleted: [OWL] }],
    ['a chunk twice', [OTTER, OWL, OWL], {}],
    ['a new chunk twice', [OTTER, OWL, EEL, EEL], { added: [EEL] }],
    ['the same text of another source', [OTTER, OWL, { ...OTTER, source: 'b.csv' }], { added: [OTTER] }],
  ])('says what a run of %s then does, and writes nothing', async (_what, docs, expected) => {
    const contents = (given: readonly TestDoc[] = []) => given.map(({ content }) => content).toSorted();
    await write([OTTER, OWL], sink);
    const before = changes();
    index.embedded.length = 0;
    const { added, updated, deleted, truncated, dryRun: isDry, ...foretold } = await tryRun(docs, sink);
    expect(changes()).toBe(before);
    expect(index.embedded).toEqual([]);
    expect({ isDry, truncated }).toEqual({ isDry: true, truncated: false });
    expect([added, updated, deleted].map((list) => textsOf(list).toSorted())).toEqual([
      contents(expected.added),
      contents(expected.updated),
      contents(expected.deleted),
    ]);
    expect(foretold).toEqual(await write(docs, sink));
  });

  test('before the first run makes nothing', async () => {
    const before = changes();
    expect(await tryRun([OTTER, OTTER], sink)).toMatchObject({ numAdded: 1, numSkipped: 1, numDeleted: 0 });
    expect(changes()).toBe(before);
  });

  test('without records says that all is new and nothing goes', async () => {
    await write([OTTER], { store });
    expect(await tryRun([OTTER, OTTER], { store })).toMatchObject({ numAdded: 2, numDeleted: 0 });
  });
});

describe('the clean-up', () => {
  test.each<[string, TestSink, More, readonly TestDoc[]]>([
    ['none', { cleanup: 'none' }, {}, []],
    ['incremental, of a source that came', { cleanup: 'incremental' }, {}, [OWL]],
    ['incremental, of one that came empty', { cleanup: 'incremental' }, { sources: ['b.csv'] }, [OWL, ELSEWHERE]],
    ['full', FULL, {}, [OWL, ELSEWHERE]],
    ['full, but of what could not be read', FULL, { failures: [failureOf('b.csv')] }, [OWL]],
    ['full, when nobody knows what else could not be read', FULL, { failures: [failureOf('c.csv', true)] }, [OWL]],
  ])('is foretold: %s', async (_what, sink, more, expected) => {
    await write([OTTER, OWL, ELSEWHERE], sink);
    const { deleted, numDeleted } = await tryRun([OTTER], sink, more);
    expect(textsOf(deleted).toSorted()).toEqual(expected.map(({ content }) => content).toSorted());
    expect(numDeleted).toBe(expected.length);
  });

  test('does not count what a store has lost: it is new', async () => {
    const sink: TestSink = { store: 'memoryVectorStore', cleanup: 'full' };
    await write([OTTER, OWL], sink);
    await index.deps.vectorDeps.openMemoryStore('notes').deleteAll(live);
    expect(await tryRun([OTTER], sink)).toMatchObject({ numAdded: 1, numSkipped: 0, numDeleted: 0, deleted: [] });
  });

  test('lists what it deletes with its metadata', async () => {
    await write([OTTER, { ...OWL, team: 'blue' }], FULL);
    const { deleted } = await tryRun([OTTER], FULL);
    expect(deleted).toEqual([{ pageContent: OWL.content, metadata: { row: 2, source: 'a.csv', team: 'blue' } }]);
  });
});

describe('a list that is long', () => {
  const many = (count: number): readonly TestDoc[] =>
    Array.from({ length: count }, (_, number) => ({ content: `Text ${number}` }));

  test('is cut by its documents, and the counts are of all', async () => {
    const docs = many(DRY_RUN_LIST_LIMIT + 1);
    const fits = await tryRun(docs.slice(1), FULL);
    expect([fits.added.length, fits.truncated]).toEqual([DRY_RUN_LIST_LIMIT, false]);
    const cut = await tryRun(docs, FULL);
    expect([cut.added.length, cut.numAdded, cut.truncated]).toEqual([DRY_RUN_LIST_LIMIT, docs.length, true]);
  });

  test('is cut by its characters', async () => {
    const long = ['a', 'b', 'c'].map((letter) => ({ content: letter.repeat(1.5 * 1024 * 1024) }));
    const { added, numAdded, truncated } = await tryRun(long, FULL);
    expect([added.length, numAdded, truncated]).toEqual([2, 3, true]);
  });

  test('of deletions is cut too', async () => {
    await write(many(DRY_RUN_LIST_LIMIT + 1), FULL);
    const { deleted, numDeleted, truncated } = await tryRun([], FULL);
    expect([deleted.length, numDeleted, truncated]).toEqual([DRY_RUN_LIST_LIMIT, DRY_RUN_LIST_LIMIT + 1, true]);
  });
});

test('a dry run does not wait for a run of the same records', async () => {
  await write([OTTER], FULL);
  const use = { plan: planSink(FULL), ownerId: 'owner', runSeq: lastRun + 1, signal: live, onWait: () => undefined };
  const foretold = await withIndex(use, index.deps, () => tryRun([OTTER, OWL], FULL));
  expect(foretold).toMatchObject({ numAdded: 1, numSkipped: 1 });
});

test('a dry run that is aborted says why', async () => {
  await write([OTTER], FULL);
  const signal = AbortSignal.abort(new Error('cancelled by the test'));
  await expect(tryRun([OTTER], FULL, { signal })).rejects.toThrow('cancelled by the test');
});
