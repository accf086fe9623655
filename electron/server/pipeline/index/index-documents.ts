import type { UpsertCounts } from '../../../../shared/api/runs.ts';
import { prefetchPieces } from '../../common/prefetch.ts';
import { type BatchPart, type ChunkBatch, HASH_BYTES, HASHES_PER_CHUNK } from '../../core/chunk.ts';
import type { EmbeddingModel } from '../../core/embedding-model.ts';
import type { EmbeddingHold, EmbeddingRepository } from '../../storage/repositories/embedding-repository.ts';
import type { ClassifiedBatch, KnownChunk } from './classify-batch.ts';
import { type EmbeddedBatch, embedBatch } from './embed-batch.ts';
import type { IndexWriter, ModelOfVectors } from './index-writer.ts';

/**
 * Batches that are embedded at the same time: enough for a server or all workers to be busy while one batch is committed. Another run waits for so many
 * where a server answers one request after the other.
 */
const BATCHES_AHEAD = 3;

/** Stands for the model where nothing is embedded. */
const NO_MODEL: ModelOfVectors = { id: '', dimensions: undefined };

export interface IndexTarget {
  readonly writer: IndexWriter;
  /** Undefined for a writer that is dry. */
  readonly model: EmbeddingModel | undefined;
  /** The embedding cache: also for chunks of remote stores.  */
  readonly embeddings: EmbeddingRepository;
}

export interface BatchProgress {
  readonly batch: ChunkBatch;
  /** Of the run so far, this batch included. */
  readonly counts: UpsertCounts;
  /** Ids of the batch's chunks in the store, 16 bytes, by position; a chunk that was in the run before has none. */
  chunkIds(): ReadonlyMap<number, Buffer>;
  /** Positions of the chunks that were added. */
  readonly addedIndexes: readonly number[];
  /** Positions of the chunks that got other metadata. */
  readonly updatedIndexes: readonly number[];
}

export type MutableCounts = { -readonly [Key in keyof UpsertCounts]: UpsertCounts[Key] };

/** Counts of a run that has done nothing yet. */
export function noCounts(): MutableCounts {
  return { numAdded: 0, numDeleted: 0, numUpdated: 0, numSkipped: 0 };
}

interface BatchOptions {
  readonly signal: AbortSignal;
  readonly onBatch: (progress: BatchProgress) => void;
}

/**
 * Writes batches of chunks to the store: queries the records, embeds only what is new, commits batch by batch.
 * `counts` grows as it goes, also when it fails half-way: what is counted is committed. A `source` may be called for several loaders
 * in turn with the same counts.
 * @throws UserError EMBEDDING_MISMATCH before anything is written when the collection holds vectors of another model.
 */
export async function indexBatches(
  source: AsyncIterable<ChunkBatch>,
  { writer, model, embeddings }: IndexTarget,
  counts: MutableCounts,
  options: BatchOptions,
): Promise<void> {
  const hold = embeddings.hold();
  try {
    await writeBatches(source, { writer, model, embeddings, hold }, counts, options);
  } finally {
    hold.close();
  }
}

async function writeBatches(
  source: AsyncIterable<ChunkBatch>,
  { writer, model, embeddings, hold }: IndexTarget & { readonly hold: EmbeddingHold },
  counts: MutableCounts,
  { signal, onBatch }: BatchOptions,
): Promise<void> {
  async function embed(classified: ClassifiedBatch): Promise<EmbeddedBatch> {
    if (model === undefined) return { classified, storedIds: new Map(), newVectors: new Map() };
    return embedBatch(classified, writer.vectorsFor(classified), { model, embeddings, hold }, signal);
  }
  const embeddedBatches = prefetchPieces(source, BATCHES_AHEAD, async (batch) => {
    signal.throwIfAborted();
    const classified = await writer.classify(batch, signal);
    return cutClassified(classified, model?.commitSize ?? Number.POSITIVE_INFINITY).map(embed);
  });
  for await (const embedded of embeddedBatches) {
    signal.throwIfAborted();
    const { batch, added, updated, moved, unchanged, renewed, repeated } = embedded.classified;
    const addedIds = await writer.commit(embedded, model ?? NO_MODEL, signal);
    hold.drop(embedded.storedIds);
    const stored = addedIds.size;
    counts.numAdded += stored;
    counts.numUpdated += updated.length;
    counts.numSkipped += unchanged.length + renewed.length + moved.length + repeated + (added.length - stored);
    if (repeated > 0) counts.numRepeated = (counts.numRepeated ?? 0) + repeated;
    const chunkIds = () => {
      const known = [...updated, ...moved, ...unchanged, ...renewed];
      return new Map([...addedIds, ...known.map(({ index, record }) => [index, record.chunkId] as const)]);
    };
    const updatedIndexes = updated.map(({ index }) => index);
    onBatch({ batch, counts, chunkIds, addedIndexes: [...addedIds.keys()], updatedIndexes });
  }
}

/** Rows `from` to `to` (excluded) of a batch. What a batch reports once goes with its last rows. */
function sliceBatch(batch: ChunkBatch, from: number, to: number): ChunkBatch {
  const { contents, metadata, sources, chunkNos, hashes, progress, parts, ...once } = batch;
  const rowBytes = HASHES_PER_CHUNK * HASH_BYTES;
  return {
    contents: contents.slice(from, to),
    metadata: metadata.slice(from, to),
    sources: sources.slice(from, to),
    chunkNos: chunkNos.slice(from, to),
    hashes: hashes.subarray(from * rowBytes, to * rowBytes),
    progress,
    ...(parts === undefined ? {} : { parts: sliceParts(parts, from, to) }),
    ...(to === contents.length ? once : {}),
  };
}

function sliceParts(parts: readonly BatchPart[], from: number, to: number): readonly BatchPart[] {
  let start = 0;
  return parts.flatMap((part) => {
    const chunks = Math.min(start + part.chunks, to) - Math.max(start, from);
    start += part.chunks;
    return chunks > 0 ? [{ ...part, chunks }] : [];
  });
}

/** Cuts a batch such that each piece adds at most so many chunks. The pieces are to be committed in order: the last one holds what the batch has claimed. */
export function cutClassified(classified: ClassifiedBatch, mostAdded: number): readonly ClassifiedBatch[] {
  const { batch, added, updated, moved, unchanged, renewed, claimed } = classified;
  const starts = [0, ...added.filter((_index, position) => position > 0 && position % mostAdded === 0)];
  if (starts.length === 1) return [classified];
  return starts.map((from, piece) => {
    const to = starts[piece + 1] ?? batch.contents.length;
    const isIn = (index: number) => index >= from && index < to;
    const known = (chunks: readonly KnownChunk[]) =>
      chunks.flatMap(({ index, record }) => (isIn(index) ? [{ index: index - from, record }] : []));
    const own = {
      added: added.filter(isIn).map((index) => index - from),
      updated: known(updated),
      moved: known(moved),
      unchanged: known(unchanged),
      renewed: known(renewed),
    };
    const classifiedCount = Object.values(own).reduce((sum, { length }) => sum + length, 0);
    return {
      batch: sliceBatch(batch, from, to),
      ...own,
      repeated: to - from - classifiedCount,
      claimed: to === batch.contents.length ? claimed : [],
    };
  });
}
