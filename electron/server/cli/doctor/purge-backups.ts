import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../../storage/backups.ts';

/** Deletes the backups of the database, but none that a server is just making. @returns how many there were */
export function purgeBackups(folder: string): number {
  const backups = listBackups(folder);
  for (const { name } of backups) rmSync(join(folder, name), { force: true });
  return backups.length;
}
