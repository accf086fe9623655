import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Most memory for the new objects of a thread that works on batches, MB; V8 divides it by three for a semi-space, of which there are two. What is new lives for
 * a batch only; V8's own choice holds some 100 MB of it before it is swept.
 */
export const YOUNG_GENERATION_MB = 6;

/** Where the server's own thread stops taking more, both semi-spaces together. With less it sweeps more often than it saves. */
const LARGEST_BYTES = 16 * 1024 * 1024;

function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

function setGrowth(factor: 1 | 2): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

/**
 * Keeps the space for the new objects of this process's main thread as it is: loading the server's code, which lives on, would let it grow to 32 MB. To be called
 * before that code is loaded, and before threads are started: they begin with all that they may have, since they grow by the same flag.
 */
export function holdYoungGeneration(): void {
  setFlagsFromString(`--min-semi-space-size=${YOUNG_GENERATION_MB / 3}`);
  // So little is swept by one thread in less time than several take to begin: a fifth of an upsert that finds everything unchanged.
  setFlagsFromString('--no-parallel-scavenge');
  setGrowth(1);
}

/**
 * Lets it grow again, to 16 MB. V8 doubles it up to 128 MB on a machine with much memory, and its limit is fixed before our code runs; how fast it grows is not.
 */
export function releaseYoungGeneration(): void {
  let isHeld = true;
  new PerformanceObserver(() => {
    // This is told after the next sweep, which may have let it grow once more.
    const isLarge = newSpaceBytes() >= LARGEST_BYTES / 2;
    if (isLarge === isHeld) return;
    isHeld = isLarge;
    setGrowth(isLarge ? 1 : 2);
  }).observe({ entryTypes: ['gc'] });
}
