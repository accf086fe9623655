import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { EmbeddedChunk, VectorStore } from '../../../electron/server/core/vector-store.ts';
import {
  createPostgresStore,
  type PostgresStoreSettings,
} from '../../../electron/server/stores/postgres/postgres-store.ts';
import { type SharedPgvector, sharePgvector } from './pgvector-server.ts';

export const never = new AbortController().signal;
export const MODEL = { id: "it's a model", dimensions: 4 };

export function makeChunk(
  content: string,
  vector: readonly number[],
  metadata: EmbeddedChunk['metadata'] = {},
): EmbeddedChunk {
  return { id: randomUUID(), content, metadata, chunkNo: 1, vector: new Float32Array(vector) };
}

export const ask = (store: VectorStore, vector: readonly number[], topK = 10) =>
  store.query({ vector: new Float32Array(vector), topK, filter: undefined }, never);

/** The shared server for the tests of a `describe`, with stores that are closed after them. */
export function makePostgresTables() {
  let server: SharedPgvector;
  const opened: VectorStore[] = [];

  beforeAll(async () => {
    server = await sharePgvector();
  });
  afterAll(async () => {
    for (const store of opened) await store.close();
  });

  function open(change: Partial<PostgresStoreSettings> = {}): VectorStore {
    const store = createPostgresStore({
      database: server.settings,
      table: `t_${randomUUID().replaceAll('-', '')}`,
      contentColumn: 'pageContent',
      distance: 'cosine',
      batchSize: 500,
      filter: {},
      ...change,
    });
    opened.push(store);
    return store;
  }

  /** Runs statements without the protocol. */
  const exec = (sql: string): Promise<unknown> => server.exec(sql);

  async function rowsOf<Row>(sql: string): Promise<Row[]> {
    const [result] = (await exec(sql)) as { rows: Row[] }[];
    return result?.rows ?? [];
  }

  async function indexesOf(table: string): Promise<string[]> {
    const sql = `SELECT indexdef FROM pg_indexes WHERE tablename = '${table}' AND indexdef ~ 'hnsw' ORDER BY 1`;
    return (await rowsOf<{ indexdef: string }>(sql)).map(({ indexdef }) => indexdef);
  }

  return { open, exec, rowsOf, indexesOf };
}
