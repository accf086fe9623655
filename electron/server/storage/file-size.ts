import { statfsSync, statSync } from 'node:fs';

/** Length of a file in bytes; 0 if it is not there. */
export function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Bytes that this user may still write on the disk of a path. @throws if the path is not there */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
