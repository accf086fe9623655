import { type Boundaries, isInsideCharacter } from './boundaries.ts';

export interface ChunkLimits {
  /** In UTF-16 units, as LangChain counts. */
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

/** The current chunk: text[start, end). Everything before `end` has been processed. */
export interface ChunkWindow {
  start: number;
  end: number;
}

export interface MergeInput {
  readonly text: string;
  readonly boundaries: Boundaries;
  /** False while more text may follow: then nothing is decided that further text could change. */
  readonly isWhole: boolean;
  readonly limits: ChunkLimits;
  /** Length of the longest separator: how many units after a position are needed to know whether a boundary is there. */
  readonly margin: number;
  /** After this many characters without a boundary, {@link MergeInput.cutLongSplit} chooses a cut. */
  readonly lookAhead: number;
  /** Where to cut a split that starts at `start` and is longer than the look-ahead. */
  cutLongSplit(start: number): number;
  /** Receives a finished chunk. */
  emit(start: number, end: number): void;
  /** Receives a split that is at least as long as a chunk. */
  emitLongSplit(start: number, end: number): void;
}

/**
 * LangChain's `mergeSplits` on offsets: neighbouring splits are joined while they fit a chunk, and a new chunk starts with as many of the last splits
 * as fit the overlap. It jumps to the last boundary that fits and to the first one within the overlap, instead of visiting every split, so its cost
 * is per chunk and not per word.
 *
 * It goes as far as the current text allows, and stores in `window` where it stopped.
 */
export function mergeSplits(input: MergeInput, window: ChunkWindow): void {
  const { text, boundaries, isWhole, limits, margin } = input;
  while (window.end < text.length) {
    if (!isWhole && text.length < window.end + limits.chunkSize + margin) return;
    const fit = lastFit(input, window);
    if (fit > window.end) {
      window.end = fit;
      continue;
    }
    const splitEnd = endOfSplit(input, window.end);
    if (splitEnd === undefined) return;
    if (splitEnd - window.end >= limits.chunkSize) {
      flush(input, window);
      input.emitLongSplit(window.end, splitEnd);
      window.start = splitEnd;
    } else if (window.start < window.end) {
      input.emit(window.start, window.end);
      const earliest = Math.max(window.end - limits.chunkOverlap, splitEnd - limits.chunkSize, window.start + 1);
      const start = earliest < window.end ? boundaries.firstFrom(earliest) : window.end;
      window.start = start === -1 || start > window.end ? window.end : start;
    }
    window.end = splitEnd;
  }
  if (isWhole) flush(input, window);
}

function flush(input: MergeInput, window: ChunkWindow): void {
  if (window.start < window.end) input.emit(window.start, window.end);
  window.start = window.end;
}

/**
 * The last boundary up to which whole splits fit the current chunk. An empty window has none: its first split is handled separately, because a split
 * of exactly the chunk size counts as too long.
 */
function lastFit(input: MergeInput, window: ChunkWindow): number {
  if (window.start === window.end) return -1;
  const limit = window.start + input.limits.chunkSize;
  if (limit >= input.text.length) return input.text.length;
  return input.boundaries.lastUpTo(limit);
}

/** Where the split that starts at `start` ends; undefined if that depends on text still to come. */
function endOfSplit(input: MergeInput, start: number): number | undefined {
  const { text, boundaries, isWhole, lookAhead, margin } = input;
  const next = boundaries.firstFrom(start + 1);
  if (next === -1 && !isWhole && text.length - start <= lookAhead + margin) return undefined;
  const end = next === -1 ? text.length : next;
  if (end - start <= lookAhead) return end;
  const cut = input.cutLongSplit(start);
  return isInsideCharacter(text, cut) ? cut + 1 : cut;
}
