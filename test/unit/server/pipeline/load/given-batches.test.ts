import { describe, expect, test } from 'vitest';
import { createChunkColumns } from '../../../../../electron/server/pipeline/load/chunk-columns.ts';
import { createGivenBatches } from '../../../../../electron/server/pipeline/load/given-batches.ts';

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
