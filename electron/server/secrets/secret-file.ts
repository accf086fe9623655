import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { codeOf } from '../../../shared/errors/system-errors.ts';

/** Readable by its owner only. On Windows it has the rights of the data folder. */
const MODE = 0o600;

/** The text of a file that only its owner may read; undefined if it does not exist. Corrects the mode if others could read it. */
export function readSecretFile(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  // A copy or a restored backup may have made it readable for others.
  if (process.platform !== 'win32') chmodSync(file, MODE);
  return text.trim();
}

/** Writes a new file that only its owner may read, and waits until it is on the disk: data sealed with a secret must not outlive it. */
export function makeSecretFile(file: string, text: string): void {
  const handle = openSync(file, 'wx', MODE);
  try {
    writeSync(handle, `${text}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
