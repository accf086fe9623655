import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isFinalStatus, RunSchema } from '../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { contentsOf, countHalves, readChunks, scanExactly } from '../helpers/builders/inspect-store.ts';
import { randomMoments } from '../helpers/builders/random-moments.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, fakeVector, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';

const MOMENTS = 30;
const BATCH = 256;
const DIMENSIONS = 32;
const TEXT_BYTES = 1_500_000;
/** Small, so that the graph takes part; the server's own is 10,000. */
const GRAPH_FROM_CHUNKS = 300;
const NO_HALVES = {
  chunksWithoutVector: 0,
  chunksWithoutRecord: 0,
  recordsWithoutChunk: 0,
  chunksWithoutLog: 0,
  loggedButGone: 0,
  damagedPages: 0,
};

let fake: FakeOpenAI;
const folder = makeTemporaryFolder();

beforeAll(async () => {
  fake = await startFakeOpenAI({ dimensions: DIMENSIONS });
  writeFileSync(
    join(folder.path, 'settings.json'),
    JSON.stringify({ graphFromChunks: GRAPH_FROM_CHUNKS, logLevel: 'error' }),
  );
});

afterAll(async () => {
  await fake.close();
  folder.remove();
});

const start = () => startServerProcess({ dataDir: folder.path });

/** A file that no other moment has, so that nothing of it is known before. */
function fileOf(moment: number) {
  return { name: `moment-${moment}.txt`, content: makeEnglishText(TEXT_BYTES, 1000 + moment) };
}

async function newFlow(api: ApiClient): Promise<string> {
  return (await api.createFlow(makeFlow({ basepath: fake.basepath, records: { cleanup: 'incremental' } }))).id;
}

/** Sends an upsert and does not wait for its end. */
async function begin(api: ApiClient, id: string, moment: number): Promise<string> {
  const answer = await api.upload(id, [fileOf(moment)], {}, { prefer: 'respond-async' });
  return UpsertAcceptedSchema.parse(answer.body).runId;
}

async function expectLikeExactScan(api: ApiClient, id: string, text: string): Promise<void> {
  const chunks = readChunks(folder.path, id);
  const { docs } = await api.query(id, { query: text, mode: 'vector', topK: 5 });
  expect(docs.map((doc) => doc.id)).toEqual(scanExactly(chunks, fakeVector(text, DIMENSIONS), 5));
}

/** How long an undisturbed upsert takes here and now, and what it stores: what each disturbed one must come to. */
async function undisturbed(): Promise<{ readonly ms: number; readonly chunks: number }> {
  const server = await start();
  const api = createApiClient(server.url);
  const id = await newFlow(api);
  const began = performance.now();
  const result = await api.upsert(id, [fileOf(-1)]);
  const ms = performance.now() - began;
  await server.stop();
  return { ms, chunks: result.numAdded };
}

async function expectSameAsUndisturbed(api: ApiClient, id: string, moment: number): Promise<void> {
  const other = await newFlow(api);
  await api.upsert(other, [fileOf(moment)]);
  expect(contentsOf(readChunks(folder.path, id))).toEqual(contentsOf(readChunks(folder.path, other)));
}

async function killAndReopen(moment: number, delayMs: number): Promise<number> {
  const first = await start();
  const id = await newFlow(createApiClient(first.url));
  const begun = begin(createApiClient(first.url), id, moment).catch((error: unknown) => error);
  await pause(delayMs);
  await first.kill();
  await begun;

  const stored = readChunks(folder.path, id).length;
  expect(countHalves(folder.path)).toEqual(NO_HALVES);

  const second = await start();
  const api = createApiClient(second.url);
  const runs = z.array(RunSchema).parse((await api.get(`/runs?chatflowId=${id}`)).body);
  for (const run of runs) expect(['INTERRUPTED', 'FINISHED']).toContain(run.status);
  const again = await api.upsert(id, [fileOf(moment)]);
  expect(again.numSkipped).toBe(stored);
  if (again.numAdded > 0) expect(stored % BATCH).toBe(0);
  expect(again).toMatchObject({ numDeleted: 0, numUpdated: 0 });
  await expectSameAsUndisturbed(api, id, moment);
  await expectLikeExactScan(api, id, `question ${moment}`);
  await second.stop();
  return stored;
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    // pgrep's way of saying that there are none.
    return [];
  }
}

async function killIndexProcess(server: ServerProcess, moment: number, delayMs: number): Promise<number> {
  const api = createApiClient(server.url);
  const id = await newFlow(api);
  const runId = await begin(api, id, moment);
  // The graph is made behind the commits: a question makes sure that its process is asked for.
  await api.query(id, { query: 'wake', mode: 'vector' });
  await pause(delayMs);
  const children = childrenOf(server.pid);
  for (const pid of children) process.kill(pid, 'SIGKILL');
  await expect.poll(async () => isFinalStatus((await api.run(runId)).status), { timeout: 30_000 }).toBe(true);
  expect((await api.run(runId)).status).toBe('FINISHED');
  expect(countHalves(folder.path)).toEqual(NO_HALVES);
  await expectLikeExactScan(api, id, `question ${moment}`);
  return children.length;
}

describe('a power cut at any moment', () => {
  test(
    `kill -9 of the server at ${MOMENTS} random moments: batches are whole, a second run converges, the index answers right`,
    async () => {
      const momentOf = randomMoments();
      const { ms, chunks } = await undisturbed();
      const stored: number[] = [];
      for (let moment = 0; moment < MOMENTS; moment += 1)
        stored.push(await killAndReopen(moment, momentOf(moment) * ms * 1.2));
      // The moments must have hit the middle, or nothing was proven.
      expect(stored.some((count) => count > 0 && count < chunks)).toBe(true);
    },
    20 * 60_000,
  );

  test(
    `kill -9 of the index process at ${MOMENTS} random moments: no upsert notices, and the index answers right`,
    async () => {
      const momentOf = randomMoments();
      const { ms } = await undisturbed();
      const server = await start();
      let killed = 0;
      for (let moment = 0; moment < MOMENTS; moment += 1)
        killed += await killIndexProcess(server, 500 + moment, momentOf(moment) * ms * 1.5);
      expect(killed).toBeGreaterThan(0);
      await server.stop();
    },
    20 * 60_000,
  );
});
