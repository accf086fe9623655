import { countOf, formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { formatDate } from '../support/output.ts';

/** Sizes in bytes; what is missing counts 0. */
export interface FolderFacts {
  readonly freeBytes: number;
  readonly databaseBytes: number;
  readonly indexBytes: number;
  readonly modelsBytes: number;
  readonly logsBytes: number;
  /** Newest first. */
  readonly backups: readonly { readonly name: string; readonly sizeBytes: number; readonly date: string }[];
  /** Databases that were damaged, or that a backup took the place of. */
  readonly setAside: readonly { readonly name: string; readonly sizeBytes: number; readonly date: string }[];
}

export interface DatabaseFacts {
  /** Migrations that it has. */
  readonly version: number;
  readonly newestVersion: number;
  readonly isSound: boolean;
  /** Of the file's pages. What is not in use is taken by what comes next. */
  readonly usedBytes: number;
  readonly unusedBytes: number;
  /** Rows, by what they are. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface CollectionFacts {
  readonly name: string;
  readonly chunks: number;
  /** Chunks that the keyword index has taken in. */
  readonly keywordChunks: number;
  readonly hasGraph: boolean;
}

export interface Report {
  readonly ok: boolean;
  readonly versions: { readonly app: string; readonly node: string; readonly sqlite: string; readonly system: string };
  readonly dataDir: string;
  /** The server that holds the folder. */
  readonly server: { readonly pid?: number | undefined; readonly url?: string | undefined } | null;
  readonly folder: FolderFacts | null;
  readonly database: DatabaseFacts | null;
  readonly collections: readonly CollectionFacts[];
  /** Collections whose indexes were made again. */
  readonly rebuilt: readonly string[];
  /** "what is wrong: what to do" */
  readonly problems: readonly string[];
}

function describeServer(server: Report['server']): string {
  if (server === null) return 'not running';
  return `running${server.pid === undefined ? '' : `, process ${server.pid}`}${server.url === undefined ? '' : `, ${server.url}`}`;
}

function describeAside(aside: FolderFacts['setAside']): [string, string] {
  const bytes = aside.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return ['Set aside', `${countOf(aside.length, 'database')}, ${formatBytes(bytes)}`];
}

function describeFolder(folder: FolderFacts): [string, string][] {
  const [newest] = folder.backups;
  return [
    ['Free space', formatBytes(folder.freeBytes)],
    ['Models', formatBytes(folder.modelsBytes)],
    ['Indexes', formatBytes(folder.indexBytes)],
    ['Logs', formatBytes(folder.logsBytes)],
    [
      'Backups',
      newest === undefined ? 'none yet' : `${folder.backups.length}, the newest of ${formatDate(newest.date)}`,
    ],
    ...(folder.setAside.length === 0 ? [] : [describeAside(folder.setAside)]),
  ];
}

function describeDatabase(database: DatabaseFacts, folder: FolderFacts | null): [string, string][] {
  const { version, newestVersion, isSound, counts, usedBytes, unusedBytes } = database;
  const size = formatBytes(folder?.databaseBytes ?? 0);
  const content = Object.entries(counts).map(([what, count]) => `${formatCount(count)} ${what}`);
  return [
    ['Database', `${isSound ? 'sound' : 'damaged'}, ${size}, version ${version} of ${newestVersion}`],
    ['In use', `${formatBytes(usedBytes)}, ${formatBytes(unusedBytes)} free for what comes next`],
    ['Content', content.join(', ')],
  ];
}

function describeCollection({ name, chunks, keywordChunks, hasGraph }: CollectionFacts): [string, string] {
  const keywords = keywordChunks === chunks ? 'words indexed' : `words of ${formatCount(keywordChunks)} indexed`;
  return ['Collection', `${name}: ${countOf(chunks, 'chunk')}, ${keywords}, ${hasGraph ? 'graph saved' : 'no graph'}`];
}

/** Rows of two columns for people. */
export function describeReport(report: Report): [string, string][] {
  const { versions, dataDir, server, folder, database, collections, rebuilt } = report;
  return [
    ['Versions', `Tributary ${versions.app}, Node ${versions.node}, SQLite ${versions.sqlite}, ${versions.system}`],
    ['Data folder', dataDir],
    ['Server', describeServer(server)],
    ...(folder === null ? [] : describeFolder(folder)),
    ...(database === null ? [] : describeDatabase(database, folder)),
    ...collections.map(describeCollection),
    ...rebuilt.map((name): [string, string] => ['Rebuilt', name]),
  ];
}
