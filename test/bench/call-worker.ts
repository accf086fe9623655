import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Calls an address again and again and tells the longest answer when it is asked to stop. In a thread of its own: the measuring process
 * itself stalls while it sends a large file, and that is not the server's doing. Nor is the first call, which loads `fetch` (50 ms): it is not timed.
 */
const { url, intervalMs, body } = z
  .object({ url: z.string(), intervalMs: z.number(), body: z.string().optional() })
  .parse(workerData);
let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});

async function call(count: number): Promise<void> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const response = await fetch(url, body === undefined ? {} : { ...post, body: body.replace('{count}', `${count}`) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

let longestMs = 0;
let count = 0;
await call(count);
parentPort?.postMessage('begun');
while (!isStopped) {
  await pause(intervalMs);
  count += 1;
  const start = performance.now();
  await call(count);
  longestMs = Math.max(longestMs, performance.now() - start);
}
parentPort?.postMessage({ longestMs, count });
