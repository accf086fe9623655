import { expect, test } from 'vitest';
import {
  BACKUP_PAUSES,
  type BackupMoments,
  backupDelayMs,
} from '../../../../electron/server/services/backup-schedule.ts';

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
