import { describe, expect, test } from 'vitest';
import type { BatchPart, ChunkBatch } from '../../../../electron/server/core/chunk.ts';
import { createRunFiles, type RunFiles } from '../../../../electron/server/pipeline/run-files.ts';

const NOTHING = { added: new Set<number>(), updated: new Set<number>() };
const EVERYTHING = { state: undefined, after: 0, limit: 1000 };

function setUp(names: readonly string[] = ['a.txt', 'b.txt', 'c.txt']) {
  const clock = { ms: 0 };
  const files = createRunFiles(
    () => clock.ms,
    () => undefined,
  );
  if (names.length > 0) {
    files.expect(
      'loader',
      names.map((name) => ({ name, path: `/${name}`, sizeBytes: 100 })),
    );
  }
  return { files, clock };
}

function batchOf(parts: readonly BatchPart[] | undefined, sources: readonly string[] = []): ChunkBatch {
  const count = parts?.reduce((sum, { chunks }) => sum + chunks, 0) ?? sources.length;
  const contents = Array.from({ length: count }, (_, index) => `chunk ${index}`);
  const progress = { unit: 'bytes', done: 0, total: undefined } as const;
  const columns = { contents, metadata: contents, sources, chunkNos: contents.map(() => 1) };
  return { ...columns, hashes: new Uint8Array(), progress, ...(parts === undefined ? {} : { parts }) };
}

const statesOf = (files: RunFiles) => files.list(EVERYTHING).map(({ state }) => state);

