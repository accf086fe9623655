import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { logFileName, logFileNumbers } from '../../../shared/data-folder.ts';

export interface RollingFileOptions {
  readonly folder: string;
  /** A file of this length gets no more lines. */
  readonly fileBytes: number;
  readonly keptFiles: number;
  /** Once whenever lines begin to be lost; their number is in the file when it takes lines again. */
  readonly onTrouble: (cause: unknown) => void;
}

export interface RollingFile {
  /** Never throws: a log that can't be written must not end what it tells of. */
  write(line: string): void;
  close(): void;
}

function listNumbers(folder: string): number[] {
  return logFileNumbers(readdirSync(folder));
}

function pathOf(folder: string, number: number): string {
  return join(folder, logFileName(number));
}

/** Removes all log files but the newest. */
export function removeOldLogs(folder: string, keptFiles: number): void {
  for (const number of listNumbers(folder).slice(0, -keptFiles)) rmSync(pathOf(folder, number), { force: true });
}

/** Lines to `tributary.<n>.log`, the next number when a file is full. Written at once: what came before a crash is there after it. */
export function openRollingFile({ folder, fileBytes, keptFiles, onTrouble }: RollingFileOptions): RollingFile {
  let handle: number | undefined;
  let length = 0;
  let lost = 0;

  function open(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const newest = listNumbers(folder).at(-1) ?? 1;
    let opened = openSync(pathOf(folder, newest), 'a', 0o600);
    length = fstatSync(opened).size;
    if (length >= fileBytes) {
      closeSync(opened);
      opened = openSync(pathOf(folder, newest + 1), 'a', 0o600);
      length = 0;
    }
    removeOldLogs(folder, keptFiles);
    return opened;
  }

  function append(line: string): void {
    if (handle !== undefined && length >= fileBytes) close();
    handle ??= open();
    length += writeSync(handle, line);
  }

  function close(): void {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  }

  return {
    write(line) {
      try {
        if (lost > 0) append(`${JSON.stringify({ level: 40, time: Date.now(), msg: `${lost} lines were lost` })}\n`);
        lost = 0;
        append(line);
      } catch (cause) {
        lost += 1;
        if (lost === 1) onTrouble(cause);
      }
    },
    close,
  };
}
