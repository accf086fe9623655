import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError, UserError } from '../../../shared/errors/errors.ts';
import { countOf } from '../../../shared/text/format.ts';
import { describeOpenness } from '../common/open-to-others.ts';
import { type Config, dataDirOf, readConfig } from '../config.ts';
import { describeDataFolder, findDataFolderHolder } from '../storage/data-folder.ts';
import { openReadOnly } from '../storage/database.ts';
import { inspectCaches } from './doctor/inspect-caches.ts';
import { inspectDatabase } from './doctor/inspect-database.ts';
import { inspectFolder } from './doctor/inspect-folder.ts';
import { purgeBackups } from './doctor/purge-backups.ts';
import { rebuildCaches } from './doctor/rebuild-caches.ts';
import { type CollectionFacts, type DatabaseFacts, describeReport, type Report } from './doctor/report.ts';
import { restoreBackup } from './doctor/restore-backup.ts';
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
