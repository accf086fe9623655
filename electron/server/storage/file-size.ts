import { statSync } from 'node:fs';

/** Length of a file in bytes; 0 if it is not there. */
export function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
