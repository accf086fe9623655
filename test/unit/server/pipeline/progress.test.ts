import { describe, expect, test } from 'vitest';
import { flowSource } from '../../../../electron/server/pipeline/load/source-part.ts';
import { createProgressReporter } from '../../../../electron/server/pipeline/progress.ts';
import { createRunEvents } from '../../../../electron/server/pipeline/run-events.ts';
import type { PlannedLoader } from '../../../../shared/flow/upsert-plan.ts';
import { collect } from '../../../helpers/builders/collect.ts';
import { planNode } from '../../../helpers/builders/planned-node.ts';

const file = { ...planNode('textFile'), splitter: planNode('recursiveCharacterTextSplitter') };
const text = { ...planNode('plainText', { text: 'Otters.' }), splitter: undefined };
const plan = {
  embedding: planNode('openAIEmbeddings'),
  store: planNode('hnsw'),
  recordManager: planNode('SQLiteRecordManager'),
  loaders: [file, text],
};

async function* asyncOf<T>(item: T): AsyncGenerator<T> {
  yield item;
}

function batchOf(content: string) {
  return {
    contents: [content],
    metadata: ['{}'],
    sources: ['a'],
    chunkNos: [1],
    hashes: new Uint8Array(48),
    progress: { unit: 'documents', done: 1, total: 1 } as const,
  };
}

const nothing = () => expect.unreachable('nothing is loaded before a part is opened');
const partOf = (loader: PlannedLoader) => ({ loader, loaderId: loader.id, open: nothing });

function eventsOf() {
  const ids = ['textFile', 'plainText', 'recursiveCharacterTextSplitter', 'openAIEmbeddings', 'hnsw'];
  const nodes = [...ids, 'SQLiteRecordManager'].map((nodeId) => ({ nodeId, label: nodeId, status: 'queued' as const }));
  const dates = { createdDate: '2026-01-01T00:00:00.000Z', finishedDate: null };
  const run = { id: '00000000-0000-4000-8000-000000000000', ownerId: 'flow', status: 'QUEUED' as const };
  const events = createRunEvents({ ...run, ...dates, nodes, result: null, error: null }, () => 0);
  const stateOf = (id: string) => events.run().nodes.find(({ nodeId }) => nodeId === id);
  return { events, stateOf };
}

describe('flowSource', () => {
  const load = { plan, skipFailedFiles: false };

  test('leaves out a loader of files that has none, and says so', () => {
    const { events, stateOf } = eventsOf();
    const parts = flowSource({ ...load, files: new Map() }, nothing, events);
    expect(parts.map(({ loader }) => loader?.id)).toEqual(['plainText']);
    expect(stateOf('textFile')).toMatchObject({ status: 'skipped', message: 'No file for it in this run' });
  });

  test('keeps the order of the drawing and counts the files', () => {
    const files = new Map([['textFile', [{ path: '/a', name: 'a.txt', sizeBytes: 1 }]]]);
    const parts = flowSource({ ...load, files }, nothing, undefined);
    expect(parts.map(({ loaderId, files = [] }) => [loaderId, files.length])).toEqual([
      ['textFile', 1],
      ['plainText', 0],
    ]);
  });
});

describe('createProgressReporter', () => {
  const counts = { numAdded: 2, numUpdated: 1, numSkipped: 3, numDeleted: 4 };

  test('counts what was stored on embedding, store and records, without what was deleted', () => {
    const { events, stateOf } = eventsOf();
    const progress = createProgressReporter(plan, events, undefined);
    progress.began();
    const batch = batchOf('Otters.');
    const ids = { chunkIds: () => new Map(), addedIndexes: [0], updatedIndexes: [] };
    progress.stored(partOf(file), { batch, counts, ...ids });
    for (const id of ['openAIEmbeddings', 'hnsw', 'SQLiteRecordManager']) {
      expect(stateOf(id)).toMatchObject({ status: 'running', unit: 'chunks', done: 6 });
    }
    expect(events.run().status).toBe('RUNNING');
  });

  test('says of loader and splitter that they work, and that they are done', () => {
    const { events, stateOf } = eventsOf();
    const progress = createProgressReporter(plan, events, undefined);
    progress.started(partOf(file));
    expect([stateOf('textFile')?.status, stateOf('recursiveCharacterTextSplitter')?.status]).toEqual([
      'running',
      'running',
    ]);
    progress.loaded(partOf(file));
    expect([stateOf('textFile')?.status, stateOf('recursiveCharacterTextSplitter')?.status]).toEqual(['done', 'done']);
  });

  test('shows what takes long in a loader, and its own message again behind it', async () => {
    const { events, stateOf } = eventsOf();
    const progress = createProgressReporter(plan, events, undefined);
    const part = partOf(file);
    progress.started(part);
    const { onStep } = progress.listener(part);
    onStep('Recognising the text of page 1 of 2');
    expect(stateOf('textFile')?.message).toBe('Recognising the text of page 1 of 2');
    onStep(undefined);
    expect(stateOf('textFile')?.message).toBeUndefined();
    const batch = {
      ...batchOf('Otters.'),
      progress: { unit: 'bytes', done: 1, total: 2, message: 'A note.' } as const,
    };
    await collect(progress.watch(asyncOf(batch), part));
    onStep('Recognising the text of page 2 of 2');
    progress.loaded(part);
    expect(stateOf('textFile')).toMatchObject({ status: 'done', message: 'A note.' });
  });

  test.each([
    { of: 'a long document without a splitter', loader: text, length: 40_000, hint: 'one chunk of 40,000 characters' },
    { of: 'a short document without a splitter', loader: text, length: 900, hint: undefined },
    { of: 'a long chunk of a splitter', loader: file, length: 40_000, hint: undefined },
  ])('tells of $of: $hint', async ({ loader, length, hint }) => {
    const { events, stateOf } = eventsOf();
    const progress = createProgressReporter(plan, events, undefined);
    const batch = batchOf('x'.repeat(length));
    expect(await collect(progress.watch(asyncOf(batch), partOf(loader)))).toEqual([batch]);
    if (hint === undefined) expect(stateOf(loader.id)?.message).toBeUndefined();
    else expect(stateOf(loader.id)?.message).toContain(hint);
  });

  test('leaves a note on the record manager when the run is over', () => {
    const { events, stateOf } = eventsOf();
    const progress = createProgressReporter(plan, events, 'The store had lost its chunks.');
    progress.finished(counts);
    expect(stateOf('SQLiteRecordManager')).toMatchObject({
      status: 'done',
      total: 6,
      message: 'The store had lost its chunks.',
    });
  });
});
