import type { ChunkRecord, TransactionalRecords } from '../../core/record-manager.ts';
import type { TransactionalStore } from '../../core/vector-store.ts';
import type { ContentRepository } from '../../storage/repositories/content-repository.ts';
import { NO_RUN } from './index-writer.ts';

/** A chunk that was deleted, with what it takes to have it again. */
export interface DeletedChunk extends ChunkRecord {
  readonly content: string;
  /** Canonical JSON. */
  readonly metadata: string;
  /** Row of its vector. */
  readonly embeddingId: number;
  /** Number of the run that brought its source, where that has no record left that says it. */
  readonly lastRun?: number | undefined;
}

/** Where chunks lay: a collection of the server's database, and its records, if it has some. */
export interface RestoreTarget {
  readonly store: TransactionalStore;
  readonly records: { readonly namespace: string; readonly transactional: TransactionalRecords } | undefined;
  readonly contents: Pick<ContentRepository, 'lastRun' | 'setLastRun'>;
}

/** @returns the chunks that no other has replaced meanwhile */
function restoreRecords(
  { records, contents }: RestoreTarget,
  chunks: readonly DeletedChunk[],
): readonly DeletedChunk[] {
  if (records === undefined) return chunks;
  const { namespace, transactional } = records;
  const runs = new Map(chunks.map(({ source, lastRun }) => [source, contents.lastRun(namespace, source) ?? lastRun]));
  transactional.seeSources([...runs.keys()], NO_RUN);
  const accepted = transactional.put(chunks, NO_RUN);
  for (const [source, run] of runs) if (run !== undefined) contents.setLastRun(namespace, source, run);
  return accepted.flatMap((position) => chunks[position] ?? []);
}

/**
 * Makes deleted chunks be there again with their vectors and records, in the names of the runs that brought their sources. Inside a transaction.
 * @returns those that are there again: of a source that was stored anew meanwhile only what it lacks
 */
export function restoreChunks(target: RestoreTarget, chunks: readonly DeletedChunk[]): readonly DeletedChunk[] {
  const restored = restoreRecords(target, chunks);
  target.store.upsert(restored.map((chunk) => ({ ...chunk, id: chunk.chunkId })));
  return restored;
}
