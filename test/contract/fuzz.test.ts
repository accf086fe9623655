import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { median, residentMb } from '../bench/measure.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { DocumentSchema, type Draft, draftsOf, toRequest, valuesByName } from '../helpers/builders/fuzz-drafts.ts';
import { createIdPool } from '../helpers/builders/fuzz-pool.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { expectError } from '../helpers/contracts/contract-answers.ts';
import { sendRaw } from '../helpers/contracts/contract-request.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';

/** `npm run fuzz` sets both; CI runs fewer, always the same. */
const RUNS = Number(process.env.TRIBUTARY_FUZZ_RUNS ?? 500);
const SEED = Number(process.env.TRIBUTARY_FUZZ_SEED ?? 20_251_121);
/** What a service outside may answer through us: the fuzz names services that are not there. */
const OUTSIDE = [502, 504];
const THOUSAND = 1000;
/**
 * Of the resident memory of the server, from the second thousand requests to the last: what they store, and what SQLite and V8 keep of it, grows a
 * little with any number of them.
 */
const MOST_GROWTH_MB = 64;
/** Memory of another process is read from /proc. */
const isMeasured = RUNS >= 4 * THOUSAND && process.platform === 'linux';

const folder = makeTemporaryFolder();
const pool = createIdPool();
let fake: FakeOpenAI;
let server: ServerProcess;
let drafts: fc.Arbitrary<Draft>;

/** One flow and one store with a loader to begin with. */
async function seed(): Promise<void> {
  const api = createApiClient(server.url);
  const flow = makeFlow({ basepath: fake.basepath, records: { cleanup: 'incremental' } });
  const apiConfig = makeApiConfig({ 'Text File': ['files', 'metadata'] });
  const chatflow = await api.createFlow(flow, apiConfig);
  pool.add('chatflows', chatflow.id);
  const store = await api.json('POST', '/document-store/store', {
    name: 'Fuzz',
    embeddingConfig: { name: 'openAIEmbeddings', config: { basepath: fake.basepath } },
    vectorStoreConfig: { name: 'hnsw', config: {} },
  });
  const storePath = `/document-store/upsert/${(store.body as { id: string }).id}`;
  const body = new FormData();
  body.append('loader', '{"name":"textFile","config":{}}');
  body.append('files', new Blob(['Books may be kept for three weeks.']), 'a.txt');
  const { body: answer } = await api.call('POST', storePath, { body });
  pool.learn({ method: 'POST', path: `/api/v1${storePath}` }, JSON.stringify(answer));
}

beforeAll(async () => {
  fake = await startFakeOpenAI();
  server = await startServerProcess({ dataDir: folder.path });
  await seed();
  const document = DocumentSchema.parse((await createApiClient(server.url).get('/openapi.json')).body);
  const context = { schemas: document.components.schemas, byName: valuesByName(fake.basepath) };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      // Fewer, so that there is something to call.
      weight: method === 'delete' ? 1 : 3,
      arbitrary: draftsOf(method, path, operation, context),
    })),
  );
  drafts = fc.oneof(...operations);
});

afterAll(async () => {
  await server.stop();
  await fake.close();
  folder.remove();
});

test(`${RUNS} made-up requests: no fault of ours, no hang, no growth`, { timeout: 120_000 + RUNS * 200 }, async () => {
  process.stdout.write(`Fuzz: ${RUNS} requests, seed ${SEED}\n`);
  const memory: number[] = [];
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(drafts, async (draft) => {
      const request = toRequest(draft, pool);
      const what = `${request.method} ${request.path.slice(0, 300)}`;
      const answer = await sendRaw(server.url, request);
      if (isMeasured) memory.push(residentMb(server.pid));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500) expect(OUTSIDE, `${what}\n${answer.text}`).toContain(answer.status);
      if (answer.status >= 400) expectError(answer, folder.path, what);
      else pool.learn(request, answer.text);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  process.stdout.write(`Answers: ${counts.join(', ')}\n`);
  // Most requests are nearly right: a suite that only ever met a closed door would prove little.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 10);
  if (!isMeasured) return;
  const early = median(memory.slice(THOUSAND, 2 * THOUSAND));
  const late = median(memory.slice(-THOUSAND));
  process.stdout.write(`Memory: ${early.toFixed(0)} MB in the second thousand, ${late.toFixed(0)} MB in the last\n`);
  expect(late - early).toBeLessThan(MOST_GROWTH_MB);
});
