import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All bytes of the files in a folder and its subfolders, as latin1, to search for what must not be there. */
export function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
