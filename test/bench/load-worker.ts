import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Calls one address over several connections, each the next call as soon as it has its answer (and after a pause). Plain sockets: a client
 * that costs more than the server would measure itself.
 */
const { url, connections, seconds, pauseMs } = z
  .object({ url: z.url(), connections: z.int(), seconds: z.number(), pauseMs: z.number() })
  .parse(workerData);

const { hostname, port, host, pathname } = new URL(url);
const REQUEST = Buffer.from(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
const HEAD_END = Buffer.from('\r\n\r\n');

function call(until: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    /** Bytes of the answer still to come; undefined before its head is there. */
    let missing: number | undefined;
    let head: Buffer = Buffer.alloc(0);
    const socket = connect(Number(port), hostname).setNoDelay();

    function send(): void {
      sentAt = performance.now();
      socket.write(REQUEST);
    }

    function finish(): void {
      const now = performance.now();
      times.push(now - sentAt);
      missing = undefined;
      if (now >= until) socket.end();
      else if (pauseMs === 0) send();
      else setTimeout(send, pauseMs);
    }

    function readHead(chunk: Buffer): void {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      const text = head.toString('latin1', 0, end);
      const length = /^content-length: (\d+)$/im.exec(text)?.[1];
      if (!text.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`Unexpected answer: ${text}`);
      missing = Number(length) - (head.length - end - HEAD_END.length);
      head = Buffer.alloc(0);
    }

    socket.on('data', (chunk) => {
      if (missing === undefined) readHead(chunk);
      else missing -= chunk.length;
      if (missing === 0) finish();
    });
    socket.once('connect', send);
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

const times: number[] = [];
const startedAt = performance.now();
await Promise.all(Array.from({ length: connections }, () => call(startedAt + seconds * 1000, times)));
const took = (performance.now() - startedAt) / 1000;
const sorted = times.toSorted((a, b) => a - b);
parentPort?.postMessage({
  ratePerSecond: times.length / took,
  p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  longestMs: sorted.at(-1) ?? Number.NaN,
});
