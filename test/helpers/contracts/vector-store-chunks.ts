import { randomUUID } from 'node:crypto';
import type { EmbeddedChunk, StoredChunk, VectorStore } from '../../../electron/server/core/vector-store.ts';
import { cosine, createRandom, randomVector } from '../builders/vector-corpus.ts';

/** Shared by the parts of the vector store contract. */
export interface StoreContext {
  newName(): string;
  /** A handle that is closed at the end; of a new collection unless named. */
  open(collection?: string): Promise<VectorStore>;
  /** Another handle of the same collection, closed at the end too. */
  reopen(store: VectorStore): Promise<VectorStore>;
  /** The same, but the test closes it. */
  openAnother(store: VectorStore): Promise<VectorStore>;
  /** A new collection with these chunks. */
  filled(
    chunks: readonly EmbeddedChunk[],
    model?: { readonly id: string; readonly dimensions: number },
  ): Promise<VectorStore>;
}

export const MODEL = { id: 'contract-model', dimensions: 8 };
export const LONG_MS = 120_000;

export const never = new AbortController().signal;
export const random = createRandom(7);

export function makeChunk(
  content: string,
  metadata: Record<string, unknown> = {},
  vector = randomVector(random),
): EmbeddedChunk {
  return { id: randomUUID(), content, metadata, chunkNo: 1, vector };
}

/** Chunks sorted by id, without vectors: to compare stored chunks with returned ones. */
export function bare(chunks: readonly StoredChunk[]) {
  return chunks
    .map(({ id, content, metadata, chunkNo }) => ({ id, content, metadata, chunkNo }))
    .sort((a, b) => a.id.localeCompare(b.id));
}

/** The ids of the best chunks by comparison with all of them. */
export function nearest(chunks: readonly EmbeddedChunk[], question: Float32Array, topK: number): string[] {
  return chunks
    .map(({ id, vector }) => ({ id, score: cosine(vector, question) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK)
    .map(({ id }) => id);
}
