import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CleanupMode } from '../../../../../electron/server/core/record-manager.ts';
import { embedBatch } from '../../../../../electron/server/pipeline/index/embed-batch.ts';
import { createTransactionalWriter } from '../../../../../electron/server/pipeline/index/transactional-writer.ts';
import { makeChunkBatch, type TestDoc } from '../../../../helpers/builders/chunk-batch.ts';
import { createTestIndex, type TestIndex } from '../../../../helpers/builders/test-index.ts';

const live = new AbortController().signal;

let index: TestIndex;
let lastRun = 0;

beforeEach(() => {
  index = createTestIndex();
});
afterEach(() => index.close());

/** How each step of a run took its chunks. */
interface Taken {
  /** Chunks by what became of them; what none became is not there. */
  readonly classified: Readonly<Record<string, number>>;
  readonly embedded: readonly string[];
  readonly written: number;
  readonly deleted: number;
  readonly stored: number;
}

/** One run of one batch, step by step. */
async function run(docs: readonly TestDoc[], cleanup: CleanupMode = 'full'): Promise<Taken> {
  lastRun += 1;
  const { model, deps, embedded: texts } = index;
  const { embeddings } = deps;
  const records = deps.recordDeps.openRecords('notes', { cleanup, sourceIdKey: 'source' });
  const target = { store: deps.vectorDeps.openCollection('notes'), records, runSeq: lastRun };
  const writer = createTransactionalWriter(target, deps);
  const hold = embeddings.hold();
  texts.length = 0;
  await writer.begin(live);
  const classified = await writer.classify(makeChunkBatch(docs), live);
  const embedded = await embedBatch(classified, writer.vectorsFor(classified), { model, embeddings, hold }, live);
  const added = await writer.commit(embedded, model, live);
  hold.close();
  let deleted = 0;
  await writer.removeStale((count) => {
    deleted += count;
  }, live);
  const sizes = Object.entries(classified).flatMap(([name, chunks]) =>
    name !== 'claimed' && Array.isArray(chunks) && chunks.length > 0 ? [[name, chunks.length] as const] : [],
  );
  return {
    classified: { ...Object.fromEntries(sizes), ...(classified.repeated > 0 ? { repeated: classified.repeated } : {}) },
    embedded: [...texts],
    written: added.size,
    deleted,
    stored: await target.store.count(live),
  };
}

const OTTER = { content: 'Otters hold hands.' };
const OWL = { content: 'Owls fly at night.' };

describe('a run over what another has stored', () => {
  test.each<[string, readonly TestDoc[], Taken]>([
    ['the same', [OTTER, OWL], { classified: { unchanged: 2 }, embedded: [], written: 0, deleted: 0, stored: 2 }],
    ['one chunk less', [OTTER], { classified: { unchanged: 1 }, embedded: [], written: 0, deleted: 1, stored: 1 }],
    ['another order', [OWL, OTTER], { classified: { moved: 2 }, embedded: [], written: 0, deleted: 0, stored: 2 }],
    [
      'other metadata',
      [{ ...OTTER, team: 'blue' }, OWL],
      { classified: { updated: 1, unchanged: 1 }, embedded: [], written: 0, deleted: 0, stored: 2 },
    ],
    [
      'another text',
      [OTTER, { content: 'Eels.' }],
      { classified: { added: 1, unchanged: 1 }, embedded: ['Eels.'], written: 1, deleted: 1, stored: 2 },
    ],
    [
      'a chunk twice',
      [OTTER, OWL, OWL],
      { classified: { unchanged: 2, repeated: 1 }, embedded: [], written: 0, deleted: 0, stored: 2 },
    ],
    [
      'the same text of another source',
      [OTTER, OWL, { ...OTTER, source: 'b.csv' }],
      { classified: { added: 1, unchanged: 2 }, embedded: [], written: 1, deleted: 0, stored: 3 },
    ],
  ])('takes %s as what it is', async (_what, docs, expected) => {
    await run([OTTER, OWL]);
    expect(await run(docs)).toEqual(expected);
  });

  test.each<[CleanupMode, number]>([
    ['none', 2],
    ['incremental', 2],
    ['full', 1],
  ])('with the clean-up %s leaves %i chunks when a source did not come', async (cleanup, stored) => {
    await run([OTTER, { ...OWL, source: 'b.csv' }], cleanup);
    expect(await run([OTTER], cleanup)).toMatchObject({ stored });
  });
});

test('a first run embeds each text once', async () => {
  expect(await run([OTTER, { ...OTTER, source: 'b.csv' }, OWL])).toEqual({
    classified: { added: 3 },
    embedded: [OTTER.content, OWL.content],
    written: 3,
    deleted: 0,
    stored: 3,
  });
});
