import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BackupFile, LONGEST_MS } from './backups.ts';
import { DATABASE_FILES, parseStamp } from './database.ts';
import { fileSize } from './file-size.ts';

/** A database that was damaged, or that a backup took the place of. */
export interface AsideDatabase {
  readonly name: string;
  /** When it was set aside. */
  readonly date: Date;
  readonly sizeBytes: number;
}

const ASIDE = /^\.(?:damaged|replaced)-([\dT-]+Z)(-wal|-shm|-journal)?$/;

/** The databases that were set aside, beside the file of the one in use. */
export function listAside(database: string): AsideDatabase[] {
  const folder = dirname(database);
  const own = basename(database);
  const found = new Map<string, AsideDatabase>();
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const [, stamp = '', suffix = ''] = (file.startsWith(own) && ASIDE.exec(file.slice(own.length))) || [];
    const date = parseStamp(stamp);
    if (date === undefined) continue;
    const name = file.slice(0, file.length - suffix.length);
    const sizeBytes = (found.get(name)?.sizeBytes ?? 0) + fileSize(join(folder, file));
    found.set(name, { name, date, sizeBytes });
  }
  return [...found.values()];
}

/** Deletes a database that was set aside, with its log. */
export function removeAside(database: string, { name }: AsideDatabase): void {
  for (const suffix of DATABASE_FILES) rmSync(join(dirname(database), name + suffix), { force: true });
}

/** Deletes those that were set aside more than 30 days ago, if there is a newer backup. @returns their names */
export function expireAside(database: string, backups: readonly BackupFile[], now: Date): string[] {
  const newestMs = Math.max(...backups.map(({ date }) => date.getTime()));
  const expired = listAside(database).filter(
    ({ date }) => date.getTime() < now.getTime() - LONGEST_MS && date.getTime() < newestMs,
  );
  for (const aside of expired) removeAside(database, aside);
  return expired.map(({ name }) => name);
}
