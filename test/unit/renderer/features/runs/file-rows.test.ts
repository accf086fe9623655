import { describe, expect, test } from 'vitest';
import { rowsOfChoice, rowsOfRun } from '../../../../../renderer/features/runs/file-rows.ts';
import type { RunFile } from '../../../../../shared/api/run-files.ts';

function runFile(change: Partial<RunFile>): RunFile {
  const counts = { chunks: 0, added: 0, updated: 0, skipped: 0 };
  return { id: 1, nodeId: 'loader_0', name: 'a.txt', state: 'waiting', sizeBytes: 200, ...counts, ...change };
}

function wordsOf(change: Partial<RunFile>): string | undefined {
  return rowsOfRun([runFile(change)])[0]?.words;
}

describe('the rows of a run', () => {
  test.each<[Partial<RunFile>, string]>([
    [{ state: 'waiting' }, 'waiting'],
    [{ state: 'reading', readBytes: 125 }, 'reading 62 %'],
    [{ state: 'reading' }, 'reading'],
    [{ state: 'embedding', chunks: 41, added: 10, skipped: 2 }, '12 of 41 chunks'],
    [{ state: 'stored', chunks: 41, added: 41 }, '41 chunks'],
    [{ state: 'stored', chunks: 1, added: 1 }, '1 chunk'],
    [{ state: 'unchanged', chunks: 41, skipped: 41 }, '41 chunks, unchanged'],
    [{ state: 'cancelled' }, 'stopped'],
  ])('%o', (change, words) => {
    expect(wordsOf(change)).toBe(words);
  });

  test('have what was stored as undone, once the run was', () => {
    const files = (['stored', 'unchanged', 'failed'] as const).map((state, id) => runFile({ id, state, chunks: 2 }));
    const looks = (isUndone: boolean) => rowsOfRun(files, isUndone).map(({ tone, words }) => [tone, words]);
    const others = [
      ['failed', ''],
      ['done', '2 chunks, unchanged'],
    ];
    expect(looks(true)).toEqual([others[0], ['stopped', 'undone'], others[1]]);
    expect(looks(false)).toEqual([others[0], ['done', '2 chunks'], others[1]]);
  });

  test('have what failed first, with its reason', () => {
    const error = { code: 'FILE_CORRUPT', message: '"b.pdf" is broken: send another copy.' };
    const rows = rowsOfRun([runFile({}), runFile({ id: 2, name: 'b.pdf', state: 'failed', error })]);
    expect(rows.map(({ path, reason }) => [path, reason])).toEqual([
      ['b.pdf', error.message],
      ['a.txt', undefined],
    ]);
  });
});

test('a file that is read but for a part is done, and says what is missing', () => {
  const error = { code: 'FILE_CORRUPT', message: 'Of "a.txt" line 2 could not be read.' };
  const done = { tone: 'done', words: '1 chunk', reason: error.message };
  expect(rowsOfRun([runFile({ state: 'stored', chunks: 1, added: 1, error })])).toMatchObject([done]);
  const files = [{ path: 'a.txt', file: new File(['four'], 'a.txt') }];
  const foreseen = rowsOfChoice(files, [{ name: 'a.txt', message: error.message, isPartial: true }]);
  expect(foreseen).toMatchObject([{ tone: 'none', reason: error.message }]);
});

describe('the rows of a choice', () => {
  test('have their sizes, and what a dry run could not read', () => {
    const files = ['a.txt', 'b.pdf'].map((path) => ({ path, file: new File(['four'], path) }));
    expect(rowsOfChoice(files, [{ name: 'b.pdf', message: 'broken' }])).toMatchObject([
      { path: 'b.pdf', tone: 'failed', reason: 'broken' },
      { path: 'a.txt', tone: 'none', sizeBytes: 4, reason: undefined },
    ]);
  });
});
