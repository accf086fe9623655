import type { RunProgress } from '../../../shared/api/run-files.ts';

/** The rate is that of the last so many milliseconds: a pause counts, and the start is forgotten soon. */
const WINDOW_MS = 15_000;
const SAMPLE_MS = 250;
/** Before that a rate says nothing. */
const SHORTEST_MS = 2000;

interface Left {
  readonly chunks: number;
  readonly chunksDone: number;
  readonly hasAllChunks: boolean;
  readonly readBytes: number;
  readonly totalBytes: number;
}

/** Chunks that there will be in all, as far as what was read lets one expect it. */
function expectedChunks({ chunks, hasAllChunks, readBytes, totalBytes }: Left): number | undefined {
  if (hasAllChunks) return chunks;
  return readBytes === 0 || totalBytes === 0 ? undefined : (chunks * totalBytes) / readBytes;
}

/** How fast chunks are stored. @param clock milliseconds that only grow */
export function createRate(clock: () => number) {
  let samples: { readonly atMs: number; readonly done: number }[] = [{ atMs: clock(), done: 0 }];
  return {
    note(done: number): void {
      const atMs = clock();
      const last = samples.at(-1);
      if (last !== undefined && atMs - last.atMs < SAMPLE_MS) return;
      samples = [...samples.filter((sample) => atMs - sample.atMs < WINDOW_MS), { atMs, done }];
    },
    /** Chunks a second, and the time left at that rate; nothing while it is too early to tell. */
    of(left: Left): Pick<RunProgress, 'chunksPerSecond' | 'leftMs'> {
      const first = samples[0];
      if (first === undefined) return {};
      const passedMs = clock() - first.atMs;
      const done = left.chunksDone - first.done;
      if (passedMs < SHORTEST_MS || done <= 0) return {};
      const chunksPerSecond = Math.round((done / passedMs) * 10_000) / 10;
      const expected = expectedChunks(left);
      if (expected === undefined || chunksPerSecond === 0) return { chunksPerSecond };
      return {
        chunksPerSecond,
        leftMs: Math.max(0, Math.round(((expected - left.chunksDone) / chunksPerSecond) * 1000)),
      };
    },
  };
}
