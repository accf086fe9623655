import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Most memory for the new objects of a thread that works on batches, MB; V8 divides it by three for a semi-space, of which there are two. What is new lives for
 * a batch only; V8's own choice holds some 100 MB of it before it is swept.
 */
export const YOUNG_GENERATION_MB = 12;

/** Where the server's own thread stops taking more, both semi-spaces together. With less it sweeps more often than it saves. */
const LARGEST_BYTES = 32 * 1024 * 1024;

function newSpaceBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

/**
 * Keeps the space for the new objects of this process's main thread from growing beyond 32 MB. V8 doubles it up to 128 MB on a machine with much memory, and its
 * limit is fixed before our code runs; how fast it grows is not. To be called before threads are started: they begin with all that they may have, since they
 * grow by the same flag.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString(`--min-semi-space-size=${YOUNG_GENERATION_MB / 3}`);
  let isHeld = false;
  new PerformanceObserver(() => {
    const isLarge = newSpaceBytes() >= LARGEST_BYTES;
    if (isLarge === isHeld) return;
    isHeld = isLarge;
    setFlagsFromString(`--semi-space-growth-factor=${isLarge ? 1 : 2}`);
  }).observe({ entryTypes: ['gc'] });
}
