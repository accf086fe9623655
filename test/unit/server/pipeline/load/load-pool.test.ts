import { createHash } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { ChunkBatch } from '../../../../../electron/server/core/chunk.ts';
import type { SourceFile } from '../../../../../electron/server/core/document.ts';
import type { LoadJob } from '../../../../../electron/server/core/load-job.ts';
import { createChunkColumns } from '../../../../../electron/server/pipeline/load/chunk-columns.ts';
import { createGivenBatches, createLoadPool } from '../../../../../electron/server/pipeline/load/load-pool.ts';
import { OperationalError, UserError } from '../../../../../shared/errors/errors.ts';
import { collect } from '../../../../helpers/builders/collect.ts';
import { makeLoadFolders } from '../../../../helpers/builders/load-folders.ts';
import { sourceFileMaker } from '../../../../helpers/builders/source-files.ts';

const makeFile = sourceFileMaker();
const folders = makeLoadFolders();
const pool = createLoadPool({ folders, threads: 1 });
afterAll(() => pool.close());

const live = new AbortController().signal;
const lines = (count: number, width = 60) =>
  Array.from({ length: count }, (_, index) => `Line ${index} ${'abc '.repeat(width / 4)}`).join('\n');

/** Paragraphs, so that the splitter need not look far ahead. */
const paragraphs = (count: number) => lines(count).replaceAll('\n', '\n\n');

