import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openReadOnly } from '../../../../../../electron/server/storage/database.ts';
import {
  GRAPH_LIMITS,
  GraphKeeper,
  type GraphLimits,
} from '../../../../../../electron/server/stores/local/graph/graph-keeper.ts';
import {
  type Manifest,
  readManifest,
  writeManifest,
} from '../../../../../../electron/server/stores/local/graph/manifest.ts';
import { createCollectionWrites } from '../../../../../../electron/server/stores/local/log/collection-writes.ts';
import { DEFAULT_GRAPH_SETTINGS } from '../../../../../../shared/nodes/vectorstores/graph-settings.ts';
import {
  blobOf,
  cosine,
  createRandom,
  createTestStore,
  MODEL,
  randomVector,
  type TestStore,
  uuidBytes,
} from '../../../../../helpers/builders/vector-corpus.ts';

const LIMITS: GraphLimits = {
  stepEntries: 16,
  saveAfterChanges: 50,
  saveWithinChanges: 100,
  saveAtEndAfter: 20,
  rebuildAtShare: 0.25,
  rebuildFromDeleted: 10,
};

describe('graph keeper', () => {
  let store: TestStore;
  let reader: Database;
  let folder: string;
  let collectionId: number;
  let writes: ReturnType<typeof createCollectionWrites>;
  let saved: Manifest[];
  let warnings: string[];
  const vectors = new Map<number, { vector: Float32Array; uuid: Buffer }>();
  const random = createRandom(11);

  beforeEach(() => {
    store = createTestStore();
    reader = openReadOnly(store.file);
    folder = join(store.dir, 'index');
    mkdirSync(folder);
    writes = createCollectionWrites(store.db);
    collectionId = writes.idOf('notes');
    writes.bindModel(collectionId, MODEL);
    saved = [];
    warnings = [];
    vectors.clear();
  });
  afterEach(() => {
    reader.close();
    store.remove();
  });

  /** @param clock by default the time stands still: saving costs nothing */
  function open(limits: Partial<GraphLimits> = {}, clock = () => 0): GraphKeeper {
    const keeper = new GraphKeeper({
      collectionId,
      db: reader,
      folder,
      limits: { ...LIMITS, ...limits },
      clock,
      onSaved(manifest) {
        saved.push(manifest);
        writeManifest(store.db, manifest);
        keeper.confirmSaved(manifest.generation);
      },
      onWarning: (message) => warnings.push(message),
    });
    return keeper;
  }

  function add(count: number, dimensions = MODEL.dimensions): void {
    const insert = store.db.prepare('INSERT INTO embedding (model_id, content_hash, vector) VALUES (1, ?, ?)');
    const newest = store.db.prepare<[], number>('SELECT max(id) FROM chunk').pluck();
    store.db.transaction(() => {
      for (let i = 0; i < count; i += 1) {
        const vector = randomVector(random, dimensions);
        const uuid = uuidBytes();
        const embeddingId = Number(insert.run(uuid, blobOf(vector)).lastInsertRowid);
        writes.upsert(collectionId, [{ id: uuid, content: 'x', metadata: '{}', chunkNo: 1, embeddingId }]);
        vectors.set(newest.get() ?? 0, { vector, uuid });
      }
    })();
  }

  function remove(count: number): void {
    for (const [id, { uuid }] of [...vectors].slice(0, count)) {
      writes.deleteByIds(collectionId, [uuid]);
      vectors.delete(id);
    }
  }

  function finish(keeper: GraphKeeper): void {
    while (keeper.step());
  }

  function expectExact(keeper: GraphKeeper): void {
    const query = randomVector(random);
    const expected = [...vectors]
      .map(([id, { vector }]) => ({ id, score: cosine(vector, query) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 10)
      .map(({ id }) => id);
    expect(keeper.search(query, 10, DEFAULT_GRAPH_SETTINGS)?.candidates).toEqual(expected);
  }

  test('follows the log in small steps and answers as of its position', () => {
    const keeper = open();
    expect(keeper.search(new Float32Array(8), 3, DEFAULT_GRAPH_SETTINGS)).toBeUndefined();
    add(40);
    expect(keeper.step()).toBe(true);
    expect(keeper.search(randomVector(random), 100, DEFAULT_GRAPH_SETTINGS)).toMatchObject({
      after: 16,
      candidates: { length: 16 },
    });
    finish(keeper);
    expect(keeper.position).toBe(40);
    remove(5);
    add(3);
    finish(keeper);
    expect(keeper.position).toBe(48);
    expectExact(keeper);
  });

  test('keeps a chunk that has another name, whose label it would never take again', () => {
    const keeper = open();
    add(60);
    finish(keeper);
    const renamed = [...vectors.values()].map(({ uuid }) => ({ id: uuid, metadata: '{"title":"new"}', chunkNo: 1 }));
    writes.updateMetadata(collectionId, renamed);
    finish(keeper);
    expect(keeper.position).toBe(120);
    expectExact(keeper);
  });

  test('is saved at the end, and within a long build', () => {
    add(260);
    finish(open());
    expect(saved.map(({ logSeq }) => logSeq)).toEqual([112, 224]);
    expect(saved.map(({ generation }) => generation)).toEqual([1, 2]);
    expect(readdirSync(folder)).toEqual(['collection-1-2.hnsw']);
  });

  test('when the server stops in the middle of a build, few insertions are repeated', () => {
    add(95);
    const keeper = open();
    for (let steps = 0; steps < 5; steps += 1) keeper.step();
    expect(keeper.end()).toBe(0);
    expect(saved.map(({ logSeq }) => logSeq)).toEqual([80]);
    keeper.step();
    // These 15 are within the limit.
    expect(keeper.end()).toBe(15);
    expect(saved).toHaveLength(1);
    const next = open({ stepEntries: 1 });
    next.step();
    expect(next.position).toBe(81);
    finish(next);
    expectExact(next);
  });

  test('a crash at any moment of a build costs at most 2,000 insertions while saving is cheap', () => {
    add(6000);
    const keeper = open(GRAPH_LIMITS);
    const savedUpTo = () => saved.at(-1)?.logSeq ?? 0;
    const unsaved: number[] = [];
    while (keeper.step()) unsaved.push((keeper.position ?? 0) - savedUpTo());
    expect(Math.max(...unsaved)).toBeLessThanOrEqual(2000);
  });

  test('within a build, saving takes a twentieth of the time', () => {
    add(2000);
    let nowMs = 0;
    // Each look at the clock is a ms later: a save takes one.
    finish(open({ saveWithinChanges: 1 }, () => (nowMs += 1)));
    expect(saved.map(({ logSeq }) => logSeq)).toEqual([16, 336, 656, 976, 1296, 1616, 1936, 2000]);
  });

  test('a stop keeps what has been built of the graph that is to take over', () => {
    add(100);
    finish(open());
    remove(30);
    const keeper = open();
    keeper.step();
    keeper.step();
    keeper.step();
    keeper.step();
    keeper.end();
    expect(saved.at(-1)?.deletedCount).toBe(0);
    const next = open();
    finish(next);
    expectExact(next);
  });

  test('the next graph loads the file and replays only later changes', () => {
    add(60);
    finish(open());
    add(5);
    remove(2);
    const next = open();
    expect(next.step()).toBe(false);
    expect(next.position).toBe(67);
    expectExact(next);
    expect(warnings).toEqual([]);
  });

  test('a file that fails its check is rebuilt from the database', () => {
    add(60);
    finish(open());
    writeFileSync(join(folder, saved[0]?.file ?? ''), 'not a graph');
    const next = open();
    finish(next);
    expectExact(next);
    expect(warnings).toEqual([expect.stringContaining('another size')]);
    expect(readManifest(store.db, collectionId)).toMatchObject({ generation: 2, elementCount: 60 });
  });

  test('a manifest ahead of the log causes a rebuild', () => {
    add(60);
    finish(open());
    store.db.exec('DELETE FROM vector_log WHERE seq > 40; DELETE FROM chunk WHERE id > 40');
    for (const id of [...vectors.keys()]) if (id > 40) vectors.delete(id);
    const next = open();
    finish(next);
    expectExact(next);
    expect(warnings).toEqual([expect.stringContaining('ahead of the log')]);
  });

  test('opening the graph removes the files of a crash', () => {
    add(60);
    finish(open());
    for (const name of ['collection-1-2.hnsw', 'collection-1-2.hnsw.partial', 'collection-1-0.hnsw']) {
      writeFileSync(join(folder, name), 'left');
    }
    finish(open());
    expect(readdirSync(folder)).toEqual(['collection-1-1.hnsw']);
  });

  test('is rebuilt when over a quarter of its points are deleted, while the old one answers', () => {
    const keeper = open();
    add(100);
    finish(keeper);
    remove(25);
    finish(keeper);
    expect(saved.at(-1)).toMatchObject({ elementCount: 100 });
    remove(1);
    expect(keeper.step()).toBe(true);
    const query = randomVector(random);
    expect(keeper.search(query, 5, DEFAULT_GRAPH_SETTINGS)).toMatchObject({ after: 126, candidates: { length: 5 } });
    finish(keeper);
    expect(saved.at(-1)).toMatchObject({ elementCount: 74, deletedCount: 0 });
    expectExact(keeper);
  });

  test('a few deleted points are no reason', () => {
    add(12);
    const keeper = open({ rebuildFromDeleted: 20, saveAfterChanges: 1 });
    remove(0);
    finish(keeper);
    remove(11);
    finish(keeper);
    expect(saved.at(-1)).toMatchObject({ elementCount: 12, deletedCount: 11 });
  });

  test('is rebuilt for another dimension after the collection was emptied', () => {
    const keeper = open();
    add(60);
    finish(keeper);
    remove(60);
    writes.bindModel(collectionId, { id: 'wider', dimensions: 12 });
    add(20, 12);
    finish(keeper);
    const query = randomVector(random, 12);
    expect(keeper.search(query, 20, DEFAULT_GRAPH_SETTINGS)?.candidates).toHaveLength(20);
    expect(keeper.search(randomVector(random), 5, DEFAULT_GRAPH_SETTINGS)).toBeUndefined();
    const next = open();
    finish(next);
    expect(next.search(query, 20, DEFAULT_GRAPH_SETTINGS)?.candidates).toHaveLength(20);
  });

  test('leaves out a bad vector in the database', () => {
    add(20);
    store.db.prepare('UPDATE embedding SET vector = ? WHERE id = 3').run(blobOf(new Float32Array(8).fill(Number.NaN)));
    vectors.delete(3);
    const keeper = open();
    finish(keeper);
    expectExact(keeper);
  });

  test('reports a failed save, and keeps answering', () => {
    const keeper = open();
    add(30);
    finish(keeper);
    rmSync(folder, { recursive: true });
    add(30);
    finish(keeper);
    expect(warnings).toEqual([expect.stringContaining('could not be saved')]);
    expect(saved).toEqual([]);
    expectExact(keeper);
  });
});
