import pino from 'pino';
import { LOG_LEVELS } from '../../shared/log-levels.ts';
import { openRollingFile } from './common/rolling-file.ts';
import type { Log } from './core/log.ts';

const FILE_BYTES = 10_000_000;
const KEPT_FILES = 5;

/** One short line a message for the terminal; the file has all fields. Standard output is kept for the ready line. */
function terminalStream() {
  return {
    write(line: string) {
      const entry: unknown = JSON.parse(line);
      if (typeof entry !== 'object' || entry === null) return;
      const level = 'level' in entry && typeof entry.level === 'number' ? (LOG_LEVELS[entry.level] ?? '') : '';
      const message = 'msg' in entry ? String(entry.msg) : '';
      process.stderr.write(level === 'info' ? `${message}\n` : `${level}: ${message}\n`);
    },
  };
}

/** Logs to `<folder>/tributary.<n>.log` (10 MB each, five kept) and, from `info` up, to the terminal. */
export function createLogger(folder: string, level: string): Log & { close(): void } {
  const terminal = terminalStream();
  const file = openRollingFile({
    folder,
    fileBytes: FILE_BYTES,
    keptFiles: KEPT_FILES,
    onTrouble: (cause) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      terminal.write(JSON.stringify({ level: 40, msg: `The log can't be written (${reason}): messages are lost.` }));
    },
  });
  const logger = pino(
    { level, base: null },
    pino.multistream([
      { level: 'debug', stream: file },
      { level: 'info', stream: terminal },
    ]),
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    close: () => file.close(),
  };
}
