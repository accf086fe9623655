import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listAside, removeAside } from '../../storage/aside-databases.ts';
import { listBackups } from '../../storage/backups.ts';
import type { DataFolder } from '../../storage/data-folder.ts';

/** Deletes the backups of the database and the databases that were set aside, except a backup that a server is making. @returns how many were deleted */
export function purgeBackups({ backups: folder, database }: DataFolder): { backups: number; aside: number } {
  const backups = listBackups(folder);
  for (const { name } of backups) rmSync(join(folder, name), { force: true });
  const aside = listAside(database);
  for (const one of aside) removeAside(database, one);
  return { backups: backups.length, aside: aside.length };
}
