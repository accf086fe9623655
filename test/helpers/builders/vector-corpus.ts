import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../../electron/server/core/log.ts';
import type { ChunkToStore, TransactionalStore } from '../../../electron/server/core/vector-store.ts';
import type { Database } from '../../../electron/server/storage/database.ts';
import { openNewDatabase } from './new-database.ts';

export const MODEL = { id: 'test-model', dimensions: 8 };

/** A log that stores its lines. */
export function createTestLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const add = (level: string) => (fields: object, message: string) => {
    lines.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  };
  return { lines, debug: add('debug'), info: add('info'), warn: add('warn'), error: add('error') };
}

/** Numbers in [-1, 1) that depend only on the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (((t ^ (t >>> 14)) >>> 0) / 4294967296) * 2 - 1;
  };
}

export function randomVector(random: () => number, dimensions = MODEL.dimensions): Float32Array {
  return Float32Array.from({ length: dimensions }, random);
}

export function blobOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function uuidBytes(): Buffer {
  return Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
}

export interface TestStore {
  readonly dir: string;
  readonly file: string;
  readonly db: Database;
  remove(): void;
}

/** A new data folder with the real schema. */
export function createTestStore(): TestStore {
  const dir = mkdtempSync(join(tmpdir(), 'tributary-vector-'));
  const file = join(dir, 'tributary.db');
  const db = openNewDatabase(file);
  // These tests do not cover power cuts.
  db.pragma('synchronous = OFF');
  return {
    dir,
    file,
    db,
    remove() {
      db.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export interface TestChunk {
  readonly content: string;
  readonly vector: Float32Array;
  readonly metadata?: Record<string, unknown>;
}

export interface StoredChunk extends TestChunk {
  readonly id: Buffer;
  readonly uuid: string;
}

/** Stores chunks as an upsert does: vectors and chunks in one transaction, then the announcement. */
export function storeChunks(
  db: Database,
  store: TransactionalStore,
  chunks: readonly TestChunk[],
  model = MODEL,
): StoredChunk[] {
  const insert = db.prepare<[number, Buffer, Buffer]>(
    'INSERT INTO embedding (model_id, content_hash, vector) VALUES (?, ?, ?)',
  );
  const stored = db.transaction(() => {
    store.bindModel(model);
    const modelId =
      db.prepare<[string], number>('SELECT id FROM embedding_model WHERE name = ?').pluck().get(model.id) ?? 0;
    const rows = chunks.map((chunk, index) => {
      const id = uuidBytes();
      const hash = createHash('sha256').update(id).digest();
      const embeddingId = Number(insert.run(modelId, hash, blobOf(chunk.vector)).lastInsertRowid);
      const metadata = JSON.stringify(chunk.metadata ?? {});
      const row: ChunkToStore = { id, content: chunk.content, metadata, chunkNo: index + 1, embeddingId };
      return { row, chunk };
    });
    store.upsert(rows.map(({ row }) => row));
    return rows.map(({ row, chunk }) => {
      const hex = row.id.toString('hex');
      const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
      return { ...chunk, id: row.id, uuid };
    });
  })();
  store.announceCommit();
  return stored;
}

/** Cosine in plain double arithmetic: the reference for every search. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    dot += (a[i] ?? 0) * (b[i] ?? 0);
    aa += (a[i] ?? 0) ** 2;
    bb += (b[i] ?? 0) ** 2;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}

/** The ids of the best chunks by comparison with all. */
export function nearest(chunks: readonly StoredChunk[], query: Float32Array, topK: number): string[] {
  return chunks
    .map(({ uuid, vector }) => ({ uuid, score: cosine(vector, query) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK)
    .map(({ uuid }) => uuid);
}
