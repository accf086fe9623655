import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that only its owner may look into, and those above it. One by one: Node's own `recursive` never ends where the system makes no folder and
 * says that the one above is missing, as in /proc.
 * @throws Error of the system
 */
export function makeFolders(path: string): void {
  const isFolder = () => existsSync(path) && statSync(path).isDirectory();
  if (isFolder()) return;
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolders(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder()) throw error;
  }
}
