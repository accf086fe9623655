import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { countOf } from '../../../../shared/text/format.ts';
import { emptyTemporary, lockDataFolder, prepareDataFolder } from '../../storage/data-folder.ts';
import { type Database, openDatabase } from '../../storage/database.ts';
import { createRunRequestRepository } from '../../storage/repositories/run-request-repository.ts';
import { GRAPH_LIMITS, GraphKeeper } from '../../stores/local/graph/graph-keeper.ts';
import { forgetManifest, writeManifest } from '../../stores/local/graph/manifest.ts';
import { needsGraph } from '../../stores/local/graph/needs-graph.ts';
import { deleteCacheFile } from '../../stores/local/search/cache-file.ts';
import { keywordCache, openKeywords } from '../../stores/local/search/keyword-file.ts';
import { roundedCache } from '../../stores/local/search/rounded-file.ts';
import { storeIdOf } from '../../stores/local/vector-service.ts';
import { note } from '../support/output.ts';
import { type CollectionRow, listCollections } from './inspect-caches.ts';

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
  const keeper = new GraphKeeper({
    collectionId: id,
    db,
    folder: join(options.dataDir, 'index'),
    limits: { ...GRAPH_LIMITS, stepEntries: STEP_ENTRIES, saveAfterChanges: 1 },
    onSaved: (manifest) => writeManifest(db, manifest),
    onWarning: (message) =>
      options.problems.push(`The graph of ${name} could not be made (${message}): free some space on the disk.`),
  });
  await finish(() => keeper.step(), options.signal);
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
