import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from '../../../../../../electron/server/stores/local/graph/manifest.ts';
import { DEFAULT_GRAPH_SETTINGS } from '../../../../../../shared/nodes/vectorstores/graph-settings.ts';
import { GraphFixture } from '../../../../../helpers/builders/graph-fixture.ts';
import { blobOf, randomVector } from '../../../../../helpers/builders/vector-corpus.ts';

describe('graph keeper', () => {
  let fixture: GraphFixture;
  beforeEach(() => {
    fixture = new GraphFixture();
  });
  afterEach(() => fixture.close());

  test('follows the log in small steps and answers as of its position', () => {
    const keeper = fixture.open();
    expect(keeper.search(new Float32Array(8), 3, DEFAULT_GRAPH_SETTINGS)).toBeUndefined();
    fixture.add(40);
    expect(keeper.step()).toBe(true);
    expect(keeper.search(randomVector(fixture.random), 100, DEFAULT_GRAPH_SETTINGS)).toMatchObject({
      after: 16,
      candidates: { length: 16 },
    });
    fixture.finish(keeper);
    expect(keeper.position).toBe(40);
    fixture.remove(5);
    fixture.add(3);
    fixture.finish(keeper);
    expect(keeper.position).toBe(48);
    fixture.expectExact(keeper);
  });

  test('keeps a chunk that has another name, whose label it would never take again', () => {
    const keeper = fixture.open();
    fixture.add(60);
    fixture.finish(keeper);
    const renamed = [...fixture.vectors.values()].map(({ uuid }) => ({
      id: uuid,
      metadata: '{"title":"new"}',
      chunkNo: 1,
    }));
    fixture.writes.updateMetadata(fixture.collectionId, renamed);
    fixture.finish(keeper);
    expect(keeper.position).toBe(120);
    fixture.expectExact(keeper);
  });

  test('the next graph loads the file and replays only later changes', () => {
    fixture.add(60);
    fixture.finish(fixture.open());
    fixture.add(5);
    fixture.remove(2);
    const next = fixture.open();
    expect(next.step()).toBe(false);
    expect(next.position).toBe(67);
    fixture.expectExact(next);
    expect(fixture.warnings).toEqual([]);
  });

  test('a file that fails its check is rebuilt from the database', () => {
    fixture.add(60);
    fixture.finish(fixture.open());
    writeFileSync(join(fixture.folder, fixture.saved[0]?.file ?? ''), 'not a graph');
    const next = fixture.open();
    fixture.finish(next);
    fixture.expectExact(next);
    expect(fixture.warnings).toEqual([expect.stringContaining('another size')]);
    expect(readManifest(fixture.store.db, fixture.collectionId)).toMatchObject({ generation: 2, elementCount: 60 });
  });

  test('a manifest ahead of the log causes a rebuild', () => {
    fixture.add(60);
    fixture.finish(fixture.open());
    fixture.store.db.exec('DELETE FROM vector_log WHERE seq > 40; DELETE FROM chunk WHERE id > 40');
    for (const id of [...fixture.vectors.keys()]) if (id > 40) fixture.vectors.delete(id);
    const next = fixture.open();
    fixture.finish(next);
    fixture.expectExact(next);
    expect(fixture.warnings).toEqual([expect.stringContaining('ahead of the log')]);
  });

  test('opening the graph removes the files of a crash', () => {
    fixture.add(60);
    fixture.finish(fixture.open());
    for (const name of ['collection-1-2.hnsw', 'collection-1-2.hnsw.partial', 'collection-1-0.hnsw']) {
      writeFileSync(join(fixture.folder, name), 'left');
    }
    fixture.finish(fixture.open());
    expect(readdirSync(fixture.folder)).toEqual(['collection-1-1.hnsw']);
  });

  test('is rebuilt when over a quarter of its points are deleted, while the old one answers', () => {
    const keeper = fixture.open();
    fixture.add(100);
    fixture.finish(keeper);
    fixture.remove(25);
    fixture.finish(keeper);
    expect(fixture.saved.at(-1)).toMatchObject({ elementCount: 100 });
    fixture.remove(1);
    expect(keeper.step()).toBe(true);
    const query = randomVector(fixture.random);
    expect(keeper.search(query, 5, DEFAULT_GRAPH_SETTINGS)).toMatchObject({ after: 126, candidates: { length: 5 } });
    fixture.finish(keeper);
    expect(fixture.saved.at(-1)).toMatchObject({ elementCount: 74, deletedCount: 0 });
    fixture.expectExact(keeper);
  });

  test('a few deleted points are no reason', () => {
    fixture.add(12);
    const keeper = fixture.open({ rebuildFromDeleted: 20, saveAfterChanges: 1 });
    fixture.remove(0);
    fixture.finish(keeper);
    fixture.remove(11);
    fixture.finish(keeper);
    expect(fixture.saved.at(-1)).toMatchObject({ elementCount: 12, deletedCount: 11 });
  });

  test('is rebuilt for another dimension after the collection was emptied', () => {
    const keeper = fixture.open();
    fixture.add(60);
    fixture.finish(keeper);
    fixture.remove(60);
    fixture.writes.bindModel(fixture.collectionId, { id: 'wider', dimensions: 12 });
    fixture.add(20, 12);
    fixture.finish(keeper);
    const query = randomVector(fixture.random, 12);
    expect(keeper.search(query, 20, DEFAULT_GRAPH_SETTINGS)?.candidates).toHaveLength(20);
    expect(keeper.search(randomVector(fixture.random), 5, DEFAULT_GRAPH_SETTINGS)).toBeUndefined();
    const next = fixture.open();
    fixture.finish(next);
    expect(next.search(query, 20, DEFAULT_GRAPH_SETTINGS)?.candidates).toHaveLength(20);
  });

  test('leaves out a bad vector in the database', () => {
    fixture.add(20);
    fixture.store.db
      .prepare('UPDATE embedding SET vector = ? WHERE id = 3')
      .run(blobOf(new Float32Array(8).fill(Number.NaN)));
    fixture.vectors.delete(3);
    const keeper = fixture.open();
    fixture.finish(keeper);
    fixture.expectExact(keeper);
  });
});
