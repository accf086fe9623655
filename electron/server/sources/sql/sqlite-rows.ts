import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { OperationalError, UserError } from '../../../../shared/errors/errors.ts';
import { startProgram } from '../../common/programs/start-program.ts';
import { systemCode, systemReason } from '../file-problems.ts';
import { fullPath } from '../folder/open-folder.ts';
import { isWithin, ownDataFolder } from '../own-data.ts';
import { cellOf, type RowBatch } from './cell.ts';
import { queryRefused } from './require-select.ts';
import { type FromSqliteReader, fromSqliteReaderSchema, type ToSqliteReader } from './sqlite-messages.ts';

export interface SqliteQuery {
  /** Absolute path of the database, as {@link openSqliteFile} returns it. */
  readonly file: string;
  readonly query: string;
  /** Time limit for the next rows. */
  readonly limitMs: number;
}

/**
 * The real path of a SQLite database that the user named.
 * @param cacheFolder of the loaders: the app's own data is not read
 * @throws UserError INVALID_PARAM saying what is wrong with it
 */
export async function openSqliteFile(written: string, cacheFolder?: string): Promise<string> {
  const path = fullPath(written, 'filePath');
  try {
    const file = await realpath(path);
    if (!(await stat(file)).isFile()) throw fileRefused(written, 'is not a file');
    if (cacheFolder !== undefined && isWithin(file, await ownDataFolder(cacheFolder))) {
      throw fileRefused(written, "is one of Tributary's own, which is not read");
    }
    return file;
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    throw fileRefused(written, isGone ? 'is not there' : `could not be opened, ${systemReason(error) ?? code}`, error);
  }
}

function fileRefused(written: string, problem: string, cause?: unknown): UserError {
  return new UserError('INVALID_PARAM', `The database "${written}" ${problem}: check the path.`, {
    details: { param: 'filePath' },
    cause,
  });
}

/**
 * Rows of a query on a SQLite file, opened read-only.
 * @throws UserError INVALID_PARAM for a query that SQLite rejects, FILE_CORRUPT; OperationalError SERVICE_FAILED, SERVICE_TIMEOUT
 */
export async function* sqliteRows(request: SqliteQuery, signal: AbortSignal): AsyncGenerator<RowBatch> {
  signal.throwIfAborted();
  const reader = startReader(request, signal);
  try {
    const ready = await reader.ask({ kind: 'query', file: request.file, query: request.query, server: process.pid });
    if (ready.kind !== 'ready') throw readerEnded();
    for (let isFirst = true; ; isFirst = false) {
      const answer = await reader.ask({ kind: 'next' });
      if (answer.kind !== 'rows') throw readerEnded();
      const rows = answer.rows.map((row) => row.map(cellOf));
      if (rows.length > 0 || isFirst) yield { columns: ready.columns, rows };
      if (rows.length === 0) return;
    }
  } finally {
    await reader.end();
  }
}

interface Reader {
  /** Sends a message and waits for its answer. */
  ask(message: ToSqliteReader): Promise<FromSqliteReader>;
  end(): Promise<void>;
}

function startReader({ file, limitMs }: SqliteQuery, signal: AbortSignal): Reader {
  const program = startProgram('sqlite-reader');
  let waiting: PromiseWithResolvers<FromSqliteReader> | undefined;
  program.onMessage((message) => waiting?.resolve(fromSqliteReaderSchema.parse(message)));
  void program.ended.then(({ reason, lastWords }) => waiting?.reject(readerEnded(`${reason} ${lastWords}`)));
  return {
    async ask(message) {
      const current = Promise.withResolvers<FromSqliteReader>();
      waiting = current;
      // The process may end while nobody waits for it.
      current.promise.catch(() => undefined);
      const abort = (): void => current.reject(signal.reason);
      const timer = setTimeout(() => current.reject(tooSlow(file, limitMs)), limitMs);
      signal.addEventListener('abort', abort, { once: true });
      try {
        signal.throwIfAborted();
        if (!program.isOpen) throw readerEnded();
        program.post(message);
        const answer = await current.promise;
        if (answer.kind === 'failed') throw sqliteFailure(file, answer);
        return answer;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      }
    },
    async end() {
      program.kill();
      await program.ended;
    },
  };
}

function readerEnded(cause?: string): OperationalError {
  return new OperationalError('WORKER_CRASHED', 'The reader of the database ended unexpectedly: try again.', { cause });
}

function tooSlow(file: string, limitMs: number): OperationalError {
  const seconds = Math.round(limitMs / 1000);
  return new OperationalError(
    'SERVICE_TIMEOUT',
    `The query of "${basename(file)}" gave no rows within ${seconds} s: make it simpler, or raise statementTimeout in the additional configuration.`,
  );
}

function sqliteFailure(file: string, { code, message }: Extract<FromSqliteReader, { kind: 'failed' }>): Error {
  const name = basename(file);
  const details = { file: name };
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    const problem = code === 'SQLITE_NOTADB' ? 'is no SQLite database, or an encrypted one' : 'is damaged';
    return new UserError('FILE_CORRUPT', `"${name}" ${problem}: check the path, or use another copy.`, { details });
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new OperationalError('SERVICE_FAILED', `"${name}" is locked by another program: try again later.`);
  }
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_IOERR') || code === 'SQLITE_PERM') {
    return new OperationalError(
      'SERVICE_FAILED',
      `"${name}" could not be read (${code}): check that it may be opened.`,
    );
  }
  if (code.startsWith('SQLITE_READONLY')) return queryRefused('changes data, and only reading is allowed');
  return queryRefused(`is not one that SQLite takes, which says: ${message}`);
}
