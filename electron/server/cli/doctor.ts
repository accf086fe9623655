import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError, UserError } from '../../../shared/errors/errors.ts';
import { countOf } from '../../../shared/text/format.ts';
import { describeOpenness } from '../common/open-to-others.ts';
import { type Config, dataDirOf, readConfig } from '../config.ts';
import { listAside, removeAside } from '../storage/aside-databases.ts';
import { listBackups } from '../storage/backups.ts';
import {
  type DataFolder,
  describeDataFolder,
  findDataFolderHolder,
  lockDataFolder,
  prepareDataFolder,
} from '../storage/data-folder.ts';
import { openReadOnly } from '../storage/database.ts';
import { describeBackup } from '../storage/database-notices.ts';
import { freeBytes } from '../storage/file-size.ts';
import { prepareRestore } from '../storage/restore-backup.ts';
import { keywordCache } from '../stores/local/search/keyword-file.ts';
import { roundedCache } from '../stores/local/search/rounded-file.ts';
import { inspectDatabase } from './doctor/inspect-database.ts';
import { inspectCaches, rebuildCaches } from './doctor/rebuild-caches.ts';
import {
  type CollectionFacts,
  type DatabaseFacts,
  describeReport,
  type FolderFacts,
  type Report,
} from './doctor/report.ts';
import { LOCAL_OPTIONS, parseArguments, usageError } from './support/arguments.ts';
import { type Call, type Command, EXIT_FAILED, EXIT_OK } from './support/command.ts';
import { note, print, printJson, table } from './support/output.ts';

const NAME = 'doctor';
/** The Node version that the app is made for (package "node"). */
const NODE_MAJOR = 24;

const help = `Usage: tributary doctor [options]

Checks the data folder: database, search indexes, free space, versions. Changes
nothing, and may run beside the server. Says what is wrong and what to do.

Options:
  --check           thorough: every index of the database, contradictions between
                    tables, and each graph is loaded; takes longer
  --rebuild-index   make the search indexes again from the database; the server
                    must be stopped
  --restore-backup NAME
                    put a backup in the place of the database, "newest" for the
                    last one that is whole; the server must be stopped. The
                    database is kept under another name
  --purge-backups   delete all backups of the database, and those that were set
                    aside (damaged or replaced): what was deleted since is in
                    them for up to 30 days
  --json            machine-readable output on standard output
  --data-dir DIR    another data folder

Exit code 0: all is well; 1: there is a problem.

Example:
  tributary doctor --check`;

