import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitPage, commitPages, commitSteps } from '../../../../electron/server/storage/commit-pages.ts';
import { type Database, openDatabase } from '../../../../electron/server/storage/database.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let db: Database;

beforeEach(() => {
  folder = makeTemporaryFolder();
  db = openDatabase(join(folder.path, 'tributary.db'), () => new Date()).db;
});

afterEach(() => {
  db.close();
  folder.remove();
});

const insert = (key: string) => db.prepare('INSERT INTO setting VALUES (?, ?)').run(key, 'value');
const keys = () => db.prepare<[], string>('SELECT key FROM setting ORDER BY key').pluck().all();

test('each page is announced after its commit, and has room in the log before the next', async () => {
  const log: string[] = [];
  const commits = {
    db,
    announce: () => log.push(`announced ${keys().length}`),
    onCommit: async () => void log.push(db.inTransaction ? 'in a transaction' : 'room'),
  };
  await commitPages(commits, [['a', 'b'], ['c']], (page) => {
    for (const key of page) insert(key);
  });
  expect(log).toEqual(['announced 2', 'room', 'announced 3', 'room']);
});

test('a page is written as a whole or not at all, and ends the work', async () => {
  const work = commitPages({ db }, [['a'], ['b', 'a'], ['c']], (page) => {
    for (const key of page) insert(key);
  });
  await expect(work).rejects.toThrow('UNIQUE');
  expect(keys()).toEqual(['a']);
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
});

test('other work has its turn between two pages', async () => {
  const seen: number[] = [];
  let isDone = false;
  const others = (async () => {
    for (; !isDone; await nextTurn()) seen.push(keys().length);
  })();
  await commitPages({ db }, ['a', 'b', 'c'], insert);
  isDone = true;
  await others;
  expect(seen).toEqual(expect.arrayContaining([1, 2]));
});

test('a signal ends the work before the next page', async () => {
  const controller = new AbortController();
  const commits = { db, signal: controller.signal };
  const work = commitPages(commits, ['a', 'b'], (key) => {
    insert(key);
    controller.abort(new Error('enough'));
  });
  await expect(work).rejects.toThrow('enough');
  await expect(commitPage(commits, () => insert('c'))).rejects.toThrow('enough');
  expect(keys()).toEqual(['a']);
});

test('steps are repeated until nothing is left, and rest as they are asked to', async () => {
  let left = 5;
  const rests: number[] = [];
  const step = () => {
    const done = Math.min(2, left);
    left -= done;
    return done;
  };
  const rest = async (workedMs: number) => void rests.push(workedMs);
  expect(await commitSteps({ db, rest }, step)).toBe(5);
  expect(rests).toHaveLength(3);
  expect(rests.every((ms) => ms >= 0)).toBe(true);
  expect(await commitSteps({ db, rest }, () => undefined)).toBe(0);
  expect(rests).toHaveLength(3);
});
