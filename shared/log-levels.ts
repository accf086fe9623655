export type LogLevel = 'debug' | 'info' | 'warning' | 'error';

/** The levels by the numbers in the files of the server's log. */
export const LOG_LEVELS: Readonly<Record<number, LogLevel>> = { 20: 'debug', 30: 'info', 40: 'warning', 50: 'error' };