function readSettings(dataDir: string, call: Call, problems: string[]): Config | undefined {
  try {
    return readConfig(['--data-dir', dataDir], call.env);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

async function checkModules(problems: string[]): Promise<void> {
  const modules = [
    ['hnswlib-node', () => import('hnswlib-node')],
    ['onnxruntime-node', () => import('onnxruntime-node')],
  ] as const;
  for (const [name, load] of modules) {
    try {
      await load();
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      problems.push(`The package ${name} can't be loaded (${reason}): install the packages again with npm ci.`);
    }
  }
  if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
    problems.push(
      `Node ${process.versions.node} runs this: use Node ${NODE_MAJOR} or later, which npm start brings along.`,
    );
  }
}

interface Inspected {
  readonly database: DatabaseFacts | null;
  readonly collections: readonly CollectionFacts[];
}

function inspectContent(dataDir: string, isThorough: boolean, problems: string[]): Inspected {
  const file = join(dataDir, 'tributary.db');
  if (!existsSync(file)) {
    problems.push('The data folder has no database yet: the first start of Tributary makes it.');
    return { database: null, collections: [] };
  }
  try {
    const db = openReadOnly(file);
    try {
      const database = inspectDatabase(db, isThorough, problems);
      const canRead = database.isSound && database.version > 0;
      return { database, collections: canRead ? inspectCaches(db, dataDir, isThorough, problems) : [] };
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    problems.push(
      `The database can't be read (${error.message}): stop the server and restore a backup with tributary doctor --restore-backup newest.`,
    );
    return { database: null, collections: [] };
  }
}

/** Only a valid database can be indexed; the inspection that follows reports what is wrong with another one. */
function isSound(dataDir: string): boolean {
  return inspectContent(dataDir, false, []).database?.isSound === true;
}

interface Wishes {
  readonly isThorough: boolean;
  readonly isRebuilding: boolean;
}

/** A start of the server, an upsert and a backup all need free space. */
const LITTLE_SPACE_BYTES = 1_000_000_000;

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** Sizes of the contents of a data folder, and the free space on its disk. */
function inspectFolder(folder: DataFolder, problems: string[]): FolderFacts {
  const database = ['', '-wal', '-shm'].map((suffix) => sizeOf(folder.database + suffix));
  const indexes = ['index', keywordCache.fileName, roundedCache.fileName];
  const facts = {
    freeBytes: freeBytes(folder.root),
    databaseBytes: database.reduce((sum, size) => sum + size, 0),
    indexBytes: indexes.reduce((sum, name) => sum + sizeOf(join(folder.root, name)), 0),
    modelsBytes: sizeOf(join(folder.root, 'models')),
    logsBytes: sizeOf(folder.logs),
    backups: listBackups(folder.backups).map(describeBackup),
    setAside: listAside(folder.database).map((aside) => ({ ...aside, date: aside.date.toISOString() })),
  };
  if (facts.freeBytes < Math.max(LITTLE_SPACE_BYTES, facts.databaseBytes)) {
    problems.push('There is little free space on the disk of the data folder: free some before the next upsert.');
  }
  return facts;
}

async function examine(dataDir: string, { isThorough, isRebuilding }: Wishes, call: Call): Promise<Report> {
  if (!existsSync(dataDir)) {
    throw new UserError(
      'NOT_FOUND',
      `There is no data folder ${dataDir}: start Tributary once, or name another with --data-dir.`,
    );
  }
  const problems: string[] = [];
  await checkModules(problems);
  const config = readSettings(dataDir, call, problems);
  let rebuilt: readonly string[] = [];
  if (isRebuilding && config !== undefined && isSound(dataDir)) {
    rebuilt = await rebuildCaches({ dataDir, graphFromChunks: config.graphFromChunks, signal: call.signal, problems });
  }
  const inspected = inspectContent(dataDir, isThorough, problems);
  const openness = describeOpenness(dataDir);
  return {
    ok: problems.length === 0,
    versions: {
      app: packageJson.version,
      node: process.versions.node,
      sqlite: new BetterSqlite3(':memory:').prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '',
      system: `${process.platform} ${process.arch}`,
    },
    dataDir,
    server: findDataFolderHolder(dataDir) ?? null,
    folder: inspectFolder(describeDataFolder(dataDir), problems),
    ...inspected,
    rebuilt,
    notes: openness === undefined ? [] : [openness],
    problems,
  };
}

const OPTIONS = {
  check: { type: 'boolean', default: false },
  'rebuild-index': { type: 'boolean', default: false },
  'restore-backup': { type: 'string' },
  'purge-backups': { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig;

/** Deletes the backups of the database and the databases that were set aside, except a backup that a server is making. @returns how many were deleted */
function purgeBackups({ backups: folder, database }: DataFolder): { backups: number; aside: number } {
  const backups = listBackups(folder);
  for (const { name } of backups) rmSync(join(folder, name), { force: true });
  const aside = listAside(database);
  for (const one of aside) removeAside(database, one);
  return { backups: backups.length, aside: aside.length };
}

/**
 * Replaces the database with a backup, with exclusive access to the data folder.
 * @throws OperationalError DATA_FOLDER_IN_USE while a server runs; the errors of {@link prepareRestore}
 */
async function restoreBackup(dataDir: string, name: string, signal: AbortSignal): Promise<void> {
  const folder = prepareDataFolder(dataDir);
  const lock = lockDataFolder(folder);
  try {
    const aside = (await prepareRestore(folder, name, signal)).putInPlace(new Date());
    note(
      aside === undefined
        ? 'The backup is in place.'
        : `The backup is in place. The database that was there is kept as ${basename(aside)} in the data folder.`,
    );
  } finally {
    lock.release();
  }
}

async function run(args: readonly string[], call: Call): Promise<number> {
  const { values, positionals } = parseArguments(NAME, args, OPTIONS);
  if (positionals.length > 0) throw usageError(NAME, `doctor takes no ${positionals.join(' ')}`);
  if (values.url !== undefined) throw usageError(NAME, 'doctor looks at a data folder of this machine, not at --url');
  const dataDir = dataDirOf(values['data-dir'], call.env);
  const backup = values['restore-backup'];
  if (backup !== undefined) await restoreBackup(dataDir, backup, call.signal);
  if (values['purge-backups']) {
    const { backups, aside } = purgeBackups(describeDataFolder(dataDir));
    note(`Deleted ${countOf(backups, 'backup')} and ${countOf(aside, 'database')} that had been set aside`);
  }
  const report = await examine(dataDir, { isThorough: values.check, isRebuilding: values['rebuild-index'] }, call);
  if (values.json) printJson(report);
  else {
    const problems = report.problems.map((problem) => `Problem: ${problem}`);
    print([table(describeReport(report)), '', ...(report.ok ? ['No problems found.'] : problems)].join('\n'));
  }
  return report.ok ? EXIT_OK : EXIT_FAILED;
}

export const doctor = { help, options: { ...LOCAL_OPTIONS, ...OPTIONS }, run } satisfies Command;
