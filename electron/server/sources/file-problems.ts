import { UserError } from '../../../shared/errors/errors.ts';

/** The meaning of system error codes for reading a file or a folder, as clauses. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'you have no permission to read it'],
  ['EPERM', 'you have no permission to read it'],
  ['EBUSY', 'another program has it locked'],
  ['ETXTBSY', 'another program has it locked'],
  ['ENOENT', 'it is not there any more'],
  ['ENOTDIR', 'it is not there any more'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'it is a link'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EIO', 'its disk or network share can not be read'],
  ['ESTALE', 'its network share is gone'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
]);

/** The system's code of a failed file operation (for example ENOENT); undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Why the system refused to read a file or folder, as a clause; undefined for another error. */
export function systemReason(error: unknown): string | undefined {
  const code = systemCode(error);
  return code === undefined ? undefined : (REASONS.get(code) ?? `the system says ${code}`);
}

/**
 * The error for a file that the system refused to read. `path` is relative.
 * @returns undefined if it was not a system error
 */
export function fileUnreadable(path: string, cause: unknown): UserError | undefined {
  const reason = systemReason(cause);
  if (reason === undefined) return undefined;
  return new UserError(
    'FILE_UNREADABLE',
    `"${path}" could not be opened, ${reason}: make it readable, or leave it out.`,
    {
      details: { file: path, reason },
      cause,
    },
  );
}
