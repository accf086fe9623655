import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import openRollingFile from 'pino-roll';
import type { Log } from './log.ts';

const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error' };

/** One short line a message for the terminal; the file has all fields. Standard output is kept for the ready line. */
function terminalStream() {
  return {
    write(line: string) {
      const entry: unknown = JSON.parse(line);
      if (typeof entry !== 'object' || entry === null) return;
      const level = 'level' in entry && typeof entry.level === 'number' ? (LEVELS[entry.level] ?? '') : '';
      const message = 'msg' in entry ? String(entry.msg) : '';
      process.stderr.write(level === 'info' ? `${message}\n` : `${level}: ${message}\n`);
    },
  };
}

/** Logs to `<folder>/tributary.<n>.log` (10 MB each, five kept) and, from `info` up, to the terminal. */
export async function createLogger(folder: string, level: string): Promise<Log & { close(): Promise<void> }> {
  mkdirSync(folder, { recursive: true });
  const file = await openRollingFile({
    file: join(folder, 'tributary'),
    extension: '.log',
    size: '10m',
    limit: { count: 5, removeOtherLogFiles: true },
    sync: false,
  });
  const logger = pino(
    { level, base: null },
    pino.multistream([
      { level: 'debug', stream: file },
      { level: 'info', stream: terminalStream() },
    ]),
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    async close() {
      const closed = once(file, 'close');
      file.end();
      await closed;
    },
  };
}
