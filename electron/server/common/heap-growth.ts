import { PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/**
 * How much more than it keeps a heap may take before its next full collection. V8's own choice is up to three times as much, which a run of 62 MB of text fills
 * with texts and buffers of batches that are stored: with 60 % it takes some 15 MB more than with 25, for an eighth less time.
 */
const GROWTH_PERCENT = 25;
/** What takes more keeps a large document, whose reader would spend up to half as much time again on collections. */
const SMALL_PROCESS_BYTES = 400 * 1024 * 1024;

/** @returns the percentage for a process of this resident size; 0: V8 chooses */
export function growthPercent(residentBytes: number): number {
  return residentBytes < SMALL_PROCESS_BYTES ? GROWTH_PERCENT : 0;
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
  new PerformanceObserver(adapt).observe({ entryTypes: ['gc'] });
}
