import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeEnglishText } from '../helpers/builders/english-text.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { createRandom } from '../helpers/builders/vector-corpus.ts';
import { type ApiClient, createApiClient } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';
import { createStoreClient, type StoreClient } from '../helpers/servers/store-client.ts';
import { isWithin, type Line } from './measure.ts';
import { MINUTE_MS, MOST_PAGES, measure, memoryLines, overWanted, type Sample, sample } from './soak-measure.ts';

/** How many work at the same time, each on a flow and a document store of its own. */
const WORKERS = 4;
const FILES = 12;
const SAMPLE_MS = 5000;
/** How long what is pruned in the background may take after the last call. */
const SETTLE_MS = 180_000;

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '15' }, seed: { type: 'string', default: '1' } },
});
const english = makeEnglishText(300_000, 5).replaceAll('\n', ' ');

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What one worker's flow and store hold, as far as it knows. */
interface Held {
  flowId: string;
  storeId: string;
  readonly flowFiles: Map<number, number>;
  readonly storeText: { version: number | undefined };
}

function textOf(worker: number, file: number, version: number): string {
  const paragraphs = Array.from({ length: 16 }, (_, i) => {
    const edition = i < 8 ? version : 0;
    const start = (worker * 7919 + file * 977 + i * 431 + edition * 61) % (english.length - 500);
    return `Worker ${worker} file ${file} part ${i} edition ${edition}: ${english.slice(start, start + 430)}`;
  });
  return paragraphs.join('\n\n');
}

function storeBody(basepath: string, worker: number, version: number): object {
  return {
    loader: { name: 'plainText', config: { text: textOf(worker, 99, version) } },
    splitter: { name: 'recursiveCharacterTextSplitter', config: { chunkSize: 500, chunkOverlap: 0 } },
    embedding: { name: 'openAIEmbeddings', config: { basepath } },
    vectorStore: { name: 'hnsw', config: {} },
  };
}

async function newFlow(api: ApiClient, basepath: string): Promise<string> {
  const splitter = { chunkSize: 500, chunkOverlap: 0 };
  return (await api.createFlow(makeFlow({ basepath, splitter, records: { cleanup: 'incremental' } }))).id;
}

class Soak {
  readonly counts: Record<string, number> = {};
  readonly held: Held[] = [];
  readonly #api: ApiClient;
  readonly #stores: StoreClient;
  readonly #basepath: string;

  constructor(url: string, basepath: string) {
    this.#api = createApiClient(url);
    this.#stores = createStoreClient(url);
    this.#basepath = basepath;
  }

  async begin(): Promise<void> {
    for (let worker = 0; worker < WORKERS; worker += 1) {
      const storeId = (await this.#stores.create({ name: `Store ${worker}` })).id;
      const flowId = await newFlow(this.#api, this.#basepath);
      this.held.push({ flowId, storeId, flowFiles: new Map(), storeText: { version: undefined } });
    }
  }

  async work(worker: number, endMs: number): Promise<void> {
    const random = createRandom(Number(options.seed) * 100 + worker);
    const pick = (count: number) => Math.floor(((random() + 1) / 2) * count) % count;
    const held = this.held[worker];
    if (held === undefined) return;
    while (performance.now() < endMs) await this.#step(worker, held, pick);
    // What was cancelled last is finished, so that it is known what there is.
    for (const [file, version] of held.flowFiles) await this.#upsert(worker, held, file, version);
  }

  async #step(worker: number, held: Held, pick: (count: number) => number): Promise<void> {
    const kind = pick(100);
    const file = pick(FILES);
    const version = held.flowFiles.get(file) ?? 0;
    if (kind < 35) await this.#counted('upsert', () => this.#upsert(worker, held, file, version + 1));
    else if (kind < 42) await this.#counted('same again', () => this.#upsert(worker, held, file, version));
    else if (kind < 75) await this.#counted('query', () => this.#ask(held, file));
    else if (kind < 82) await this.#counted('cancel', () => this.#cancel(worker, held, file, version + 1));
    else if (kind < 92) await this.#counted('store upsert', () => this.#fillStore(worker, held));
    else if (kind < 97) await this.#counted('chunk edit', () => this.#editChunk(held));
    else if (kind < 99) await this.#counted('store vectors deleted', () => this.#emptyStore(worker, held));
    else await this.#counted('flow deleted', () => this.#replaceFlow(held));
  }

  async #counted(what: string, work: () => Promise<unknown>): Promise<void> {
    await work();
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  async #upsert(worker: number, held: Held, file: number, version: number): Promise<void> {
    await this.#api.upsert(held.flowId, [{ name: `file-${file}.txt`, content: textOf(worker, file, version) }]);
    held.flowFiles.set(file, version);
  }

