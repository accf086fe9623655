import { randomUUID } from 'node:crypto';
import { afterEach } from 'vitest';
import type { EmbeddedChunk, VectorStore } from '../../../electron/server/core/vector-store.ts';
import { type FakeQdrant, type FakeQdrantOptions, startFakeQdrant } from './fake-qdrant.ts';

export const never = new AbortController().signal;
export const MODEL = { id: 'm', dimensions: 2 };

export function makeChunk(
  content: string,
  metadata: EmbeddedChunk['metadata'] = {},
  vector: readonly number[] = [1, 0],
): EmbeddedChunk {
  return { id: randomUUID(), content, metadata, chunkNo: 1, vector: Float32Array.from(vector) };
}

export const ask = (store: VectorStore, filter?: Record<string, string>) =>
  store.query({ vector: Float32Array.from([1, 0]), topK: 10, filter }, never);

/** Fakes for the tests of a file, closed after each test; `started` receives other servers to close as well. */
export function makeFakeQdrants() {
  const started: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of started.splice(0)) await server.close();
  });

  async function start(options: FakeQdrantOptions = {}): Promise<FakeQdrant> {
    const fake = await startFakeQdrant(options);
    started.push(fake);
    return fake;
  }
  return { started, start };
}
