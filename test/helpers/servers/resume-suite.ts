import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { isFinalStatus, type RunStatus } from '../../../shared/api/runs.ts';
import { UpsertAcceptedSchema } from '../../../shared/api/vector.ts';
import { makeApiConfig, makeFlow } from '../builders/flows.ts';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import { type FakeOpenAI, type FakeReply, startFakeOpenAI } from '../fakes/fake-openai.ts';
import { type Answer, type ApiClient, createApiClient, type UploadedFile } from './api-client.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** Options of the upserts in these suites. */
export const RUN_SWITCHES = makeApiConfig({
  'Text File': ['files', 'metadata'],
  'Recursive Character Text Splitter': ['chunkSize'],
});
/** The upserted files by default. */
export const RESUMED_FILE: UploadedFile = { name: 'a.txt', content: 'Words to keep.' };

const ASYNC = { prefer: 'respond-async' };

/** A server for all tests, an embedding server for each that fails on demand, and runs that are interrupted and resumed. */
export interface ResumeSuite {
  readonly dataDir: string;
  readonly server: ServerProcess;
  readonly api: ApiClient;
  readonly fake: FakeOpenAI;
  /** Replaces the answers of the embedding server. */
  reply: ((number: number) => FakeReply | undefined) | undefined;
  /** Restarts the server with the same data folder. */
  start(): Promise<void>;
  /** Makes a flow, and gives its id. */
  newFlow(): Promise<string>;
  /** Starts a run, and gives its id at once. */
  begin(flowId: string, files?: readonly UploadedFile[], fields?: Record<string, string>): Promise<string>;
  resume(runId: string, headers?: Record<string, string>): Promise<Answer>;
  /** Resumes a run, and returns the id of the new run. */
  resumed(runId: string): Promise<string>;
  /** Waits for the end of a run. */
  endOf(runId: string): Promise<RunStatus>;
  /** A run that fails at the embedding server. */
  failedRun(flowId: string): Promise<string>;
  /** Folders with files kept for runs of this test. */
  uploads(): string[];
  changeDatabase(sql: string, ...values: unknown[]): void;
}

/** For a `describe`. */
export function setUpResumeSuite(): ResumeSuite {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  let server: ServerProcess;
  let api: ApiClient;
  let fake: FakeOpenAI;

  const kept = () => readdirSync(join(folder.path, 'tmp'));
  let keptBefore: readonly string[];

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    await suite.start();
  });
  beforeEach(async () => {
    suite.reply = undefined;
    fake = await startFakeOpenAI({ dimensions: 8, reply: ({ number }) => suite.reply?.(number) });
    // A test that failed may have left none.
    if (!server.isRunning) await suite.start();
    keptBefore = kept();
  });
  afterEach(() => fake.close());
  afterAll(async () => {
    await server.kill();
    folder.remove();
  });

  const suite: ResumeSuite = {
    get dataDir() {
      return folder.path;
    },
    get server() {
      return server;
    },
    get api() {
      return api;
    },
    get fake() {
      return fake;
    },
    reply: undefined,
    async start() {
      server = await startServerProcess({ dataDir: folder.path });
      api = createApiClient(server.url);
    },
    async newFlow() {
      const flow = makeFlow({ basepath: fake.basepath, records: { cleanup: 'incremental' } });
      return (await api.createFlow(flow, RUN_SWITCHES)).id;
    },
    async begin(flowId, files = [RESUMED_FILE], fields = {}) {
      return UpsertAcceptedSchema.parse((await api.upload(flowId, files, fields, ASYNC)).body).runId;
    },
    resume: (runId, headers = {}) => api.call('POST', `/runs/${runId}/resume`, { headers }),
    async resumed(runId) {
      const answer = await suite.resume(runId);
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      return UpsertAcceptedSchema.parse(answer.body).runId;
    },
    async endOf(runId) {
      await expect.poll(async () => isFinalStatus((await api.run(runId)).status), { timeout: 20_000 }).toBe(true);
      return (await api.run(runId)).status;
    },
    async failedRun(flowId) {
      suite.reply = () => ({ status: 400, body: {} });
      const runId = await suite.begin(flowId);
      expect(await suite.endOf(runId)).toBe('FAILED');
      suite.reply = undefined;
      return runId;
    },
    uploads: () => kept().filter((name) => !keptBefore.includes(name)),
    changeDatabase(sql, ...values) {
      const db = new BetterSqlite3(join(folder.path, 'tributary.db'));
      db.prepare(sql).run(...values);
      db.close();
    },
  };
  return suite;
}