function textJob(files: SourceFile[], changes: Partial<LoadJob> = {}): LoadJob {
  return {
    loader: { nodeId: 'textFile_0', name: 'textFile', params: {} },
    splitter: {
      nodeId: 'splitter_0',
      name: 'recursiveCharacterTextSplitter',
      params: { chunkSize: 200, chunkOverlap: 20 },
    },
    files,
    sourceIdKey: 'source',
    batchSize: 16,
    ...changes,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function hashesOf(batch: ChunkBatch, row: number): string[] {
  return [0, 1, 2].map((index) => {
    const at = (row * 3 + index) * 16;
    return Buffer.from(batch.hashes.subarray(at, at + 16)).toString('hex');
  });
}

describe('createLoadPool for loaders that fetch', () => {
  const plainJob = (text: string): LoadJob => ({
    loader: { nodeId: 'plainText_0', name: 'plainText', params: { text } },
    splitter: undefined,
    files: [],
    sourceIdKey: 'source',
    batchSize: 16,
  });

  test('loads without a file and counts documents', async () => {
    const [batch, ...others] = await collect(pool.loadChunks(plainJob('Bees sleep in winter.'), live));
    expect(others).toEqual([]);
    expect(batch?.contents).toEqual(['Bees sleep in winter.']);
    expect(batch?.sources).toEqual(['Plain text']);
    expect(batch?.progress).toEqual({ unit: 'documents', done: 1, total: 1 });
  });

  test('is not kept waiting by a file that is being read', async () => {
    const file = await makeFile('long.txt', paragraphs(5000));
    const reading = pool.loadChunks(textJob([file]), live)[Symbol.asyncIterator]();
    try {
      await reading.next();
      const [batch] = await collect(pool.loadChunks(plainJob('Meanwhile'), live));
      expect(batch?.contents).toEqual(['Meanwhile']);
    } finally {
      await reading.return?.();
    }
  });
});

describe('createLoadPool', () => {
  test('reads, splits, describes and hashes in a worker', async () => {
    const file = await makeFile('notes ä.txt', lines(300));
    const batches = await collect(pool.loadChunks(textJob([file]), live));
    expect(batches.length).toBeGreaterThan(3);
    const last = batches.at(-1);
    expect(last?.progress).toEqual({ unit: 'bytes', done: file.sizeBytes, total: file.sizeBytes });
    let chunkNo = 0;
    for (const batch of batches) {
      expect(batch.hashes).toHaveLength(batch.contents.length * 48);
      for (const [row, content] of batch.contents.entries()) {
        chunkNo += 1;
        expect(batch.chunkNos[row]).toBe(chunkNo);
        expect(batch.sources[row]).toBe('notes ä.txt');
        const metadata = batch.metadata[row] ?? '';
        const { loc } = JSON.parse(metadata);
        expect(metadata).toBe(
          `{"loc":{"lines":{"from":${loc.lines.from},"to":${loc.lines.to}},"offset":{"from":${loc.offset.from},"to":${loc.offset.to}}},"source":"notes ä.txt"}`,
        );
        expect(lines(300).slice(loc.offset.from, loc.offset.to)).toBe(content);
        const ofMetadata = [sha256('{"source":"notes ä.txt"}'), sha256(metadata)]
          .map((hex) => hex.slice(0, 16))
          .join('');
        expect(hashesOf(batch, row)).toEqual([sha256(content), sha256(`notes ä.txt\0${content}`), ofMetadata]);
      }
    }
  });

  test('counts chunks per source over several files', async () => {
    const files = [await makeFile('a.txt', 'one'), await makeFile('b.txt', 'two'), await makeFile('a.txt', 'three')];
    const [batch] = await collect(pool.loadChunks(textJob(files), live));
    expect(batch?.sources).toEqual(['a.txt', 'b.txt', 'a.txt']);
    expect(batch?.chunkNos).toEqual([1, 1, 2]);
    expect(batch && [0, 1, 2].map((row) => hashesOf(batch, row)[1])).toEqual([
      sha256('a.txt\0one'),
      sha256('b.txt\0two'),
      sha256('a.txt\0three'),
    ]);
  });

  test('takes one document as one chunk where there is no splitter', async () => {
    const file = await makeFile('a.txt', `${lines(50)}\n`);
    const [batch] = await collect(pool.loadChunks(textJob([file], { splitter: undefined }), live));
    expect(batch?.contents).toEqual([`${lines(50)}\n`]);
    expect(batch?.metadata).toEqual([
      `{"loc":{"lines":{"from":1,"to":51},"offset":{"from":0,"to":${lines(50).length + 1}}},"source":"a.txt"}`,
    ]);
  });

  test('carries errors over with code and node', async () => {
    const file = await makeFile('nothing.txt', '');
    const failure = await collect(pool.loadChunks(textJob([file]), live)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(failure).toMatchObject({ code: 'FILE_EMPTY', nodeId: 'textFile_0', details: { file: 'nothing.txt' } });
  });

  test('names the splitter for its params', async () => {
    const file = await makeFile('a.txt', 'text');
    const splitter = { nodeId: 'splitter_0', name: 'recursiveCharacterTextSplitter', params: { chunkSize: 10 } };
    const failure = await collect(pool.loadChunks(textJob([file], { splitter }), live)).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 'INVALID_PARAM', nodeId: 'splitter_0', details: { param: 'chunkOverlap' } });
  });

  test('holds the worker back until batches are taken', async () => {
    const file = await makeFile('long.txt', paragraphs(30_000));
    const iterator = pool.loadChunks(textJob([file]), live)[Symbol.asyncIterator]();
    await iterator.next();
    // Another worker reads all of it meanwhile: had the first one not been held back, it would have reached the end too.
    const free = createLoadPool({ folders, threads: 1 });
    await collect(free.loadChunks(textJob([file]), live));
    await free.close();
    await appendFile(file.path, '\n\nwritten later');
    let last: ChunkBatch | undefined;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) last = next.value;
    expect(last?.contents.at(-1)).toContain('written later');
  });

  test('stops when aborted, and takes the next job', async () => {
    const file = await makeFile('long.txt', lines(10_000));
    const abort = new AbortController();
    const reason = new UserError('RUN_CANCELLED', 'Cancelled.');
    const taken: ChunkBatch[] = [];
    const reading = async () => {
      for await (const batch of pool.loadChunks(textJob([file]), abort.signal)) {
        taken.push(batch);
        if (taken.length === 2) abort.abort(reason);
      }
    };
    await expect(reading()).rejects.toBe(reason);
    expect(taken).toHaveLength(2);
    expect(await collect(pool.loadChunks(textJob([await makeFile('b.txt', 'after')]), live))).toHaveLength(1);
  });

  test('lets no job wait for the end of others, whose readers are slow, however few threads there are', async () => {
    const long = await makeFile('long.txt', paragraphs(5000));
    const slow = Array.from({ length: 5 }, () => pool.loadChunks(textJob([long]), live)[Symbol.asyncIterator]());
    try {
      for (const reading of slow) await reading.next();
      const small = await collect(pool.loadChunks(textJob([await makeFile('b.txt', 'small')]), live));
      expect(small[0]?.contents).toEqual(['small']);
    } finally {
      for (const reading of slow) await reading.return?.();
    }
  });

  test('gives each of several jobs on one thread its own chunks, all and in order', async () => {
    const counts = [1500, 500, 1000, 10];
    const files = await Promise.all(counts.map((count, index) => makeFile(`${index}.txt`, paragraphs(count))));
    const read = async (file: SourceFile) =>
      (await collect(pool.loadChunks(textJob([file]), live))).flatMap(({ contents }) => contents);
    const together = await Promise.all(files.map(read));
    for (const [index, file] of files.entries()) expect(together[index]).toEqual(await read(file));
  });

  test('ends one job of several on a thread without disturbing the others', async () => {
    const long = await makeFile('long.txt', paragraphs(5000));
    const abort = new AbortController();
    const aborted = collect(pool.loadChunks(textJob([long]), abort.signal));
    const whole = collect(pool.loadChunks(textJob([long]), live));
    abort.abort(new Error('no longer wanted'));
    await expect(aborted).rejects.toThrow('no longer wanted');
    expect((await whole).at(-1)?.progress.done).toBe(long.sizeBytes);
  });

  test('survives a worker that runs out of memory, and names the file', async () => {
    const small = createLoadPool({ folders, threads: 1, memoryLimitMb: 24 });
    try {
      const file = await makeFile('huge.txt', 'ä'.repeat(30_000_000));
      const job = textJob([file], { splitter: undefined });
      const failure = await collect(small.loadChunks(job, live)).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(OperationalError);
      expect(failure).toMatchObject({ code: 'WORKER_CRASHED', nodeId: 'textFile_0' });
      expect(String(failure)).toContain('huge.txt');
      const after = textJob([await makeFile('b.txt', 'after')]);
      expect(await collect(small.loadChunks(after, live))).toHaveLength(1);
    } finally {
      await small.close();
    }
  });

  test('goes on with a job whose worker ran out of memory for another one', async () => {
    const shared = createLoadPool({ folders, threads: 1, memoryLimitMb: 24 });
    try {
      const good = textJob([await makeFile('good.txt', paragraphs(2000))]);
      const contentsOf = (batches: readonly ChunkBatch[]) => batches.flatMap(({ contents }) => contents);
      const expected = contentsOf(await collect(shared.loadChunks(good, live)));
      const reading = shared.loadChunks(good, live)[Symbol.asyncIterator]();
      const first = await reading.next();
      const huge = textJob([await makeFile('huge.txt', 'ä'.repeat(30_000_000))], { splitter: undefined });
      const failure = await collect(shared.loadChunks(huge, live)).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'WORKER_CRASHED', details: { file: 'huge.txt' } });
      expect(String(failure)).toContain('more memory');
      const rest = await collect({ [Symbol.asyncIterator]: () => reading });
      expect(first.done).toBe(false);
      expect([...(first.value?.contents ?? []), ...contentsOf(rest)]).toEqual(expected);
    } finally {
      await shared.close();
    }
  });

  /** The end of the worker that starts next. */
  const nextExit = () =>
    new Promise<number>((resolve) => {
      process.once('worker', (worker) => worker.once('exit', resolve));
    });

  test('ends a worker that has no work, and starts another one for the next job', async () => {
    const idling = createLoadPool({ folders, threads: 1, idleMs: 1 });
    try {
      const job = textJob([await makeFile('a.txt', 'text')]);
      for (let round = 0; round < 2; round += 1) {
        const exit = nextExit();
        expect(await collect(idling.loadChunks(job, live))).toHaveLength(1);
        await exit;
      }
    } finally {
      await idling.close();
    }
  });

  test('keeps a worker that has work again, however long its reader takes', async () => {
    const options = { folders, threads: 1, idleMs: 50 };
    const [busy, idling] = [createLoadPool(options), createLoadPool(options)];
    try {
      const small = textJob([await makeFile('a.txt', 'text')]);
      const long = await makeFile('long.txt', paragraphs(5000));
      await collect(busy.loadChunks(small, live));
      const reading = busy.loadChunks(textJob([long]), live)[Symbol.asyncIterator]();
      await reading.next();
      // Meanwhile another worker does its work, is idle and ends.
      const exit = nextExit();
      await collect(idling.loadChunks(small, live));
      await exit;
      const rest = await collect({ [Symbol.asyncIterator]: () => reading });
      expect(rest.at(-1)?.progress.done).toBe(long.sizeBytes);
    } finally {
      await Promise.all([busy.close(), idling.close()]);
    }
  });

  test('fails running and later jobs when it is closed', async () => {
    const closing = createLoadPool({ folders, threads: 1 });
    const running = closing.loadChunks(textJob([await makeFile('long.txt', lines(10_000))]), live);
    const iterator = running[Symbol.asyncIterator]();
    await iterator.next();
    await closing.close();
    const rest = async () => {
      while ((await iterator.next()).done !== true);
    };
    await expect(rest()).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await expect(collect(closing.loadChunks(textJob([]), live))).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  });
});

