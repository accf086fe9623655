import { randomUUID } from 'node:crypto';
import type { OutsideChunk, OutsideVectorStore } from '../../electron/server/core/vector-store.ts';
import { cosine, createRandom, randomVector } from './vector-corpus.ts';

/** What the parts of the vector store contract share. */
export interface StoreContext {
  newName(): string;
  /** A handle that is closed at the end; of a new collection unless named. */
  open(collection?: string): Promise<OutsideVectorStore>;
  /** Another handle of the same collection, closed at the end too. */
  reopen(store: OutsideVectorStore): Promise<OutsideVectorStore>;
  /** The same, but it is the test that closes it. */
  openAnother(store: OutsideVectorStore): Promise<OutsideVectorStore>;
  /** A collection of its own with these chunks. */
  filled(
    chunks: readonly OutsideChunk[],
    model?: { readonly id: string; readonly dimensions: number },
  ): Promise<OutsideVectorStore>;
}

export const MODEL = { id: 'contract-model', dimensions: 8 };
export const LONG_MS = 120_000;

export const never = new AbortController().signal;
export const random = createRandom(7);

export function makeChunk(
  content: string,
  metadata: Record<string, unknown> = {},
  vector = randomVector(random),
): OutsideChunk {
  return { id: randomUUID(), content, metadata, chunkNo: 1, vector };
}

/** Chunks in the order of their ids, without vectors: for comparing what went in with what comes out. */
export function bare(chunks: readonly Omit<OutsideChunk, 'vector'>[]) {
  return chunks
    .map(({ id, content, metadata, chunkNo }) => ({ id, content, metadata, chunkNo }))
    .sort((a, b) => a.id.localeCompare(b.id));
}

/** The ids of the best chunks by comparing with all of them. */
export function nearest(chunks: readonly OutsideChunk[], question: Float32Array, topK: number): string[] {
  return chunks
    .map(({ id, vector }) => ({ id, score: cosine(vector, question) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK)
    .map(({ id }) => id);
}
