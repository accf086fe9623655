import { countOf, formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { formatDate } from '../support/output.ts';

/** Sizes in bytes; a missing file counts 0. */
export interface FolderFacts {
  readonly freeBytes: number;
  readonly databaseBytes: number;
  readonly indexBytes: number;
  readonly modelsBytes: number;
  readonly logsBytes: number;
  /** Newest first. */
  readonly backups: readonly { readonly name: string; readonly sizeBytes: number; readonly date: string }[];
  /** Databases that were damaged, or that a backup replaced. */
  readonly setAside: readonly { readonly name: string; readonly sizeBytes: number; readonly date: string }[];
}

export interface DatabaseFacts {
  /** The number of applied migrations. */
  readonly version: number;
  readonly newestVersion: number;
  readonly isSound: boolean;
  /** Pages of the file. Free pages are reused. */
  readonly usedBytes: number;
  readonly unusedBytes: number;
  /** Row counts by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface CollectionFacts {
  readonly name: string;
  readonly chunks: number;
  /** The number of chunks in the keyword index. */
  readonly keywordChunks: number;
  readonly hasGraph: boolean;
}

export interface Report {
  readonly ok: boolean;
  readonly versions: { readonly app: string; readonly node: string; readonly sqlite: string; readonly system: string };
  readonly dataDir: string;
  /** The server that has the folder open. */
  readonly server: { readonly pid?: number | undefined; readonly url?: string | undefined } | null;
  readonly folder: FolderFacts | null;
  readonly database: DatabaseFacts | null;
  readonly collections: readonly CollectionFacts[];
  /** Collections whose indexes were rebuilt. */
  readonly rebuilt: readonly string[];
  /** What is no fault, and yet to be known. */
  readonly notes: readonly string[];
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

/** Two columns of text for people. */
export function describeReport(report: Report): [string, string][] {
  const { versions, dataDir, server, folder, database, collections, rebuilt, notes } = report;
  return [
    ['Versions', `Tributary ${versions.app}, Node ${versions.node}, SQLite ${versions.sqlite}, ${versions.system}`],
    ['Data folder', dataDir],
    ['Server', describeServer(server)],
    ...(folder === null ? [] : describeFolder(folder)),
    ...(database === null ? [] : describeDatabase(database, folder)),
    ...collections.map(describeCollection),
    ...rebuilt.map((name): [string, string] => ['Rebuilt', name]),
    ...notes.map((text): [string, string] => ['Note', text]),
  ];
}
