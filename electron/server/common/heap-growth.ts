import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { z } from 'zod';

const MB = 1024 * 1024;

/**
 * How much more than it keeps a heap may take before its next full collection, by the resident size of the process. V8's own choice is up to three times as
 * much, which a run of 62 MB of text fills with texts and buffers of batches that are stored: with 60 % it takes some 15 MB more than with 25, for an eighth
 * less time. A small process may take a little more: most runs are over before it is no longer small, and full collections were a quarter of their time.
 * What is larger than the last keeps a large document, whose reader would spend up to half as much time again on collections.
 */
const GROWTH = [
  { belowBytes: 200 * MB, percent: 100 },
  { belowBytes: 400 * MB, percent: 25 },
];

const FullCollectionSchema = z.object({
  detail: z.object({ kind: z.literal(constants.NODE_PERFORMANCE_GC_MAJOR) }),
});

/** @returns the percentage for a process of this resident size; 0: V8 chooses */
export function growthPercent(residentBytes: number): number {
  return GROWTH.find(({ belowBytes }) => residentBytes < belowBytes)?.percent ?? 0;
}

/** @returns undefined when it can't be told: on Linux it stands in a file, which is not to be opened with as many files open as the process may have */
function readResidentBytes(): number | undefined {
  try {
    return process.memoryUsage.rss();
  } catch {
    // A saving of memory is nothing to end the process for: it stays as it is until the next collection.
    return undefined;
  }
}

/** Keeps the heaps of this process's threads from growing far beyond what they keep, while the process is small. */
export function limitHeapGrowth(): void {
  let current = 0;
  const adapt = (): void => {
    const residentBytes = readResidentBytes();
    const wanted = residentBytes === undefined ? current : growthPercent(residentBytes);
    if (wanted !== current) setFlagsFromString(`--heap-growing-percent=${wanted}`);
    current = wanted;
  };
  adapt();
  new PerformanceObserver((list) => {
    // Only a full collection plans the next one; asking after each of the small ones took a fiftieth of an upsert.
    if (list.getEntries().some((entry) => FullCollectionSchema.safeParse(entry).success)) adapt();
  }).observe({ entryTypes: ['gc'] });
}
