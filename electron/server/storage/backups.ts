import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseStamp, stampOf } from './database.ts';

export interface BackupFile {
  readonly name: string;
  /** Grows with each backup, whatever the clock says. */
  readonly number: number;
  readonly date: Date;
  readonly sizeBytes: number;
}

const NAME = /^tributary-(?:(\d{6})-)?([\dT-]+Z)\.db$/;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** No backup is kept longer once there is a newer one: what was deleted in the app is gone from its backups then. */
export const LONGEST_MS = 30 * DAY_MS;

/** How many of the newest hours, days and weeks that have a backup keep their last one. */
const LADDER = [
  { rungMs: HOUR_MS, kept: 2 },
  { rungMs: DAY_MS, kept: 4 },
  { rungMs: 7 * DAY_MS, kept: 4 },
] as const;

function parse(folder: string, name: string): BackupFile | undefined {
  const [, number, stamp = ''] = NAME.exec(name) ?? [];
  const date = parseStamp(stamp);
  if (date === undefined) return undefined;
  const found = statSync(join(folder, name), { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return { name, number: Number(number ?? 0), date, sizeBytes: found.size };
}

/** The backups of a folder, the one made last first. */
export function listBackups(folder: string): BackupFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => parse(folder, name) ?? [])
    .sort((a, b) => b.number - a.number || b.date.getTime() - a.date.getTime());
}

/** Which backups may go: all but the newest two, and the last of the newest hours, days and weeks, unless they are too old. */
function chooseExpired(newestFirst: readonly BackupFile[], now: Date): BackupFile[] {
  const kept = new Set(newestFirst.slice(0, 2));
  for (const { rungMs, kept: most } of LADDER) {
    const rungs = new Set<number>();
    for (const backup of newestFirst) {
      const rung = Math.floor(backup.date.getTime() / rungMs);
      if (!rungs.has(rung) && rungs.size < most) kept.add(backup);
      rungs.add(rung);
    }
  }
  const oldest = now.getTime() - LONGEST_MS;
  return newestFirst.filter((backup, index) => !kept.has(backup) || (index > 0 && backup.date.getTime() < oldest));
}

/** Takes a checked copy among the backups, and removes those that it makes unnecessary. @returns its name */
export function addBackup(folder: string, partial: string, now: Date): string {
  const number = (listBackups(folder)[0]?.number ?? 0) + 1;
  const name = `tributary-${String(number).padStart(6, '0')}-${stampOf(now)}.db`;
  renameSync(partial, join(folder, name));
  for (const expired of chooseExpired(listBackups(folder), now)) rmSync(join(folder, expired.name));
  return name;
}

/** Where the next copy is made. What an earlier one left is removed. */
export function partialBackup(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, 'next.partial');
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(partial + suffix, { force: true });
  return partial;
}
