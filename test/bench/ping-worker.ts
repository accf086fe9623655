import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Calls an address again and again and tells the longest answer when it is asked to stop. In a thread of its own: the measuring process
 * itself stalls while it sends a large file, and that is not the server's doing.
 */
const { url, intervalMs } = z.object({ url: z.string(), intervalMs: z.number() }).parse(workerData);
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});

let longestMs = 0;
parentPort?.postMessage('begun');
let count = 0;
while (!isStopped) {
  const start = performance.now();
  await fetch(url).then((response) => response.text());
  longestMs = Math.max(longestMs, performance.now() - start);
  count += 1;
  await pause(intervalMs);
}
parentPort?.postMessage({ longestMs, count });
