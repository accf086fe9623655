import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type UpsertCounts, UpsertCountsSchema } from '../../shared/api/upsert-counts.ts';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { makeApiConfig } from '../helpers/builders/flows.ts';
import type { ApiClient } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';

/** A line of the report. */
export interface Line {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: number;
  /** The bound is the least, not the most. */
  readonly isLeast?: boolean;
  /** How many times better than Flowise; undefined where Flowise was not measured. */
  readonly ratio: number | undefined;
}

export function isWithin({ value, bound, isLeast = false }: Line): boolean {
  return isLeast ? value >= bound : value <= bound;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Wall seconds of `work`, and what it gave. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly value: T }> {
  const start = performance.now();
  const value = await work();
  return { seconds: (performance.now() - start) / 1000, value };
}

function statusValue(pid: number, key: string): number {
  const line = new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

/** The server that is measured: this one as it is built, or the one of TRIBUTARY_BENCH_SERVER. */
export function startBenchServer(dataDir: string): Promise<ServerProcess> {
  const program = process.env.TRIBUTARY_BENCH_SERVER;
  return startServerProcess({ dataDir, isBuilt: true, ...(program === undefined ? {} : { program }) });
}

const MadeSchema = z.looseObject({ id: z.string() });

/** Makes a flow on a server of any version, whose answers may lack what is new. @returns its id */
export async function createBenchFlow(
  api: ApiClient,
  flow: FlowDocument,
  apiConfig = makeApiConfig({ 'Text File': ['files'] }),
): Promise<string> {
  const body = { name: 'Test flow', flowData: JSON.stringify(flow), apiConfig };
  return MadeSchema.parse((await api.json('POST', '/chatflows', body)).body).id;
}

/** Uploads files to a flow of a server of any version, and expects success. */
export async function benchUpsert(
  api: ApiClient,
  id: string,
  files: Parameters<ApiClient['upload']>[1],
): Promise<UpsertCounts> {
  const { status, body } = await api.upload(id, files);
  if (status !== 200) throw new Error(`The upsert answered ${status}: ${JSON.stringify(body)}`);
  return UpsertCountsSchema.parse(body);
}

/** Asks a flow of a server of any version, and expects an answer. */
export async function benchQuery(api: ApiClient, id: string, query: string): Promise<void> {
  const { status, body } = await api.json('POST', `/vector/query/${id}`, { query });
  if (status !== 200) throw new Error(`The question answered ${status}: ${JSON.stringify(body)}`);
}

/** Resident memory of a process now, MB. Linux only. */
export function residentMb(pid: number): number {
  return statusValue(pid, 'VmRSS');
}

/** The most resident memory that a process has had since it began, MB. Linux only. */
export function peakMb(pid: number): number {
  return statusValue(pid, 'VmHWM');
}

const CallsSchema = z.object({ longestMs: z.number(), p95Ms: z.number(), count: z.int() });

/**
 * Calls an address again and again from a thread of its own, which has begun then; `stop` gives the longest answer.
 * @param options.intervalMs between an answer and the next call
 * @param options.body JSON to post, with the number of the call for `{count}`; without it the address is read
 */
export async function startCalls(
  url: string,
  options: { readonly intervalMs: number; readonly body?: string | undefined },
) {
  const worker = new Worker(new URL('./call-worker.ts', import.meta.url), { workerData: { url, ...options } });
  await once(worker, 'message');
  return {
    async stop() {
      worker.postMessage('stop');
      const [message] = await once(worker, 'message');
      await worker.terminate();
      return CallsSchema.parse(message);
    },
  };
}
