import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { z } from 'zod';

const MB = 1024 * 1024;

/**
 * How many bytes the heap may take beyond what it keeps before its next full collection, by the resident size of the process. V8's own choice is up to three
 * times what is kept, which a run of 62 MB of text fills with texts and buffers of batches that are stored. Bytes and not a share of the heap: a share large
 * enough for the 20 MB that a small run keeps lets a large one grow by hundreds. Measured: 50 MB make a run of 10 MB as fast as V8's choice, 30 MB a fifth
 * slower; 15 MB keep the peak of 100 MB within 15 MB of what the smallest sensible growth gives.
 * What is larger than the last keeps a large document, whose reader would spend up to half as much time again on collections.
 */
const HEADROOM = [
  { belowBytes: 250 * MB, headroomBytes: 50 * MB },
  { belowBytes: 400 * MB, headroomBytes: 15 * MB },
];

/** The flag takes a share of what is kept: less than the least collects all the time, more than the most is V8's own choice. */
const PERCENT = { least: 25, most: 250 };

const FullCollectionSchema = z.object({
  detail: z.object({ kind: z.literal(constants.NODE_PERFORMANCE_GC_MAJOR) }),
});

/** @returns the percentage of `usedBytes`, what the heap keeps, by which it may grow in a process of this resident size; 0: V8 chooses */
export function growthPercent(residentBytes: number, usedBytes: number): number {
  const headroomBytes = HEADROOM.find(({ belowBytes }) => residentBytes < belowBytes)?.headroomBytes;
  if (headroomBytes === undefined) return 0;
  const percent = Math.round((100 * headroomBytes) / usedBytes);
  return Math.min(Math.max(percent, PERCENT.least), PERCENT.most);
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
    const wanted =
      residentBytes === undefined ? current : growthPercent(residentBytes, getHeapStatistics().used_heap_size);
    if (wanted !== current) setFlagsFromString(`--heap-growing-percent=${wanted}`);
    current = wanted;
  };
  adapt();
  new PerformanceObserver((list) => {
    // Only a full collection plans the next one; asking after each of the small ones took a fiftieth of an upsert.
    if (list.getEntries().some((entry) => FullCollectionSchema.safeParse(entry).success)) adapt();
  }).observe({ entryTypes: ['gc'] });
}
