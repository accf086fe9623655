import type { Log } from '../../../electron/server/core/log.ts';

/** A log that keeps nothing, for tests that do not look at it. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
