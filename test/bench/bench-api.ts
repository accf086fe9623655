import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeApiConfig, makeFlow } from '../helpers/builders/flows.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { benchUpsert, createBenchFlow, type Line, median, startBenchServer, startCalls, timed } from './measure.ts';

const MB = 1_000_000;
const ROUNDS = 3;
const UPSERTS = 200;
const UPSERTS_BESIDE_QUESTIONS = 500;
const FLOWS = 50;
const CONNECTIONS = 16;
const LOAD_SECONDS = 3;

/** Flowise 3.1.4 on 2 cores of the same kind. Its rate of upserts is without a record manager: with one, 15 to 91 of 200 fail. */
const PEER = { upsertsPerSecond: 23, listsPerSecond: 30 } as const;
/** What the issue promises. */
const BOUNDS = { upsertsPerSecond: 200, listsPerSecond: 2000, p99Ms: 50, questionP95Ms: 500 } as const;

const LoadSchema = z.object({ ratePerSecond: z.number(), p99Ms: z.number(), longestMs: z.number() });

async function load(
  url: string,
  options: { readonly connections: number; readonly seconds: number; readonly pauseMs: number },
) {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: { url, ...options } });
  const [message] = await once(worker, 'message');
  await worker.terminate();
  return LoadSchema.parse(message);
}

function storedFile(text: string): string {
  return `data:text/plain;base64,${Buffer.from(text).toString('base64')},filename:small.txt`;
}

/** A flow with a record manager and a text of its own, and calls of it at once, each with metadata of its own. */
async function prepareSmallUpserts(api: ApiClient, basepath: string, seed: number) {
  const loaderInputs = { txtFile: storedFile(makeEnglishText(500, seed)) };
  const flow = makeFlow({ basepath, loaderInputs, records: { cleanup: 'none' } });
  const id = await createBenchFlow(api, flow, makeApiConfig({ 'Text File': ['metadata'] }));
  async function upsertAtOnce(count: number): Promise<void> {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, call) =>
        api.json('POST', `/vector/upsert/${id}`, { overrideConfig: { metadata: { call } } }),
      ),
    );
    const failed = answers.find(({ status }) => status !== 200);
    if (failed !== undefined) throw new Error(`An upsert failed: ${JSON.stringify(failed)}`);
  }
  return { id, upsertAtOnce };
}

async function benchSmallUpserts(api: ApiClient, basepath: string): Promise<Line> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { upsertAtOnce } = await prepareSmallUpserts(api, basepath, 1000 + round);
    const { seconds } = await timed(() => upsertAtOnce(UPSERTS));
    rates.push(UPSERTS / seconds);
  }
  const rate = median(rates);
  return {
    what: `${UPSERTS} small upserts at once, with records`,
    value: rate,
    unit: '/s',
    bound: BOUNDS.upsertsPerSecond,
    isLeast: true,
    ratio: rate / PEER.upsertsPerSecond,
  };
}

/** One question after the other, each of words of its own, while many upserts wait for their turn. */
async function benchQuestionsBesideUpserts(api: ApiClient, url: string, basepath: string): Promise<Line> {
  const { id, upsertAtOnce } = await prepareSmallUpserts(api, basepath, 2000);
  await upsertAtOnce(1);
  const body = JSON.stringify({ query: 'Where does the text say {count}?', topK: 4 });
  const questions = await startCalls(`${url}/api/v1/vector/query/${id}`, { intervalMs: 20, body });
  await upsertAtOnce(UPSERTS_BESIDE_QUESTIONS);
  const { p95Ms } = await questions.stop();
  const what = `Questions beside ${UPSERTS_BESIDE_QUESTIONS} small upserts, p95`;
  return { what, value: p95Ms, unit: 'ms', bound: BOUNDS.questionP95Ms, ratio: undefined };
}

async function benchLists(api: ApiClient, url: string, basepath: string): Promise<Line[]> {
  const flows = z.array(z.unknown()).parse((await api.get('/chatflows')).body);
  const flow = makeFlow({ basepath, records: { cleanup: 'none' } });
  for (let count = flows.length; count < FLOWS; count += 1) await createBenchFlow(api, flow);
  const address = `${url}/api/v1/chatflows`;
  const options = { connections: CONNECTIONS, seconds: LOAD_SECONDS, pauseMs: 0 };
  await load(address, { ...options, seconds: 1 });
  const quiet = await load(address, options);

  const id = await createBenchFlow(api, flow);
  const upsert = timed(() => benchUpsert(api, id, [{ name: 'large.txt', content: makeEnglishText(50 * MB, 7) }]));
  const busy = await load(address, { ...options, seconds: 4, pauseMs: 20 });
  const { seconds } = await upsert;
  process.stdout.write(
    `50 MB in ${seconds.toFixed(1)} s beside ${busy.ratePerSecond.toFixed(0)} lists a second, the longest ${busy.longestMs.toFixed(0)} ms\n`,
  );
  return [
    {
      what: `GET /chatflows of ${FLOWS}, ${CONNECTIONS} connections`,
      value: quiet.ratePerSecond,
      unit: '/s',
      bound: BOUNDS.listsPerSecond,
      isLeast: true,
      ratio: quiet.ratePerSecond / PEER.listsPerSecond,
    },
    {
      what: 'The same beside a 50 MB upsert, p99',
      value: busy.p99Ms,
      unit: 'ms',
      bound: BOUNDS.p99Ms,
      ratio: undefined,
    },
  ];
}

/** Many calls at once, against the built server in this data folder. */
export async function benchApi(dataDir: string, basepath: string): Promise<Line[]> {
  const server = await startBenchServer(dataDir);
  try {
    const api = createApiClient(server.url);
    return [
      await benchSmallUpserts(api, basepath),
      await benchQuestionsBesideUpserts(api, server.url, basepath),
      ...(await benchLists(api, server.url, basepath)),
    ];
  } finally {
    await server.stop();
  }
}
