import { OperationalError } from '../../../../shared/errors/errors.ts';
import { canonicalJson } from '../../../../shared/json/canonical-json.ts';
import { type ChunkBatch, HASH_BYTES, HASHES_PER_CHUNK } from '../../core/chunk.ts';
import type { RecordManager } from '../../core/record-manager.ts';
import type { StoredChunk, VectorStore } from '../../core/vector-store.ts';
import { contentKeyAt } from '../index/classify-batch.ts';
import { batchOfChunks } from '../index/passage-edits.ts';
import type { KnownVectors } from './known-vectors.ts';

/** Chunks a batch, as in upserts. */
const PAGE = 256;
const METADATA_HASH = 2;

/** Where chunks are, with what is known of them. */
export interface StoredPlace {
  readonly store: VectorStore;
  readonly records: RecordManager | undefined;
}

function sourceOf({ metadata }: StoredChunk, sourceIdKey: string): string {
  const value = metadata[sourceIdKey];
  return typeof value === 'string' ? value : String(value ?? '');
}

/** What the loaders said of the metadata, which the chunks alone don't: which of it is position. */
async function withKnownHashes(batch: ChunkBatch, { records }: StoredPlace, signal: AbortSignal): Promise<ChunkBatch> {
  if (records === undefined) return batch;
  const keys = batch.contents.map((_content, index) => contentKeyAt(batch, index));
  const hashes = new Uint8Array(batch.hashes);
  for (const [index, record] of (await records.exists(keys, signal)).entries()) {
    if (record !== undefined) hashes.set(record.metadataHash, (index * HASHES_PER_CHUNK + METADATA_HASH) * HASH_BYTES);
  }
  return { ...batch, hashes };
}

/** All chunks of a collection, page by page, in the order in which the store lists them. */
export async function* storedChunks(store: VectorStore, signal: AbortSignal): AsyncGenerator<readonly StoredChunk[]> {
  let after: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await store.browse?.listChunks({ after, limit: PAGE }, signal);
    after = page?.next;
    if (page !== undefined && page.chunks.length > 0) yield page.chunks;
  } while (after !== undefined);
}

/**
 * All chunks of a collection, as loaders would give them.
 * @param vectors gets the ids of each batch's vectors
 * @throws OperationalError STORE_BUSY when not everything was read that is there; what the store says
 */
export async function* storedBatches(
  place: StoredPlace,
  vectors: KnownVectors,
  signal: AbortSignal,
): AsyncGenerator<ChunkBatch> {
  const { store, records } = place;
  const sourceIdKey = records?.sourceIdKey ?? 'source';
  const total = await store.count(signal);
  let done = 0;
  for await (const chunks of storedChunks(store, signal)) {
    const batch = batchOfChunks(
      chunks.map((chunk) => ({
        source: sourceOf(chunk, sourceIdKey),
        content: chunk.content,
        metadata: canonicalJson(chunk.metadata),
        chunkNo: chunk.chunkNo,
      })),
    );
    vectors.expect(
      batch.contents,
      chunks.map(({ id }) => id),
    );
    done += chunks.length;
    yield { ...(await withKnownHashes(batch, place, signal)), progress: { unit: 'documents', done, total } };
  }
  if (done === total) return;
  throw new OperationalError(
    'STORE_BUSY',
    `${done} of ${total} chunks could be read, since the collection was changed meanwhile: try again when nothing writes to it.`,
  );
}
