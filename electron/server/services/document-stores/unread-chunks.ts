import type { ChunkBatch } from '../../core/chunk.ts';
import type { UnreadSources } from '../../pipeline/index/index-writer.ts';
import { createRunFailures, type RunFailures } from '../../pipeline/load/run-failures.ts';
import type {
  ChunkPlace,
  ChunkRow,
  DocumentStoreChunkRepository,
} from '../../storage/repositories/document-store-chunk-repository.ts';
import { BATCH_LIMIT, IDENTITY_BYTES, keysAt } from '../libraries/chunk-batches.ts';

/** A load of a loader that may go on without some of its sources: their chunks of the load before stay. */
export interface WatchedLoad extends Pick<RunFailures, 'told' | 'files'> {
  /** Lets the batches of the load pass. */
  watch(batches: AsyncIterable<ChunkBatch>): AsyncGenerator<ChunkBatch>;
  /** After the load: sources that it could not read. */
  unreadSources(): UnreadSources;
  /** After the load: what an earlier one has left of sources that this one could not read, or not to their end. */
  unread(earlier: ChunkPlace): Generator<readonly ChunkRow[]>;
}

/** Which chunk it is, whatever its metadata. */
function identityOf(keys: Buffer): string {
  return keys.toString('base64', 0, IDENTITY_BYTES);
}

/** @param isPartial whether the load brings only a part of what is stored: the chunks of sources that it does not see stay */
export function watchLoad(chunks: DocumentStoreChunkRepository, isPartial = false): WatchedLoad {
  const failures = createRunFailures();
  const seen = new Set<string>();
  /** Keys of chunks by source, of sources that were read in part. */
  const partly = new Map<string, ReadonlySet<string>>();
  /** The same of the last batch's sources; chunks of one source follow each other. */
  let latest = new Map<string, Set<string>>();

  function note(batch: ChunkBatch): void {
    for (const source of batch.seen ?? []) seen.add(source);
    latest = new Map([...latest].slice(-1));
    for (const [index, source] of batch.sources.entries()) {
      seen.add(source);
      const keys = latest.get(source) ?? new Set();
      latest.set(source, keys.add(identityOf(keysAt(batch, index))));
    }
    for (const source of (batch.failures ?? []).flatMap((failure) => failure.sources)) {
      const keys = latest.get(source);
      if (keys !== undefined) partly.set(source, keys);
    }
  }

  async function* noting(batches: AsyncIterable<ChunkBatch>): AsyncGenerator<ChunkBatch> {
    for await (const batch of batches) {
      note(batch);
      yield batch;
    }
  }

  return {
    told: failures.told,
    files: failures.files,
    watch: (batches) => failures.watch(noting(batches)),
    unreadSources: failures.unread,
    *unread(earlier) {
      const { sources, ...unread } = failures.unread();
      const isOpenEnded = isPartial || unread.isOpenEnded;
      if (sources.size === 0 && !isOpenEnded) return;
      const isUnread = ({ source, keys }: ChunkRow): boolean =>
        sources.has(source) ? partly.get(source)?.has(identityOf(keys)) !== true : isOpenEnded && !seen.has(source);
      let last = 0;
      for (;;) {
        const rows = chunks.after(earlier, last, BATCH_LIMIT);
        const end = rows.at(-1);
        if (end === undefined) return;
        last = end.chunk_no;
        yield rows.filter(isUnread);
      }
    },
  };
}
