import { setImmediate as nextTurn } from 'node:timers/promises';
import { newUuidBytes } from '../../common/uuid.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import { commitRelaxed } from '../../storage/checkpointer.ts';
import type { Database } from '../../storage/database.ts';
import type {
  ChunkPlace,
  ChunkRow,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import { keysAt } from '../libraries/chunk-batches.ts';

export interface LoadTarget {
  readonly db: Database;
  readonly chunks: DocumentStoreChunkRepository;
  readonly place: ChunkPlace;
  readonly signal: AbortSignal;
  /** Called after each batch, with the chunks so far. */
  readonly onBatch: (batch: ChunkBatch, totalChunks: number) => void;
  /** Called after each commit; what comes next waits for it. */
  readonly onCommit: () => Promise<void>;
  /** Chunks of an earlier load that stay, once all batches are in. */
  readonly unread: () => Iterable<readonly ChunkRow[]>;
}

export interface LoadTotals {
  readonly totalChunks: number;
  readonly totalChars: number;
}

/** Writes what a loader gives into the chunk table, a batch a transaction, numbered from 1. */
export async function loadIntoStore(batches: AsyncIterable<ChunkBatch>, target: LoadTarget): Promise<LoadTotals> {
  const { db, chunks, place, signal } = target;
  let totalChunks = 0;
  let totalChars = 0;
  const write = db.transaction((batch: ChunkBatch) => {
    for (const [index, content] of batch.contents.entries()) {
      chunks.insert(place, {
        id: newUuidBytes(),
        chunk_no: totalChunks + index + 1,
        keys: keysAt(batch, index),
        source: batch.sources[index] ?? '',
        metadata: batch.metadata[index] ?? '{}',
        content,
      });
    }
  });
  const keep = db.transaction((rows: readonly ChunkRow[]) => {
    for (const [index, row] of rows.entries()) {
      chunks.insert(place, { ...row, id: newUuidBytes(), chunk_no: totalChunks + index + 1 });
    }
  });
  async function committed(contents: readonly string[]): Promise<void> {
    totalChunks += contents.length;
    for (const content of contents) totalChars += content.length;
    await target.onCommit();
    // Lets requests in between two commits.
    await nextTurn();
  }
  for await (const batch of batches) {
    signal.throwIfAborted();
    commitRelaxed(db, () => write.immediate(batch));
    await committed(batch.contents);
    target.onBatch(batch, totalChunks);
  }
  for (const rows of target.unread()) {
    signal.throwIfAborted();
    commitRelaxed(db, () => keep.immediate(rows));
    await committed(rows.map(({ content }) => content));
  }
  return { totalChunks, totalChars };
}
