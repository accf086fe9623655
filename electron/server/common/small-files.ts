import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';

/** Up to here a file is written, read or removed at once: handing that to another thread takes this one longer than the work itself. */
export const SMALL_BYTES = 64 * 1024;

/** Makes a folder that only its owner may enter, and those above it. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Writes a file, a large one beside the work of this thread. */
export async function writeBytes(path: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > SMALL_BYTES) await writeFile(path, bytes);
  else writeFileSync(path, bytes);
}

/** Removes a file that may be gone, a large one beside the work of this thread. */
export async function removeFile(path: string, sizeBytes: number): Promise<void> {
  if (sizeBytes > SMALL_BYTES) await rm(path, { force: true });
  else rmSync(path, { force: true });
}
