import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret of a data folder, as a program of its owner reads it. */
export function localTokenOf(dataDir: string): string {
  return readFileSync(join(dataDir, 'local.token'), 'utf8').trim();
}
