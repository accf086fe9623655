import { appendFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { logFileName, logFileNumbers } from '../../../shared/data-folder.ts';
import { LOG_LEVELS, type LogLevel } from '../../../shared/log-levels.ts';

let folder: string | undefined;

/** Says where the server's log files are; until then lines go to the terminal only. */
export function keepLogIn(logFolder: string): void {
  folder = logFolder;
}

function numberOf(level: LogLevel): number {
  return Number(Object.entries(LOG_LEVELS).find(([, name]) => name === level)?.[0]);
}

/**
 * Tells of a problem of the window or of this process on the terminal, and in the newest file of the server's log: who starts the app by its icon has no
 * terminal. When files are full is the server's business. Never throws.
 */
export function note(level: Extract<LogLevel, 'warning' | 'error'>, message: string): void {
  process.stderr.write(`${message}\n`);
  if (folder === undefined) return;
  const line = { level: numberOf(level), time: Date.now(), from: 'window', msg: message };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const newest = logFileNumbers(readdirSync(folder)).at(-1) ?? 1;
    appendFileSync(join(folder, logFileName(newest)), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch (error) {
    process.stderr.write(`The log can't be written (${messageOf(error)}): messages are lost.\n`);
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
