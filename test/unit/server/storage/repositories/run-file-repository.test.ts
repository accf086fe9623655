import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../../electron/server/storage/database.ts';
import { createDeletionRepository } from '../../../../../electron/server/storage/repositories/deletion-repository.ts';
import { createGarbageRepository } from '../../../../../electron/server/storage/repositories/garbage-repository.ts';
import { createRunFileRepository } from '../../../../../electron/server/storage/repositories/run-file-repository.ts';
import { createRunRepository } from '../../../../../electron/server/storage/repositories/run-repository.ts';
import type { RunFile, RunFileState } from '../../../../../shared/api/run-files.ts';
import { openNewDatabase } from '../../../../helpers/builders/new-database.ts';
import { makeTemporaryFolder } from '../../../../helpers/builders/temporary-folder.ts';

const ALL = { after: 0, limit: 1000 };
const NO_COUNTS = { waiting: 0, reading: 0, embedding: 0, stored: 0, unchanged: 0, failed: 0, cancelled: 0 };
const PROGRESS = {
  files: { total: 0, ...NO_COUNTS },
  hasAllFiles: true,
  chunks: 0,
  chunksDone: 0,
  hasAllChunks: true,
  elapsedMs: 1,
};

let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;

beforeEach(() => {
  folder = makeTemporaryFolder();
  db = openNewDatabase(join(folder.path, 'test.sqlite'));
});

afterEach(() => {
  db.close();
  folder.remove();
});

function fileOf(id: number, state: RunFileState): RunFile {
  const error = state === 'failed' ? { error: { code: 'FILE_EMPTY', message: 'It is empty: send another copy.' } } : {};
  return { id, nodeId: 'loader', name: `File ${id}.txt`, state, chunks: 1, added: 0, updated: 0, skipped: 1, ...error };
}

/** A run with a file in each of these states. */
function addRun(...states: RunFileState[]): string {
  const id = randomUUID();
  const createdDate = '2026-01-01T00:00:00.000Z';
  const run = { id, ownerId: 'flow', kind: 'flow', createdDate, finishedDate: null } as const;
  const seq = createRunRepository(db).insert({ ...run, status: 'FINISHED', nodes: [], result: null, error: null });
  const files = states.map((state, index) => fileOf(index + 1, state));
  createRunFileRepository(db).save(seq, files, PROGRESS);
  return id;
}

const statesOf = (runId: string) =>
  createRunFileRepository(db)
    .list(runId, ALL)
    .map(({ state }) => state);

test('files are given back as they were written, by state and by a part of the name', () => {
  const id = addRun('stored', 'failed', 'unchanged');
  const rows = createRunFileRepository(db);
  expect(rows.list(id, ALL)).toEqual([fileOf(1, 'stored'), fileOf(2, 'failed'), fileOf(3, 'unchanged')]);
  expect(rows.list(id, { ...ALL, state: 'failed' })).toEqual([fileOf(2, 'failed')]);
  expect(rows.list(id, { ...ALL, search: 'FILE 3' })).toEqual([fileOf(3, 'unchanged')]);
  expect(rows.list(id, { after: 1, limit: 1 })).toEqual([fileOf(2, 'failed')]);
});

test('what a killed run had not done is cancelled, and counted so', () => {
  const id = addRun('stored', 'embedding', 'reading', 'waiting');
  const counts = createRunFileRepository(db).cutOff(id);
  expect(counts).toEqual({ ...NO_COUNTS, total: 4, stored: 1, cancelled: 3 });
  expect(statesOf(id)).toEqual(['stored', 'cancelled', 'cancelled', 'cancelled']);
});

test('unchanged files stay with the newest ten runs of a flow, others with all', () => {
  const runs = Array.from({ length: 12 }, () => addRun('unchanged', 'failed'));
  const garbage = createGarbageRepository(db);
  expect(garbage.ownersOfManyRuns()).toEqual(['flow']);
  expect([garbage.dropFiles('flow'), garbage.dropFiles('flow')]).toEqual([2, 0]);
  expect(runs.slice(0, 3).map(statesOf)).toEqual([['failed'], ['failed'], ['unchanged', 'failed']]);
});

test('a deletion takes the files of runs, then the runs', () => {
  const id = addRun('stored', 'failed');
  const deletions = createDeletionRepository(db);
  expect([deletions.dropRuns('flow'), statesOf(id)]).toEqual([2, []]);
  expect([deletions.dropRuns('flow'), deletions.dropRuns('flow')]).toEqual([1, 0]);
});
