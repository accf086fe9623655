import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openReadOnly } from '../../../electron/server/storage/database.ts';
import { type GraphLimits, GraphSync } from '../../../electron/server/stores/local/graph/graph-sync.ts';
import { type Manifest, writeManifest } from '../../../electron/server/stores/local/graph/manifest.ts';
import { createCollectionWrites } from '../../../electron/server/stores/local/log/collection-writes.ts';
import { DEFAULT_GRAPH_SETTINGS } from '../../../shared/nodes/vectorstores/graph-settings.ts';
import { blobOf, cosine, createRandom, createTestStore, MODEL, randomVector, uuidBytes } from './vector-corpus.ts';

const LIMITS: GraphLimits = {
  stepEntries: 16,
  saveAfterChanges: 50,
  saveWithinChanges: 100,
  saveAtEndAfter: 20,
  rebuildAtShare: 0.25,
  rebuildFromDeleted: 10,
};

/** A collection whose graph is kept in a folder, with small limits; what the graph has reported, and the vectors that it should know. */
export class GraphFixture {
  readonly store = createTestStore();
  readonly reader = openReadOnly(this.store.file);
  readonly folder = join(this.store.dir, 'index');
  readonly writes = createCollectionWrites(this.store.db);
  readonly collectionId = this.writes.idOf('notes');
  readonly saved: Manifest[] = [];
  readonly warnings: string[] = [];
  /** By the id of the chunk. */
  readonly vectors = new Map<number, { vector: Float32Array; uuid: Buffer }>();
  readonly random = createRandom(11);

  constructor() {
    mkdirSync(this.folder);
    this.writes.bindModel(this.collectionId, MODEL);
  }

  close(): void {
    this.reader.close();
    this.store.remove();
  }

  /** @param clock by default the time stands still: saving costs nothing */
  open(limits: Partial<GraphLimits> = {}, clock = () => 0): GraphSync {
    const sync = new GraphSync({
      collectionId: this.collectionId,
      db: this.reader,
      folder: this.folder,
      limits: { ...LIMITS, ...limits },
      clock,
      onSaved: (manifest) => {
        this.saved.push(manifest);
        writeManifest(this.store.db, manifest);
        sync.confirmSaved(manifest.generation);
      },
      onWarning: (message) => this.warnings.push(message),
    });
    return sync;
  }

  add(count: number, dimensions = MODEL.dimensions): void {
    const insert = this.store.db.prepare('INSERT INTO embedding (model_id, content_hash, vector) VALUES (1, ?, ?)');
    const newest = this.store.db.prepare<[], number>('SELECT max(id) FROM chunk').pluck();
    this.store.db.transaction(() => {
      for (let i = 0; i < count; i += 1) {
        const vector = randomVector(this.random, dimensions);
        const uuid = uuidBytes();
        const embeddingId = Number(insert.run(uuid, blobOf(vector)).lastInsertRowid);
        this.writes.upsert(this.collectionId, [{ id: uuid, content: 'x', metadata: '{}', chunkNo: 1, embeddingId }]);
        this.vectors.set(newest.get() ?? 0, { vector, uuid });
      }
    })();
  }

  remove(count: number): void {
    for (const [id, { uuid }] of [...this.vectors].slice(0, count)) {
      this.writes.deleteByIds(this.collectionId, [uuid]);
      this.vectors.delete(id);
    }
  }

  finish(sync: GraphSync): void {
    while (sync.step());
  }

  /** The graph finds what a comparison of all vectors finds. */
  expectExact(sync: GraphSync): void {
    const query = randomVector(this.random);
    const expected = [...this.vectors]
      .map(([id, { vector }]) => ({ id, score: cosine(vector, query) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 10)
      .map(({ id }) => id);
    expect(sync.search(query, 10, DEFAULT_GRAPH_SETTINGS)?.candidates).toEqual(expected);
  }
}