  async #ask(held: Held, file: number): Promise<void> {
    const query = english.slice(file * 70, file * 70 + 50);
    await this.#api.query(held.flowId, { query, topK: 4 });
  }

  async #cancel(worker: number, held: Held, file: number, version: number): Promise<void> {
    const upload = { name: `file-${file}.txt`, content: textOf(worker, file, version) };
    const { status, body } = await this.#api.upload(held.flowId, [upload], {}, { prefer: 'respond-async' });
    if (status !== 202 || typeof body !== 'object' || body === null || !('runId' in body)) {
      throw new Error(`An upsert answered ${status}`);
    }
    held.flowFiles.set(file, version);
    await this.#api.call('POST', `/runs/${String(body.runId)}/cancel`);
  }

  async #fillStore(worker: number, held: Held): Promise<void> {
    const version = (held.storeText.version ?? 0) + 1;
    const known = (await this.#stores.store(held.storeId)).loaders[0]?.id;
    const replaces = known === undefined ? {} : { docId: known, replaceExisting: true };
    await this.#stores.upsertJson(held.storeId, { ...storeBody(this.#basepath, worker, version), ...replaces });
    held.storeText.version = version;
  }

  async #editChunk(held: Held): Promise<void> {
    if (held.storeText.version === undefined) return;
    const { chunks } = await this.#stores.chunks(held.storeId);
    const [chunk] = chunks;
    if (chunk === undefined) return;
    const path = `/chunks/${held.storeId}/${chunk.docId}/${chunk.id}`;
    await this.#stores.json('PUT', path, { pageContent: `${chunk.pageContent.slice(0, 400)} edited`, metadata: {} });
    await this.#stores.upsertJson(held.storeId);
  }

  async #emptyStore(worker: number, held: Held): Promise<void> {
    if (held.storeText.version === undefined) return;
    await this.#stores.remove(`/vectorstore/${held.storeId}`);
    await this.#fillStore(worker, held);
  }

  async #replaceFlow(held: Held): Promise<void> {
    await this.#api.call('DELETE', `/chatflows/${held.flowId}`);
    held.flowFiles.clear();
    held.flowId = await newFlow(this.#api, this.#basepath);
  }
}

/** A new data folder with what the soak has left, and what it takes. */
async function importFresh(held: readonly Held[], basepath: string): Promise<Readonly<Record<string, number>>> {
  const folder = makeTemporaryFolder();
  const server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
  try {
    const api = createApiClient(server.url);
    const stores = createStoreClient(server.url);
    for (const [worker, { flowFiles, storeText }] of held.entries()) {
      const flowId = await newFlow(api, basepath);
      for (const [file, version] of flowFiles) {
        await api.upsert(flowId, [{ name: `file-${file}.txt`, content: textOf(worker, file, version) }]);
      }
      const { id } = await stores.create({ name: `Store ${worker}` });
      if (storeText.version !== undefined) await stores.upsertJson(id, storeBody(basepath, worker, storeText.version));
    }
    return measure(folder.path);
  } finally {
    await server.stop();
    folder.remove();
  }
}

async function settled(dataDir: string, wanted: Readonly<Record<string, number>>) {
  const endMs = performance.now() + SETTLE_MS;
  let found = measure(dataDir);
  while (overWanted(found, wanted).length > 0 && performance.now() < endMs) {
    await pause(2000);
    found = measure(dataDir);
  }
  return found;
}

async function soak(server: ServerProcess, dataDir: string, basepath: string): Promise<Line[]> {
  const work = new Soak(server.url, basepath);
  await work.begin();
  const startMs = performance.now();
  const samples: Sample[] = [];
  const timer = setInterval(() => samples.push(sample(server.pid, startMs)), SAMPLE_MS);
  const endMs = startMs + Number(options.minutes) * MINUTE_MS;
  try {
    await Promise.all(work.held.map((_held, worker) => work.work(worker, endMs)));
  } finally {
    clearInterval(timer);
  }
  print(JSON.stringify(work.counts));
  const wanted = await importFresh(work.held, basepath);
  const found = await settled(dataDir, wanted);
  const tables = Object.keys(found).map((what) => ({
    what: `${what}, a fresh import has ${wanted[what]}`,
    value: found[what] ?? 0,
    unit: '',
    bound: (wanted[what] ?? 0) * MOST_PAGES,
    ratio: undefined,
  }));
  return [...memoryLines(samples), ...tables];
}

async function startEmbedding(): Promise<{ basepath: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./zero-cost-embedding.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { basepath: String(line).trim(), child };
}

const folder = makeTemporaryFolder();
const embedding = await startEmbedding();
const server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
try {
  const lines = await soak(server, folder.path, embedding.basepath);
  for (const line of lines) {
    const verdict = isWithin(line) ? 'ok' : 'BROKEN';
    print(
      `${verdict.padEnd(7)} ${line.value.toFixed(0)} ${line.unit} (at most ${line.bound.toFixed(0)}): ${line.what}`,
    );
  }
  if (!lines.every(isWithin)) process.exitCode = 1;
} finally {
  await server.stop();
  embedding.child.kill();
  folder.remove();
}
