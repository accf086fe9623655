import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  BACKUP_PAUSES,
  type BackupLimits,
  type BackupMoments,
  type BackupOptions,
  type BackupService,
  backupDelayMs,
  createBackupService,
} from '../../../../electron/server/services/backup-service.ts';
import { listBackups } from '../../../../electron/server/storage/backups.ts';
import { openDatabase } from '../../../../electron/server/storage/database.ts';
import { damagePages } from '../../../helpers/builders/backups.ts';
import { silentLog } from '../../../helpers/builders/silent-log.ts';
import { makeTemporaryFolder } from '../../../helpers/builders/temporary-folder.ts';

let folder: ReturnType<typeof makeTemporaryFolder>;
let backups: BackupService | undefined;
let today = new Date('2026-06-01T12:00:00Z');
let clockMs = 0;

beforeEach(() => {
  folder = makeTemporaryFolder();
  const { db } = openDatabase(file(), () => today);
  const insert = db.prepare('INSERT INTO setting (key, value) VALUES (?, ?)');
  for (let index = 0; index < 500; index += 1) insert.run(`key ${index}`, 'y'.repeat(1000));
  db.close();
});

afterEach(async () => {
  await backups?.close();
  folder.remove();
});

const file = () => join(folder.path, 'tributary.db');
const made = () => listBackups(join(folder.path, 'backups'));

function start(limits: Partial<BackupLimits> = {}, options: Partial<BackupOptions> = {}): BackupService {
  backups = createBackupService({
    databaseFile: file(),
    folder: join(folder.path, 'backups'),
    log: silentLog,
    now: () => today,
    clock: () => clockMs,
    hasRuns: false,
    limits: { checkAfterMs: 60_000, quietMs: 0, longestMs: 1000, firstMs: 1000, intervalMs: 1000, ...limits },
    ...options,
  });
  return backups;
}

test('a change is followed by a complete, self-contained copy', async () => {
  start().changed();
  await expect.poll(() => made().length).toBe(1);
  const copy = new BetterSqlite3(join(folder.path, 'backups', made()[0]?.name ?? ''), { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM setting').pluck().get()).toBe(500);
  expect(copy.pragma('journal_mode', { simple: true })).toBe('delete');
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  copy.close();
});

test('a clock that is set back by weeks does not keep the next backup from being made, and it counts as the newest', async () => {
  const service = start();
  service.changed();
  await expect.poll(() => made().length).toBe(1);
  today = new Date('2026-05-04T12:00:00Z');
  clockMs += 1000;
  service.changed();
  await expect.poll(() => made().length).toBe(2);
  expect(made()[0]?.date).toEqual(today);
});

test('of a database that has become damaged no copy counts, and the good ones stay', async () => {
  const service = start();
  service.changed();
  await expect.poll(() => made().length).toBe(1);
  const [good] = made();
  damagePages(file(), 50, 4);
  clockMs += 1000;
  service.changed();
  await expect.poll(() => service.isDamaged()).toBe(true);
  expect(made()).toEqual([good]);
});

test('an unchanged database is copied every day', async () => {
  start({ checkAfterMs: 0, dayMs: 1500 });
  await expect.poll(() => made().length, { timeout: 20_000 }).toBe(1);
  today = new Date(today.getTime() + 1501);
  await expect.poll(() => made().length, { timeout: 20_000 }).toBe(2);
});

test('a copy for which there is no room is not made, and the log says how much it needs', async () => {
  const warn = vi.fn();
  start({ marginBytes: 2 ** 52 }, { log: { ...silentLog, warn } }).changed();
  await expect
    .poll(() => warn.mock.calls)
    .toEqual([
      [{ neededBytes: expect.any(Number) }, expect.stringMatching(/^No backup was made, it needs .*free some/)],
    ]);
  expect(made()).toEqual([]);
});

test('what the start copied of an empty database does not put off the first backup that holds anything', async () => {
  const service = start({ checkAfterMs: 0, quietMs: 60_000, firstMs: 0, longestMs: 60_000 });
  await expect.poll(() => made().length).toBe(1);
  service.changed();
  await expect.poll(() => made().length).toBe(2);
});

test('a copy waits for the end of a burst, but not for changes that never end', async () => {
  const service = start({ quietMs: 60_000, firstMs: 60_000, longestMs: 60_000 });
  service.changed();
  clockMs += 59_900;
  service.changed();
  await expect.poll(() => made().length).toBe(1);
});

test('a database that was set aside goes after 30 days, with the next backup', async () => {
  const aside = (...dates: readonly string[]) => dates.map((date) => `tributary.db.${date}T03-04-05-678Z`);
  const [old = '', log = '', replaced = '', recent = ''] = [
    ...aside('damaged-2026-05-01'),
    `${aside('damaged-2026-05-01').join('')}-wal`,
    ...aside('replaced-2026-05-02', 'replaced-2026-05-03'),
  ];
  for (const name of [old, log, replaced, recent]) writeFileSync(join(folder.path, name), 'x');
  today = new Date('2026-06-02T02:00:00Z');
  const left = () => readdirSync(folder.path).filter((name) => name.startsWith('tributary.db.'));
  const service = start();
  expect(left()).toHaveLength(4);
  service.changed();
  await expect.poll(left).toEqual([recent]);
  await service.close();
});

const MINUTE = 60_000;

/** Plays changes that come every second for so long. @returns when copies were made, in ms */
function play(lastsMs: number, hasBackup: boolean, tookMs: number): number[] {
  const made: number[] = [];
  let last: BackupMoments['last'];
  let firstChangeMs: number | undefined;
  let dueMs = Number.POSITIVE_INFINITY;
  for (let nowMs = 0; nowMs <= lastsMs; nowMs += 1000) {
    if (nowMs >= dueMs) {
      last = { atMs: dueMs, tookMs };
      made.push(dueMs);
      firstChangeMs = undefined;
    }
    firstChangeMs ??= nowMs;
    const moments = { nowMs, firstChangeMs, hasBackup: hasBackup || made.length > 0, last };
    dueMs = nowMs + backupDelayMs(moments, BACKUP_PAUSES);
  }
  return made;
}

test('a change that is the last one is copied after 30 seconds', () => {
  const moments = { nowMs: 5000, firstChangeMs: 5000, hasBackup: true, last: undefined };
  expect(backupDelayMs(moments, BACKUP_PAUSES)).toBe(30_000);
});

test('changes that never pause are copied every ten minutes, so that damage after an hour of them loses no more', () => {
  const made = play(60 * MINUTE, true, 1000);
  expect(made[0]).toBe(10 * MINUTE);
  const lost = [...made.slice(1), 60 * MINUTE].map((ms, index) => ms - (made[index] ?? 0));
  expect(Math.max(...lost)).toBeLessThanOrEqual(10 * MINUTE + 1000);
});

test('the first backup there is comes within a minute of the first change', () => {
  expect(play(5 * MINUTE, false, 1000)).toEqual([45_000]);
});

test('copies that take long take a hundredth of the time, and are an hour apart at most', () => {
  const apart = (tookMs: number) => {
    const [first = 0, second = 0] = play(200 * MINUTE, true, tookMs);
    return second - first;
  };
  expect(apart(18_000)).toBe(30 * MINUTE);
  expect(apart(120_000)).toBe(60 * MINUTE);
});
