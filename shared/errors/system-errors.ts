import type { ErrorCode } from './error-codes.ts';

/** How deep to search the causes for a system failure: libraries wrap it once or twice. */
const DEEPEST_CAUSE = 5;

interface SystemFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

const DISK_FULL: SystemFailure = {
  code: 'DISK_FULL',
  message: 'The disk is full: free some space and try again; what was stored stays.',
};
const TOO_MANY_OPEN: SystemFailure = {
  code: 'TOO_MANY_OPEN',
  message:
    'Tributary has as many files and connections open as the system allows: try again in a moment; if it happens again, raise the limit (ulimit -n).',
};
const DATABASE_DAMAGED: SystemFailure = {
  code: 'DATABASE_DAMAGED',
  message:
    'The database is damaged: restore a backup in the app, or with tributary doctor --restore-backup newest while Tributary is stopped.',
};

/** Codes of Node and SQLite for failures that the user can fix. */
const FAILURES: Readonly<Record<string, SystemFailure>> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  SQLITE_FULL: DISK_FULL,
  // The index file of the database's WAL could not grow.
  SQLITE_IOERR_SHMSIZE: DISK_FULL,
  EMFILE: TOO_MANY_OPEN,
  ENFILE: TOO_MANY_OPEN,
  SQLITE_NOTADB: DATABASE_DAMAGED,
};

/** The error code of Node, SQLite or a framework, such as ENOENT; "" if there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The meaning of a system failure (of Node or SQLite, or of a cause) for the user; undefined if it has none for them. */
export function findSystemFailure(error: unknown): SystemFailure | undefined {
  let current = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && current instanceof Error; depth += 1) {
    const code = codeOf(current);
    const found = FAILURES[code] ?? (code.startsWith('SQLITE_CORRUPT') ? DATABASE_DAMAGED : undefined);
    if (found !== undefined) return found;
    current = current.cause;
  }
  return undefined;
}
