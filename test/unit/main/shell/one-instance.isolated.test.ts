import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { OneInstance } from '../../../../electron/main/shell/one-instance.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const electron = vi.hoisted(() => ({ answers: [] as boolean[], asked: [] as unknown[] }));
vi.mock('electron', () => ({
  app: {
    requestSingleInstanceLock(asked: unknown) {
      electron.asked.push(asked);
      return electron.answers.shift();
    },
  },
}));

const { path: folder, remove } = makeTemporaryFolder();
const file = join(folder, 'closing');
const asked = { paths: ['/garden.tributary.json'] };

afterAll(remove);

describe('A start of the app', () => {
  let first: OneInstance;
  let second: OneInstance;

  beforeEach(() => {
    electron.asked = [];
    electron.answers = [true];
    first = new OneInstance(file);
    first.take({ paths: [] });
    second = new OneInstance(file);
  });

  test('is handed over to the one that is open', () => {
    electron.answers = [false];
    expect(second.take(asked)).toBe(false);
    expect(electron.asked.at(-1)).toEqual(asked);
    expect(first.isLeaving).toBe(false);
  });

  test('that is handed over ends without a word of the other', () => {
    electron.answers = [false];
    second.take(asked);
    second.setLeaving(true);
    expect(existsSync(file)).toBe(false);
  });

  test('waits for the end of one that closes, and is the one then', () => {
    first.setLeaving(true);
    expect(first.isLeaving).toBe(true);
    electron.answers = [false, false, true];
    expect(second.take(asked)).toBe(true);
    expect(existsSync(file)).toBe(false);
  });

  test('does not learn of one that closes and can not write it down, which closes all the same', () => {
    const unwritable = new OneInstance(join(folder, 'gone', 'closing'));
    electron.answers = [true];
    unwritable.take(asked);
    unwritable.setLeaving(true);
    expect(unwritable.isLeaving).toBe(true);
  });

  test('is handed over to one that could not close', () => {
    first.setLeaving(true);
    first.setLeaving(false);
    electron.answers = [false];
    expect(second.take(asked)).toBe(false);
  });
});