/** A batch of chunks of one word each. */
function batchOf(words: string) {
  const columns = createChunkColumns(8);
  for (const [index, content] of words.split(' ').entries()) {
    columns.add({ content, metadata: '{}', facts: '{}', source: 'a.txt', chunkNo: index + 1 });
  }
  return columns.take({ unit: 'bytes', done: 0, total: 0 });
}

/** Begins a job, begins it again for each further list of batches, and ends it after the last. @returns the batches that were handed out */
function handOut(...attempts: readonly (readonly string[])[]): { readonly count: number; readonly handed: string[] } {
  const given = createGivenBatches();
  const handed: string[] = [];
  for (const [attempt, batches] of attempts.entries()) {
    if (attempt > 0) given.beginAgain();
    handed.push(...batches.filter((words) => given.take(batchOf(words))));
  }
  given.end();
  return { count: given.count, handed };
}

describe('a job that begins again', () => {
  test.each<[string, readonly (readonly string[])[]]>([
    ['never', [['otter', 'owl', 'eel']]],
    ['before its first batch', [[], ['otter', 'owl', 'eel']]],
    [
      'after some',
      [
        ['otter', 'owl'],
        ['otter', 'owl', 'eel'],
      ],
    ],
    [
      'after all',
      [
        ['otter', 'owl', 'eel'],
        ['otter', 'owl', 'eel'],
      ],
    ],
    ['twice, the first time before it has caught up', [['otter', 'owl'], ['otter'], ['otter', 'owl', 'eel']]],
    ['twice, the first time when it was further', [['otter'], ['otter', 'owl'], ['otter', 'owl', 'eel']]],
  ])('hands out each batch once when it does so %s', (_when, attempts) => {
    expect(handOut(...attempts)).toEqual({ count: 3, handed: ['otter', 'owl', 'eel'] });
  });

  test('hands out equal batches of one job as often as it brings them', () => {
    expect(handOut(['otter', 'otter'], ['otter', 'otter', 'otter'])).toMatchObject({ count: 3 });
  });
});

describe('a job that brings other batches when it begins again', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['another text', ['otter'], ['owl']],
    ['another text, last', ['otter', 'owl'], ['otter', 'eel']],
    ['another text, first', ['otter', 'owl'], ['eel', 'owl']],
    ['another order', ['otter', 'owl'], ['owl', 'otter']],
    ['batches cut elsewhere', ['otter', 'owl eel'], ['otter owl', 'eel']],
    ['a chunk more', ['otter'], ['otter owl']],
    ['a batch less', ['otter', 'owl'], ['otter']],
    ['none', ['otter'], []],
  ])('fails: %s', (_what, first, then) => {
    expect(() => handOut(first, then)).toThrow(expect.objectContaining({ code: 'WORKER_CRASHED' }));
  });

  test('fails before it hands out anything further', () => {
    const given = createGivenBatches();
    for (const words of ['otter', 'owl']) given.take(batchOf(words));
    given.beginAgain();
    expect(given.take(batchOf('eel'))).toBe(false);
    expect(() => given.take(batchOf('owl'))).toThrow('run it again');
    expect(given.count).toBe(2);
  });
});
