import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every byte of the files in a folder and its folders, as latin1, to look for what must not be there. */
export function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
