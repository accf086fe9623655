import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { countOf } from '../../../../shared/text/format.ts';
import { emptyTemporary, lockDataFolder, prepareDataFolder } from '../../storage/data-folder.ts';
import { type Database, openDatabase, openReadOnly } from '../../storage/database.ts';
import { createRunRequestRepository } from '../../storage/repositories/run-request-repository.ts';
import { loadGraph } from '../../stores/local/graph/graph-file.ts';
import { GRAPH_LIMITS, GraphSync } from '../../stores/local/graph/graph-sync.ts';
import { forgetManifest, readManifest, writeManifest } from '../../stores/local/graph/manifest.ts';
import { needsGraph } from '../../stores/local/graph/needs-graph.ts';
import { type CacheKind, deleteCacheFile } from '../../stores/local/search/cache-file.ts';
import { keywordCache, openKeywords } from '../../stores/local/search/keyword-file.ts';
import { roundedCache } from '../../stores/local/search/rounded-file.ts';
import { storeIdOf } from '../../stores/local/vector-service.ts';
import { note } from '../support/output.ts';
import type { CollectionFacts } from './report.ts';

export interface RebuildOptions {
  readonly dataDir: string;
  /** See {@link needsGraph}. */
  readonly graphFromChunks: number;
  readonly signal: AbortSignal;
  readonly problems: string[];
}

/** Log entries per step: no query waits meanwhile, so only the response to Ctrl+C limits it. */
const STEP_ENTRIES = 256;

/** Repeats a step until it reports that nothing is left. */
async function finish(step: () => boolean, signal: AbortSignal): Promise<void> {
  while (step()) {
    await setImmediate();
    signal.throwIfAborted();
  }
}

interface CollectionRow {
  readonly id: number;
  readonly name: string;
  readonly chunks: number;
  readonly dimensions: number | null;
}

/** Collections of an open database. */
function listCollections(db: Database): CollectionRow[] {
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

async function rebuildKeywords(
  db: Database,
  collections: readonly CollectionRow[],
  options: RebuildOptions,
): Promise<void> {
  const file = join(options.dataDir, keywordCache.fileName);
  deleteCacheFile(file);
  const keywords = openKeywords(db, {
    file,
    storeId: storeIdOf(db),
    maxLogSeq: 0,
    onDamage: (message) => options.problems.push(`${message} Check the disk: it was damaged while it was written.`),
  });
  try {
    for (const { id } of collections) {
      await finish(() => keywords.use((index) => index.catchUp(id, STEP_ENTRIES)), options.signal);
    }
  } finally {
    keywords.close();
  }
}

async function rebuildGraph(db: Database, { id, name }: CollectionRow, options: RebuildOptions): Promise<void> {
  const sync = new GraphSync({
    collectionId: id,
    db,
    folder: join(options.dataDir, 'index'),
    limits: { ...GRAPH_LIMITS, stepEntries: STEP_ENTRIES, saveAfterChanges: 1 },
    onSaved: (manifest) => writeManifest(db, manifest),
    onWarning: (message) =>
      options.problems.push(`The graph of ${name} could not be made (${message}): free some space on the disk.`),
  });
  await finish(() => sync.step(), options.signal);
}

/**
 * Deletes the search indexes and builds them again from the database, with exclusive access to the data folder.
 * @returns the names of the collections
 * @throws OperationalError DATA_FOLDER_IN_USE while a server runs
 */
export async function rebuildCaches(options: RebuildOptions): Promise<string[]> {
  const folder = prepareDataFolder(options.dataDir);
  const lock = lockDataFolder(folder);
  try {
    const { db } = openDatabase(folder.database, () => new Date());
    try {
      emptyTemporary(folder, new Set(createRunRequestRepository(db).listFolders()));
      const collections = listCollections(db);
      const indexFolder = join(folder.root, 'index');
      for (const { id } of collections) forgetManifest(db, id);
      rmSync(indexFolder, { recursive: true, force: true });
      mkdirSync(indexFolder);
      // It is filled again behind the first question.
      deleteCacheFile(join(folder.root, roundedCache.fileName));
      await rebuildKeywords(db, collections, options);
      for (const collection of collections) {
        note(`Indexing ${collection.name}, ${countOf(collection.chunks, 'chunk')}`);
        if (needsGraph(collection, options.graphFromChunks)) await rebuildGraph(db, collection, options);
      }
      return collections.map((collection) => collection.name);
    } finally {
      db.close();
    }
  } finally {
    lock.release();
  }
}
