import { BugError } from '../../../../shared/errors/errors.ts';
import { IN_MEMORY_LIMIT_BYTES } from '../../../../shared/nodes/vectorstores/memory-vector-store.ts';
import type { ModelIdentity, VectorStore } from '../../core/vector-store.ts';
import { embeddingMismatch } from '../embedding-mismatch.ts';
import { NumberCursor, readCursor } from '../page-cursor.ts';
import { type MemoryBudget, MemoryCollection } from './memory-collection.ts';

/** Vector stores in the server's memory. */
export interface MemoryStores {
  /** Opening makes nothing; handles of the same name share what they hold, until the server ends. */
  openMemoryStore(name: string): VectorStore;
  /** How many chunks a collection holds, and the bytes of their texts in UTF-8 and of their vectors. */
  memorySizeOf(name: string): { readonly chunks: number; readonly sizeBytes: number };
}

const RECORDED_PREFIX = 'memory:';

/** The name of a collection for record managers: records of an embedded collection of the same name are not of this one. */
export function recordedName(name: string): string {
  return `${RECORDED_PREFIX}${name}`;
}

/** The name that a node gives a collection of this machine, in the database or in memory, from the one that record managers know it by. */
export function nodeNameOf(collection: string): string {
  return collection.startsWith(RECORDED_PREFIX) ? collection.slice(RECORDED_PREFIX.length) : collection;
}

type Collections = Map<string, MemoryCollection>;

function prepare(collections: Collections, name: string, model: ModelIdentity, budget: MemoryBudget): void {
  const held = collections.get(name);
  if (held?.model.id === model.id && held.model.dimensions === model.dimensions) return;
  if (held !== undefined && held.count > 0) throw embeddingMismatch(held.model, model);
  collections.set(name, new MemoryCollection(model, budget));
}

function openHandle(collections: Collections, name: string, budget: MemoryBudget): VectorStore {
  /** What the handle stands for at the moment; undefined before it was prepared. */
  function held(signal: AbortSignal): MemoryCollection | undefined {
    signal.throwIfAborted();
    return collections.get(name);
  }
  return {
    collection: recordedName(name),
    model: async (signal) => held(signal)?.model,
    async prepare(model, signal) {
      signal.throwIfAborted();
      prepare(collections, name, model, budget);
    },
    async upsert(chunks, signal) {
      const collection = held(signal);
      if (collection === undefined) throw new BugError('Chunks for a collection that was not prepared');
      await collection.upsert(chunks, signal);
    },
    async deleteByIds(ids, signal) {
      const collection = held(signal);
      for (const id of ids) collection?.delete(id);
    },
    async deleteAll(signal) {
      held(signal)?.clear();
      collections.delete(name);
    },
    async getByIds(ids, signal) {
      const collection = held(signal);
      return ids.flatMap((id) => collection?.get(id) ?? []);
    },
    count: async (signal) => held(signal)?.count ?? 0,
    query: async (query, signal) => (await held(signal)?.query(query, signal)) ?? [],
    browse: {
      async listChunks({ after, limit }, signal) {
        const start = after === undefined ? 0 : readCursor(NumberCursor, after);
        return (await held(signal)?.list({ after: start, limit }, signal)) ?? { chunks: [], next: undefined };
      },
      async vectorsOf(ids, signal) {
        const collection = held(signal);
        return new Map(
          ids.flatMap((id) => {
            const vector = collection?.vectorOf(id);
            return vector === undefined ? [] : [[id, vector] as const];
          }),
        );
      },
    },
    check: async (signal) => `The memory holds ${held(signal)?.count ?? 0} chunks of it.`,
    // Nothing is connected, and what is held stays.
    close: () => Promise.resolve(),
  };
}

/** @param limitBytes for all collections together: texts, metadata and vectors */
export function createMemoryStores(limitBytes: number = IN_MEMORY_LIMIT_BYTES): MemoryStores {
  const budget: MemoryBudget = { usedBytes: 0, limitBytes };
  const collections: Collections = new Map();
  return {
    openMemoryStore: (name) => openHandle(collections, name, budget),
    memorySizeOf(name) {
      const held = collections.get(name);
      return { chunks: held?.count ?? 0, sizeBytes: held?.sizeBytes ?? 0 };
    },
  };
}
