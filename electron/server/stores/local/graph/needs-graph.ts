import { matrixRowBytes } from '../search/vector-matrix.ts';

/** 300,000 vectors of 384 numbers, 85,000 of 1,536, rounded to int8: comparing them all takes 10 ms, and finds the very best. */
const SCANNED_BYTES = 128 * 1024 * 1024;

export interface CollectionSize {
  readonly chunks: number;
  /** Of its vectors, if it has any. */
  readonly dimensions?: number | null | undefined;
}

/**
 * Whether a collection is too large for comparing a question with all of its vectors.
 * @param fromChunks set by hand: collections of more chunks are; 0 goes by the memory that the vectors take
 */
export function needsGraph({ chunks, dimensions }: CollectionSize, fromChunks = 0): boolean {
  return fromChunks > 0 ? chunks > fromChunks : chunks * matrixRowBytes(dimensions ?? 0) > SCANNED_BYTES;
}
