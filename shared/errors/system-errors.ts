import type { ErrorCode } from './error-codes.ts';

/** How many causes down a failure of the system is looked for: libraries wrap it once or twice. */
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
    'Tributary has as many files and connections open as the system allows: try again in a moment; if it comes again, raise the limit (ulimit -n).',
};
const DATABASE_DAMAGED: SystemFailure = {
  code: 'DATABASE_DAMAGED',
  message:
    'The database is damaged: restore a backup in the app, or with tributary doctor --restore-backup newest while Tributary is stopped.',
};

/** Codes of Node and SQLite that say what the person at the machine can do something about. */
const FAILURES: Readonly<Record<string, SystemFailure>> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  SQLITE_FULL: DISK_FULL,
  // The index of the database's log could not grow: it is a file too.
  SQLITE_IOERR_SHMSIZE: DISK_FULL,
  EMFILE: TOO_MANY_OPEN,
  ENFILE: TOO_MANY_OPEN,
  SQLITE_NOTADB: DATABASE_DAMAGED,
};

/** The word for a failure that Node, SQLite or a framework gives with it, such as ENOENT; "" if it gives none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What the system's own word for a failure (of Node or SQLite, or of a cause of it) means to people; undefined if it says nothing to them. */
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
