import { type BatchPart, type ChunkBatch, HASH_BYTES, HASHES_PER_CHUNK } from '../../core/chunk.ts';
import type { ClassifiedBatch, KnownChunk } from './classify-batch.ts';

/** Rows `from` to `to` (excluded) of a batch. What is told once a batch goes with its last rows. */
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
    const told = Object.values(own).reduce((sum, { length }) => sum + length, 0);
    return {
      batch: sliceBatch(batch, from, to),
      ...own,
      repeated: to - from - told,
      claimed: to === batch.contents.length ? claimed : [],
    };
  });
}