describe('the files of a run', () => {
  test('wait, are read, are embedded and are stored or unchanged', () => {
    const { files, clock } = setUp();
    expect(statesOf(files)).toEqual(['waiting', 'waiting', 'waiting']);
    files.reading('loader', { file: 0, readBytes: 40 });
    expect(files.list(EVERYTHING)[0]).toMatchObject({ state: 'reading', readBytes: 40 });
    const first = batchOf([
      { name: 'a.txt', file: 0, chunks: 2 },
      { name: 'b.txt', file: 1, chunks: 1 },
    ]);
    clock.ms = 500;
    files.loaded('loader', first);
    expect(statesOf(files)).toEqual(['embedding', 'reading', 'waiting']);
    files.stored('loader', first, { added: new Set([0]), updated: new Set([1]) });
    expect(files.list(EVERYTHING)[0]).toMatchObject({
      state: 'stored',
      added: 1,
      updated: 1,
      skipped: 0,
      elapsedMs: 500,
    });
    const second = batchOf([{ name: 'b.txt', file: 1, chunks: 1 }]);
    files.loaded('loader', second);
    files.readToEnd('loader');
    expect(statesOf(files)).toEqual(['stored', 'embedding', 'stored']);
    files.stored('loader', second, NOTHING);
    expect(files.list(EVERYTHING)[1]).toMatchObject({ state: 'unchanged', chunks: 2, skipped: 2 });
  });

  test('keep their places when a file between has no chunk', () => {
    const { files } = setUp();
    files.loaded('loader', batchOf([{ name: 'a.txt', file: 0, chunks: 1 }]));
    files.loaded('loader', batchOf([{ name: 'c.txt', file: 2, chunks: 1 }]));
    expect(statesOf(files)).toEqual(['embedding', 'stored', 'reading']);
  });

  test('that fail say why, and stay so', () => {
    const { files } = setUp();
    const error = { code: 'FILE_CORRUPT', message: 'b.txt is damaged: send another copy.' };
    const failure = { name: 'b.txt', ...error, sources: [], isOpenEnded: false, isReported: true, file: 1 };
    files.loaded('loader', { ...batchOf([{ name: 'a.txt', file: 0, chunks: 1 }]), failures: [failure] });
    files.readToEnd('loader');
    files.ended(true);
    expect(statesOf(files)).toEqual(['stored', 'failed', 'stored']);
    expect(files.list({ ...EVERYTHING, state: 'failed' })).toMatchObject([{ id: 2, error }]);
    expect(files.progress().files).toMatchObject({ total: 3, failed: 1, stored: 2 });
  });

  test('that are read but for a part say what is missing, and are stored', () => {
    const { files } = setUp();
    const error = { code: 'FILE_CORRUPT', message: 'b.txt was read without its page 2.' };
    const failure = { name: 'b.txt', ...error, sources: [], isPartial: true, isOpenEnded: false, isReported: true };
    files.loaded('loader', { ...batchOf([{ name: 'b.txt', file: 1, chunks: 1 }]), failures: [failure, failure] });
    files.readToEnd('loader');
    files.ended(true);
    expect(files.list(EVERYTHING)).toMatchObject([{}, { id: 2, state: 'stored', error }, {}]);
    expect(files.progress().files).toMatchObject({ total: 3, failed: 0, stored: 3 });
  });

  test('that a run did not reach are cancelled with it', () => {
    const { files } = setUp();
    files.loaded('loader', batchOf([{ name: 'a.txt', file: 0, chunks: 1 }]));
    files.ended(false);
    expect(statesOf(files)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  test('are found by a loader as they come', () => {
    const { files } = setUp([]);
    const batch = batchOf(undefined, ['https://a', 'https://a', 'https://b']);
    files.loaded('site', batch);
    expect(files.progress()).toMatchObject({ hasAllFiles: false, hasAllChunks: false, chunks: 3 });
    files.stored('site', batch, { added: new Set([0, 1, 2]), updated: new Set() });
    expect(files.list(EVERYTHING)).toMatchObject([
      { name: 'https://a', state: 'stored', chunks: 2, added: 2 },
      { name: 'https://b', state: 'reading', chunks: 1, added: 1 },
    ]);
    files.readToEnd('site');
    expect(statesOf(files)).toEqual(['stored', 'stored']);
    expect(files.progress()).toMatchObject({ hasAllFiles: true, hasAllChunks: true, chunksDone: 3 });
  });

  test('are counted once when their chunks come a second time, from the store', () => {
    const { files } = setUp(['a.txt']);
    files.loaded('loader', batchOf([{ name: 'a.txt', file: 0, chunks: 2 }]));
    files.readToEnd('loader');
    const stored = batchOf([{ name: 'a.txt', chunks: 2 }]);
    files.loaded('loader', stored);
    files.stored('loader', stored, NOTHING);
    expect(files.list(EVERYTHING)).toMatchObject([{ chunks: 2, skipped: 2, state: 'unchanged' }]);
    expect(files.progress()).toMatchObject({ chunks: 2, chunksDone: 2 });
  });

  test('are listed page by page, by state and by a part of the name', () => {
    const { files } = setUp(['Alpha.txt', 'beta.txt', 'alphabet.md']);
    expect(files.list({ ...EVERYTHING, search: 'ALPHA' }).map(({ id }) => id)).toEqual([1, 3]);
    expect(files.list({ ...EVERYTHING, after: 1, limit: 1 }).map(({ id }) => id)).toEqual([2]);
  });

  test('tell each follower what has changed since it looked', () => {
    const { files } = setUp();
    const follower = files.follow();
    expect(follower.take(2).map(({ id }) => id)).toEqual([1, 2]);
    files.reading('loader', { file: 0, readBytes: 1 });
    expect(follower.take(10).map(({ id }) => id)).toEqual([3, 1]);
    expect(follower.size).toBe(0);
  });
});

describe('the progress of a run', () => {
  test('tells rate and time left from what was read and stored', () => {
    const { files, clock } = setUp(['a.txt', 'b.txt']);
    const batch = batchOf([{ name: 'a.txt', file: 0, chunks: 100 }]);
    files.reading('loader', { file: 1, readBytes: 0 });
    files.loaded('loader', batch);
    clock.ms = 1000;
    files.stored('loader', batch, NOTHING);
    expect(files.progress()).not.toHaveProperty('chunksPerSecond');
    clock.ms = 4000;
    expect(files.progress()).toMatchObject({ readBytes: 100, totalBytes: 200, chunksPerSecond: 25, leftMs: 4000 });
    files.ended(true);
    expect(files.progress()).toMatchObject({ elapsedMs: 4000 });
    expect(files.progress()).not.toHaveProperty('leftMs');
  });
});
