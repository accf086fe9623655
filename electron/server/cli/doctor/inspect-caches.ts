import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Database, openReadOnly } from '../../storage/database.ts';
import { loadGraph } from '../../stores/local/graph/graph-file.ts';
import { readManifest } from '../../stores/local/graph/manifest.ts';
import type { CacheKind } from '../../stores/local/search/cache-file.ts';
import { keywordCache } from '../../stores/local/search/keyword-file.ts';
import { roundedCache } from '../../stores/local/search/rounded-file.ts';
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

interface Inspection {
  readonly dataDir: string;
  /** Whether all of a file is looked through. */
  readonly isThorough: boolean;
  readonly problems: string[];
}

/** Rows that are read out of a cache's file; none when there is no file, or when it can't be read. */
function inspectCache({ fileName, title }: CacheKind, sql: string, inspection: Inspection): [number, number][] {
  const { dataDir, isThorough, problems } = inspection;
  const file = join(dataDir, fileName);
  if (!existsSync(file)) return [];
  try {
    const db = openReadOnly(file);
    try {
      const found = isThorough ? db.pragma('quick_check(1)', { simple: true }) : 'ok';
      if (found !== 'ok') problems.push(`${title} is damaged: ${REMEDY}.`);
      return db.prepare<[], [number, number]>(sql).raw().all();
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    problems.push(`${title} can't be read: ${REMEDY}.`);
    return [];
  }
}

/** Checks the search indexes. An index that is behind is not a problem, because it catches up; `isThorough` also loads the graphs. */
export function inspectCaches(
  db: Database,
  dataDir: string,
  isThorough: boolean,
  problems: string[],
): CollectionFacts[] {
  const inspection = { dataDir, isThorough, problems };
  const keywordCounts = new Map(inspectCache(keywordCache, 'SELECT collection_id, chunks FROM position', inspection));
  inspectCache(roundedCache, 'SELECT collection_id, log_seq FROM position', inspection);
  return listCollections(db).map(({ id, name, chunks, dimensions }) => {
    const manifest = readManifest(db, id);
    if (manifest !== undefined && isThorough) {
      const loaded = loadGraph(join(dataDir, 'index'), manifest, dimensions ?? 0);
      if ('doubt' in loaded) problems.push(`The graph of ${name} can't be used (${loaded.doubt}): ${REMEDY}.`);
    }
    return { name, chunks, keywordChunks: keywordCounts.get(id) ?? 0, hasGraph: manifest !== undefined };
  });
}
