import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addBackup, listBackups, partialBackup } from '../../../../electron/server/storage/backups.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 0, 1, 0, 30);

let folder: ReturnType<typeof makeTemporaryFolder>;

beforeEach(() => {
  folder = makeTemporaryFolder();
});

afterEach(() => folder.remove());

const backups = () => join(folder.path, 'backups');

function add(atMs: number): string {
  const partial = partialBackup(backups());
  writeFileSync(partial, 'a copy');
  return addBackup(backups(), partial, new Date(atMs));
}

/** Ages in days, of the newest first. */
const agesAt = (nowMs: number) =>
  listBackups(backups()).map(({ date }) => Math.round(((nowMs - date.getTime()) / DAY) * 100) / 100);

describe('the ladder of backups', () => {
  test('of backups made every hour for 40 days it keeps the last hours, days and weeks, none over 30 days', () => {
    for (let hour = 0; hour <= 40 * 24; hour += 1) add(START + hour * HOUR);
    const ages = agesAt(START + 40 * DAY);
    expect(ages.length).toBeLessThanOrEqual(10);
    expect(ages.slice(0, 2)).toEqual([0, 0.04]);
    expect(ages.filter((age) => age > 0.5 && age < 4)).toEqual([1.04, 2.04]);
    expect(ages.filter((age) => age >= 4).length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...ages)).toBeLessThanOrEqual(30);
  });

  test('a clock set back by weeks: new backups stay, and those of days and weeks before do too', () => {
    for (let day = 0; day <= 28; day += 1) add(START + day * DAY);
    const before = listBackups(backups()).length;
    const first = add(START + 7 * DAY + HOUR);
    const second = add(START + 7 * DAY + 2 * HOUR);
    const names = listBackups(backups()).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual([second, first]);
    expect(names.length).toBeGreaterThanOrEqual(before - 2);
  });

  test('copies that have no number yet are the oldest, and what is not ours stays', () => {
    mkdirSync(backups());
    writeFileSync(join(backups(), 'notes.txt'), 'not ours');
    const old = 'tributary-2026-01-02T03-04-05-678Z.db';
    writeFileSync(join(backups(), old), 'a copy');
    const name = add(START);
    expect(listBackups(backups()).map((backup) => backup.name)).toEqual([name, old]);
    expect(readdirSync(backups())).toContain('notes.txt');
  });

  test('a copy that is too old goes as soon as there is a newer one', () => {
    add(START);
    const name = add(START + 31 * DAY);
    expect(listBackups(backups()).map((backup) => backup.name)).toEqual([name]);
  });
});
