import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { addBackup, partialBackup } from '../../../electron/server/storage/backups.ts';
import { runDatabaseTask } from '../../../electron/server/storage/run-database-task.ts';

const PAGE_BYTES = 8192;

/** A backup of the database as the server makes it. @returns its name */
export async function makeBackup(dataDir: string, at: Date = new Date()): Promise<string> {
  const folder = join(dataDir, 'backups');
  const partial = partialBackup(folder);
  const task = { kind: 'copy', file: join(dataDir, 'tributary.db'), to: partial } as const;
  const findings = await runDatabaseTask(task, new AbortController().signal);
  if (findings.length > 0) throw new Error(findings.join('\n'));
  return addBackup(folder, partial, at);
}

/** Overwrites whole pages of a database with garbage; the first page is 1. */
export function damagePages(file: string, from: number, count: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(count * PAGE_BYTES, 0xab), 0, count * PAGE_BYTES, (from - 1) * PAGE_BYTES);
  closeSync(handle);
}
