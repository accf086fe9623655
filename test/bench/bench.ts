import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UpsertCounts } from '../../shared/api/upsert-counts.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import type { ServerProcess } from '../helpers/servers/server-process.ts';
import { benchApi } from './bench-api.ts';
import { benchEmbedding } from './bench-embedding.ts';
import {
  benchUpsert,
  createBenchFlow,
  isWithin,
  type Line,
  median,
  peakMb,
  residentMb,
  startBenchServer,
  startCalls,
  timed,
} from './measure.ts';

const MB = 1_000_000;
const ROUNDS = 5;

/** Flowise 3.1.4 on 2 cores of the same kind, Node 24, quiet, its fastest flow with a record manager (seconds, MB). */
const PEER = {
  first: { '1 MB': 0.99, '10 MB': 8.73 },
  again: { '1 MB': 0.67, '10 MB': 6.87 },
  startSeconds: 6.6,
  idleMb: 909,
  peakMb: 2390,
} as const;

/** What issue and design promise (seconds, MB, ms). */
const BOUNDS = {
  first: { '1 MB': 0.3, '10 MB': 1.8 },
  again: { '1 MB': 0.06, '10 MB': 0.4 },
  startSeconds: 2,
  idleMb: 200,
  peakMb: 350,
  pingMs: 100,
} as const;

type Size = keyof typeof BOUNDS.first;

async function startEmbedding(): Promise<{ basepath: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./zero-cost-embedding.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { basepath: String(line).trim(), child };
}

async function newFlow(api: ApiClient, basepath: string): Promise<string> {
  return createBenchFlow(api, makeFlow({ basepath, records: { cleanup: 'incremental' } }));
}

function expectCounts(result: UpsertCounts, isAgain: boolean): void {
  const chunks = isAgain ? result.numSkipped : result.numAdded;
  const others = isAgain ? result.numAdded : result.numUpdated + result.numDeleted;
  if (chunks === 0 || others !== 0) throw new Error(`The run did not do what it should: ${JSON.stringify(result)}`);
}

async function benchSize(api: ApiClient, basepath: string, size: Size): Promise<Line[]> {
  const bytes = size === '1 MB' ? MB : 10 * MB;
  const first: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // A text of its own for each round: what was embedded once is never embedded again.
    const file = { name: 'text.txt', content: makeEnglishText(bytes, bytes / MB + round * 100) };
    const id = await newFlow(api, basepath);
    const added = await timed(() => benchUpsert(api, id, [file]));
    const skipped = await timed(() => benchUpsert(api, id, [file]));
    expectCounts(added.value, false);
    expectCounts(skipped.value, true);
    first.push(added.seconds);
    again.push(skipped.seconds);
  }
  const line = (what: string, values: readonly number[], kind: 'first' | 'again'): Line => ({
    what: `${size}, ${what}`,
    value: median(values),
    unit: 's',
    bound: BOUNDS[kind][size],
    ratio: PEER[kind][size] / median(values),
  });
  return [line('first run', first, 'first'), line('again', again, 'again')];
}

async function benchLargeFile(api: ApiClient, server: ServerProcess, basepath: string): Promise<Line[]> {
  const id = await newFlow(api, basepath);
  const file = { name: 'large.txt', content: makeEnglishText(100 * MB, 3) };
  const ping = await startCalls(`${server.url}/api/v1/ping`, { intervalMs: 20 });
  const { seconds, value } = await timed(() => benchUpsert(api, id, [file]));
  expectCounts(value, false);
  const { longestMs, count } = await ping.stop();
  const memoryMb = peakMb(server.pid);
  process.stdout.write(`100 MB: ${value.numAdded} chunks in ${seconds.toFixed(1)} s, ${count} pings\n`);
  return [
    {
      what: '100 MB, peak memory of the server',
      value: memoryMb,
      unit: 'MB',
      bound: BOUNDS.peakMb,
      ratio: PEER.peakMb / memoryMb,
    },
    { what: '100 MB, longest /ping', value: longestMs, unit: 'ms', bound: BOUNDS.pingMs, ratio: undefined },
  ];
}

async function benchStart(dataDir: string): Promise<Line[]> {
  const seconds: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { seconds: start, value: server } = await timed(() => startBenchServer(dataDir));
    seconds.push(start);
    memory.push(residentMb(server.pid));
    await server.stop();
  }
  return [
    {
      what: 'start to the ready line',
      value: median(seconds),
      unit: 's',
      bound: BOUNDS.startSeconds,
      ratio: PEER.startSeconds / median(seconds),
    },
    {
      what: 'idle memory before the first embedding',
      value: median(memory),
      unit: 'MB',
      bound: BOUNDS.idleMb,
      ratio: PEER.idleMb / median(memory),
    },
  ];
}

function report(lines: readonly Line[]): void {
  process.stdout.write(
    `\nMedians of ${ROUNDS} on ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}); the ratio is against Flowise 3.1.4\n`,
  );
  for (const line of lines) {
    const { what, value, unit, bound, ratio, isLeast = false } = line;
    const verdict = isWithin(line) ? 'ok' : isLeast ? 'UNDER' : 'OVER';
    const times = ratio === undefined ? '' : `${ratio.toFixed(1)} times better`;
    process.stdout.write(
      `${what.padEnd(42)} ${value.toFixed(3).padStart(9)} ${unit.padEnd(2)} (bound ${bound} ${unit}, ${verdict}) ${times}\n`,
    );
  }
}

const folder = makeTemporaryFolder();
const { basepath, child } = await startEmbedding();
try {
  const starts = await benchStart(folder.path);
  const server = await startBenchServer(folder.path);
  const api = createApiClient(server.url);
  const small = await benchSize(api, basepath, '1 MB');
  const medium = await benchSize(api, basepath, '10 MB');
  await server.stop();
  const fresh = await startBenchServer(folder.path);
  const large = await benchLargeFile(createApiClient(fresh.url), fresh, basepath);
  await fresh.stop();
  const calls = await benchApi(join(folder.path, 'calls'), basepath);
  const embedding = await benchEmbedding(join(folder.path, 'embedding'));
  const lines = [...starts, ...small, ...medium, ...large, ...calls, ...embedding];
  report(lines);
  const file =
    process.env.TRIBUTARY_BENCH_RESULTS ?? fileURLToPath(new URL('../../bench-results.json', import.meta.url));
  writeFileSync(
    file,
    `${JSON.stringify({ node: process.version, cores: cpus().length, rounds: ROUNDS, lines }, null, 2)}\n`,
  );
  if (!lines.every(isWithin)) process.exitCode = 1;
} finally {
  child.kill();
  folder.remove();
}
