import { newUuidBytes } from '../../common/uuid.ts';
import type { ChunkRecord, TransactionalRecords } from '../../core/record-manager.ts';
import type { TransactionalStore } from '../../core/vector-store.ts';
import type { ContentRepository } from '../../storage/repositories/content-repository.ts';
import type { ReplacedChunk } from '../../storage/repositories/replaced-chunk-repository.ts';
import { newRecord } from './classify-batch.ts';
import { NO_RUN } from './index-writer.ts';
import { batchOfChunks, type WholeChunk } from './passage-edits.ts';

/** A chunk that was deleted, with what is known of it. */
export type DeletedChunk = WholeChunk & Partial<ReplacedChunk>;

/** The same, with what restoring it takes. */
type RestorableChunk = DeletedChunk & Pick<ChunkRecord, 'chunkId'> & { readonly embeddingId: number };

/** Where chunks lay: a collection of the server's database, and its records, if it has some. */
export interface RestoreTarget {
  readonly store: TransactionalStore;
  readonly records: { readonly namespace: string; readonly transactional: TransactionalRecords } | undefined;
  readonly contents: Pick<ContentRepository, 'lastRun' | 'setLastRun'>;
}

function recordOf(chunk: RestorableChunk): ChunkRecord {
  const { source, chunkNo, chunkId, contentKey, metadataHash } = chunk;
  if (!(contentKey instanceof Buffer && metadataHash instanceof Buffer)) {
    return newRecord(batchOfChunks([chunk]), 0, chunkId);
  }
  return { source, chunkNo, chunkId, contentKey, metadataHash };
}

/** @returns the chunks that no other has replaced meanwhile */
function restoreRecords(
  { records, contents }: RestoreTarget,
  chunks: readonly RestorableChunk[],
): readonly RestorableChunk[] {
  if (records === undefined) return chunks;
  const { namespace, transactional } = records;
  const runs = new Map(chunks.map(({ source, lastRun }) => [source, contents.lastRun(namespace, source) ?? lastRun]));
  transactional.seeSources([...runs.keys()], NO_RUN);
  const accepted = transactional.put(chunks.map(recordOf), NO_RUN);
  for (const [source, run] of runs) if (typeof run === 'number') contents.setLastRun(namespace, source, run);
  return accepted.flatMap((position) => chunks[position] ?? []);
}

/**
 * Restores deleted chunks with their vectors and records, in the names of the runs that loaded their sources. Inside a transaction. Those whose
 * vector is not in the database are left out.
 * @returns the restored ones: of a source that was stored anew meanwhile, only those that it lacks
 */
export function restoreChunks(
  target: RestoreTarget,
  chunks: readonly DeletedChunk[],
): readonly Pick<ChunkRecord, 'chunkId'>[] {
  const whole = chunks.flatMap(({ embeddingId = null, chunkId, ...chunk }): RestorableChunk[] =>
    embeddingId === null ? [] : [{ ...chunk, embeddingId, chunkId: chunkId ?? newUuidBytes() }],
  );
  const restored = restoreRecords(target, whole);
  target.store.upsert(
    restored.map(({ chunkId: id, content, metadata, chunkNo, embeddingId }) => ({
      id,
      content,
      metadata,
      chunkNo,
      embeddingId,
    })),
  );
  return restored;
}
