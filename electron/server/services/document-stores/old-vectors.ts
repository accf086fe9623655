import { uuidText } from '../../common/uuid.ts';
import type { ChunkBatch } from '../../core/chunk.ts';
import type { RecordManager } from '../../core/record-manager.ts';
import { closeOpened, openRecords, openStore } from '../../pipeline/compile/open-nodes.ts';
import { createKnownVectors, type KnownVectors } from '../../pipeline/copy/known-vectors.ts';
import { readStoredVectors } from '../../pipeline/copy/read-stored-vectors.ts';
import { contentKeyAt } from '../../pipeline/index/classify-batch.ts';
import type { SourcePart } from '../../pipeline/load/source-part.ts';
import type { StoredStore } from '../../storage/repositories/document-store-repository.ts';
import { isSamePart, planRemoval } from '../libraries/parts.ts';
import type { StoreAccess } from '../libraries/store-access.ts';

/** The vectors where a store's chunks are now. */
export interface OldVectors {
  readonly vectors: KnownVectors;
  /** Lets the chunks of the store pass, and finds out where their vectors are. */
  watch(parts: readonly SourcePart[], signal: AbortSignal): SourcePart[];
}

/** Where the chunks of a batch are, as far as the records know. */
export async function idsOf(
  batch: ChunkBatch,
  records: RecordManager,
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const keys = batch.contents.map((_content, index) => contentKeyAt(batch, index));
  const known = await records.exists(keys, signal);
  return known.map((record) => (record === undefined ? undefined : uuidText(record.chunkId)));
}

function watchPart(part: SourcePart, vectors: KnownVectors, records: RecordManager, signal: AbortSignal): SourcePart {
  async function* watched(batches: AsyncIterable<ChunkBatch>) {
    for await (const batch of batches) {
      vectors.expect(batch.contents, await idsOf(batch, records, signal));
      yield batch;
    }
  }
  return { ...part, open: (...given) => watched(part.open(...given)) };
}

/**
 * Opens the place where a store's chunks are, so that their vectors can be copied; closes it after the work.
 * @param work gets undefined when the store gets another model: its vectors are of no use then
 */
export async function withOldVectors<T>(
  { engine }: Pick<StoreAccess, 'engine'>,
  store: StoredStore,
  work: (old: OldVectors | undefined) => Promise<T>,
): Promise<T> {
  const { next } = store;
  if (next === null || store.vectorStore === null || !isSamePart(next.embedding, store.embedding)) {
    return work(undefined);
  }
  const plan = planRemoval(store, engine.values);
  const opened = openStore(plan, store.id, engine.vectorDeps);
  const records = openRecords(plan, store.id, opened.collection, engine.recordDeps);
  try {
    if (records === undefined) return await work(undefined);
    const vectors = createKnownVectors(readStoredVectors(opened));
    const watch: OldVectors['watch'] = (parts, signal) =>
      parts.map((part) => watchPart(part, vectors, records, signal));
    return await work({ vectors, watch });
  } finally {
    await closeOpened(opened, records);
  }
}
