import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listAside, removeAside } from '../../storage/aside-databases.ts';
import { listBackups } from '../../storage/backups.ts';
import type { DataFolder } from '../../storage/data-folder.ts';

/** Deletes the backups of the database, but none that a server is just making, and the databases that were set aside. @returns how many there were */
export function purgeBackups({ backups: folder, database }: DataFolder): { backups: number; aside: number } {
  const backups = listBackups(folder);
  for (const { name } of backups) rmSync(join(folder, name), { force: true });
  const aside = listAside(database);
  for (const one of aside) removeAside(database, one);
  return { backups: backups.length, aside: aside.length };
}
