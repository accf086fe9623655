import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import BetterSqlite3 from 'better-sqlite3';
import { toErrorData } from '../../../shared/errors/errors.ts';
import { linkToServer } from '../common/programs/server-link.ts';
import {
  type DatabaseSizes,
  type DatabaseTask,
  type DatabaseTaskAnswer,
  DatabaseTaskSchema,
} from './database-task-messages.ts';

/**
 * Child process for one long task on a database: a check of all pages, a copy that is checked, or a measurement. SQLite works through either without a pause, and in a
 * process of its own, behind everything else, it holds nothing up and can be ended whatever it does.
 */

/** Findings that are told; more of the same say nothing new. */
const MOST_FINDINGS = 5;
/** Pages a step of a copy. */
const STEP_PAGES = 1000;

function check(file: string): string[] {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    const found = db.prepare<[], string>(`PRAGMA quick_check(${MOST_FINDINGS})`).pluck().all();
    return found.length === 1 && found[0] === 'ok' ? [] : found;
  } catch (error) {
    if (toErrorData(error).code !== 'DATABASE_DAMAGED') throw error;
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    db.close();
  }
}

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Copies what is committed now, as one file that needs no log beside it. */
async function copy(from: string, to: string): Promise<void> {
  const source = new BetterSqlite3(from, { readonly: true, fileMustExist: true });
  try {
    // One state of the database, whatever is written meanwhile; else the copy would begin again with every change.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await source.backup(to, { progress: () => STEP_PAGES });
  } finally {
    source.close();
  }
  const target = new BetterSqlite3(to);
  target.pragma('journal_mode = DELETE');
  target.close();
  sync(to);
}

/** Reads every page once. The pages of an index count with its table. */
function measure(file: string): DatabaseSizes {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
    const rows = db
      .prepare<[], { name: string; bytes: number }>(
        `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
         FROM dbstat d LEFT JOIN sqlite_schema s ON s.name = d.name WHERE d.aggregate = TRUE GROUP BY 1`,
      )
      .all();
    const read = (name: string) => Number(db.pragma(name, { simple: true }));
    return {
      tables: Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])),
      freeBytes: read('freelist_count') * read('page_size'),
      vectors: count('embedding'),
      unusedVectors: count('embedding_unused'),
    };
  } finally {
    db.close();
  }
}

async function perform(task: DatabaseTask): Promise<DatabaseTaskAnswer> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  if (task.kind === 'measure') return { kind: 'measured', sizes: measure(task.file) };
  if (task.kind === 'copy') await copy(task.file, task.to);
  const file = task.kind === 'copy' ? task.to : task.file;
  return { kind: 'checked', findings: existsSync(file) ? check(file) : ['it is not there'] };
}

const server = linkToServer();
server.onMessage((message) => {
  void perform(DatabaseTaskSchema.parse(message))
    .catch((error: unknown): DatabaseTaskAnswer => ({ kind: 'failed', error: toErrorData(error) }))
    .then((answer) => server.post(answer));
});
// The server has the answer, or is gone.
server.onClose(() => process.exit(0));
