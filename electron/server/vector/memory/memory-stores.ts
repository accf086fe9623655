import { BugError } from '../../../../shared/errors/errors.ts';
import { IN_MEMORY_LIMIT_BYTES } from '../../../../shared/nodes/vectorstores/memory-vector-store.ts';
import type { OutsideVectorStore } from '../../nodes/outside-kinds.ts';
import { embeddingMismatch } from '../embedding-mismatch.ts';
import type { ModelIdentity } from '../vector-store.ts';
import { type MemoryBudget, MemoryCollection } from './memory-collection.ts';

/** Vector stores in the server's memory. */
export interface MemoryStores {
  /** Opening makes nothing; handles of the same name share what they hold, until the server ends. */
  openMemoryStore(name: string): OutsideVectorStore;
}

/** @param limitBytes for all collections together: texts, metadata and vectors */
export function createMemoryStores(limitBytes: number = IN_MEMORY_LIMIT_BYTES): MemoryStores {
  const budget: MemoryBudget = { usedBytes: 0, limitBytes };
  const collections = new Map<string, MemoryCollection>();

  function prepare(name: string, model: ModelIdentity): void {
    const held = collections.get(name);
    if (held?.model.id === model.id && held.model.dimensions === model.dimensions) return;
    if (held !== undefined && held.count > 0) throw embeddingMismatch(held.model, model);
    collections.set(name, new MemoryCollection(model, budget));
  }

  return {
    openMemoryStore: (name) => ({
      place: 'outside',
      // Records of a flow's embedded collection of the same name are not of this one.
      collection: `memory:${name}`,
      async model(signal) {
        signal.throwIfAborted();
        return collections.get(name)?.model;
      },
      async prepare(model, signal) {
        signal.throwIfAborted();
        prepare(name, model);
      },
      async upsert(chunks, signal) {
        signal.throwIfAborted();
        const held = collections.get(name);
        if (held === undefined) throw new BugError('Chunks for a collection that was not prepared');
        await held.upsert(chunks, signal);
      },
      async deleteByIds(ids, signal) {
        signal.throwIfAborted();
        for (const id of ids) collections.get(name)?.delete(id);
      },
      async deleteAll(signal) {
        signal.throwIfAborted();
        collections.get(name)?.clear();
        collections.delete(name);
      },
      async getByIds(ids, signal) {
        signal.throwIfAborted();
        return ids.flatMap((id) => collections.get(name)?.get(id) ?? []);
      },
      async count(signal) {
        signal.throwIfAborted();
        return collections.get(name)?.count ?? 0;
      },
      async query(query, signal) {
        signal.throwIfAborted();
        return (await collections.get(name)?.query(query, signal)) ?? [];
      },
      async check(signal) {
        signal.throwIfAborted();
        return `The memory holds ${collections.get(name)?.count ?? 0} chunks of it.`;
      },
      // Nothing is connected, and what is held stays.
      close: () => Promise.resolve(),
    }),
  };
}
