import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Calls an address again and again and says how long the answers took when it is asked to stop. In a thread of its own: the measuring process
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

const times: number[] = [];
let count = 0;
await call(count);
parentPort?.postMessage('begun');
while (!isStopped) {
  await pause(intervalMs);
  count += 1;
  const start = performance.now();
  await call(count);
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
const p95Ms = times[Math.floor(times.length * 0.95)] ?? 0;
parentPort?.postMessage({ longestMs: times.at(-1) ?? 0, p95Ms, count });
