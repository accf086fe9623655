import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Database, openReadOnly } from '../../storage/database.ts';
import { loadGraph } from '../../stores/local/graph/graph-file.ts';
import { readManifest } from '../../stores/local/graph/manifest.ts';
import type { CollectionFacts } from './report.ts';

export interface CollectionRow {
  readonly id: number;
  readonly name: string;
  readonly chunks: number;
  readonly dimensions: number | null;
}

/** Collections of an open database. */
export function listCollections(db: Database): CollectionRow[] {
  return db
    .prepare<[], CollectionRow>(
      `SELECT c.id, c.name, c.chunk_count AS chunks, m.dimensions
       FROM collection c LEFT JOIN embedding_model m ON m.id = c.model_id ORDER BY c.id`,
    )
    .all();
}

const REMEDY = 'stop the server and run tributary doctor --rebuild-index';

interface CacheFile {
  readonly file: string;
  /** As people read of it: "The keyword index". */
  readonly title: string;
  /** Whether all of it is looked through. */
  readonly isThorough: boolean;
}

/** What is read out of a cache's file; undefined when there is none, or when it can't be read. */
function inspectCache<T>(
  { file, title, isThorough }: CacheFile,
  problems: string[],
  read: (db: Database) => T,
): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const db = openReadOnly(file);
    try {
      const found = isThorough ? db.pragma('quick_check(1)', { simple: true }) : 'ok';
      if (found !== 'ok') problems.push(`${title} is damaged: ${REMEDY}.`);
      return read(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    problems.push(`${title} can't be read: ${REMEDY}.`);
    return undefined;
  }
}

/** Checks the search indexes. An index that is behind is not a problem, because it catches up; `isThorough` also loads the graphs. */
export function inspectCaches(
  db: Database,
  dataDir: string,
  isThorough: boolean,
  problems: string[],
): CollectionFacts[] {
  const keywordCounts = inspectCache(
    { file: join(dataDir, 'keyword.db'), title: 'The keyword index', isThorough },
    problems,
    (db) => new Map(db.prepare<[], [number, number]>('SELECT collection_id, chunks FROM position').raw().all()),
  );
  const scan = { file: join(dataDir, 'scan.db'), title: 'The file of rounded vectors', isThorough };
  inspectCache(scan, problems, (db) => db.prepare('SELECT collection_id FROM position').all());
  return listCollections(db).map(({ id, name, chunks, dimensions }) => {
    const manifest = readManifest(db, id);
    if (manifest !== undefined && isThorough) {
      const loaded = loadGraph(join(dataDir, 'index'), manifest, dimensions ?? 0);
      if ('doubt' in loaded) problems.push(`The graph of ${name} can't be used (${loaded.doubt}): ${REMEDY}.`);
    }
    return { name, chunks, keywordChunks: keywordCounts?.get(id) ?? 0, hasGraph: manifest !== undefined };
  });
}
