import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MetadataFilter, SearchMode } from '../../../electron/server/core/vector-store.ts';
import { openDatabase } from '../../../electron/server/storage/database.ts';
import { needsGraph } from '../../../electron/server/stores/local/graph/needs-graph.ts';
import {
  createVectorService,
  type VectorEvent,
  type VectorService,
} from '../../../electron/server/stores/local/vector-service.ts';
import { createTestLog } from '../../helpers/builders/vector-corpus.ts';
import { isWithin, type Line, median, peakMb, residentMb } from '../measure.ts';
import { nearestOf } from './nearest-of.ts';
import { createSizeCorpus, FILTERS, SIZE_MODEL } from './size-corpus.ts';

/** `npm run bench -- --size [CHUNKS]` and `--million`: search in a large collection, with the bounds that the issue has for the size. */

const QUESTIONS = 200;
const RECALL_QUESTIONS = 50;
const TOP_K = 10;
/** A series ends after so long, ms, but not before LEAST_QUESTIONS. */
const SERIES_MS = 15_000;
const LEAST_QUESTIONS = 20;
/** Between two questions while the graph is being built, ms. */
const PAUSE_MS = 20;
/** Questions that go first, unmeasured but the very first: compiling, and what is read once. */
const WARM_UP = 5;
const HYBRID_WEIGHT = 0.5;
const never = new AbortController().signal;

/** ms and MB, by size; what is not named is reported without a bound. Recall is held to at every size. */
const BOUNDS: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  100000: {
    'building: vector, p95': 60,
    'complete: vector, p50': 4,
    'complete: hybrid, p50': 10,
    'complete: hybrid, p95': 20,
    'complete: filter .1 %, p95': 20,
    'complete: filter 50 %, p95': 20,
    'complete: hybrid, filter .1 %, p95': 20,
    'complete: hybrid, filter 50 %, p95': 20,
    'complete: keyword, filter .1 %, p95': 20,
  },
  300000: { 'complete: hybrid, p95': 30, 'server + index process': 1024, 'restart to first answer': 3000 },
};
/** Where there is a graph. */
const MOST_DONE_AGAIN = 2000;
const LEAST_RECALL = 0.98;
/** Share of the graph that is built when the quit is measured: saving it takes the longer the larger it is. */
const BUILT_AT_QUIT = 0.9;
/** From a save to the quit, ms: thousands of insertions. */
const UNSAVED_MS = 10_000;

interface Asking {
  /** By meaning, if none is named. */
  readonly mode?: SearchMode;
  readonly filter?: (no: number) => MetadataFilter;
  readonly pauseMs?: number;
}

const chunkCount = process.argv.includes('--million')
  ? 1_000_000
  : Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const dir = mkdtempSync(join(tmpdir(), 'tributary-size-'));
const { db } = openDatabase(join(dir, 'tributary.db'), () => new Date());
// No power cut is measured.
db.pragma('synchronous = OFF');
const corpus = createSizeCorpus();
const log = createTestLog();
const lines: Line[] = [];
let listeners: ((event: VectorEvent) => void)[] = [];
let service: VectorService;

function open(): void {
  service = createVectorService({
    db,
    databaseFile: join(dir, 'tributary.db'),
    dataDir: dir,
    log,
    onEvent(event) {
      for (const listener of [...listeners]) listener(event);
    },
  });
}

function next(kind: VectorEvent['kind']): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = (event: VectorEvent): void => {
    if (event.kind !== kind) return;
    listeners = listeners.filter((other) => other !== listener);
    resolve();
  };
  listeners.push(listener);
  return promise;
}

function note(what: string, value: number, unit: string, bound = BOUNDS[chunkCount]?.[what]): void {
  const line = { what, value, unit, bound: bound ?? Number.POSITIVE_INFINITY, ratio: undefined };
  lines.push(line);
  const verdict = bound === undefined ? '' : `(bound ${bound} ${unit}, ${isWithin(line) ? 'ok' : 'OVER'})`;
  process.stdout.write(`${what.padEnd(40)} ${value.toFixed(1).padStart(9)} ${unit.padEnd(2)} ${verdict}\n`);
}

function ask(no: number, { mode = 'vector', filter }: Asking) {
  const { vector, text } = corpus.question(no);
  return service.openCollection('notes').query(
    {
      vector: mode === 'keyword' ? undefined : vector,
      words: mode === 'vector' ? undefined : { text, hybridWeight: HYBRID_WEIGHT },
      topK: TOP_K,
      filter: filter?.(no),
    },
    never,
  );
}

async function measure(what: string, asking: Asking = {}): Promise<void> {
  const times: number[] = [];
  const endMs = performance.now() + SERIES_MS;
  for (let no = -WARM_UP; no < QUESTIONS; no += 1) {
    const startMs = performance.now();
    const hits = await ask(no + WARM_UP, asking);
    // A hundred chunks need not have any of three words.
    if (hits.length === 0 && asking.mode !== 'keyword') throw new Error(`${what}: question ${no} has no answer`);
    if (no >= 0) times.push(performance.now() - startMs);
    else if (no === -WARM_UP) note(`${what}, first`, performance.now() - startMs, 'ms');
    if (times.length >= LEAST_QUESTIONS && performance.now() > endMs) break;
    if (asking.pauseMs !== undefined) await sleep(asking.pauseMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  note(`${what}, p50`, median(times), 'ms');
  note(`${what}, p95`, sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN, 'ms');
}

async function measureRecall(): Promise<void> {
  const questions = Array.from({ length: RECALL_QUESTIONS }, (_, no) => corpus.question(no).vector);
  const truth = nearestOf(db, questions, TOP_K);
  let found = 0;
  for (const no of questions.keys()) {
    const hits = await ask(no, {});
    found += hits.filter(({ metadata }) => truth[no]?.some((one) => one === metadata.no)).length;
  }
  const value = found / (RECALL_QUESTIONS * TOP_K);
  lines.push({ what: 'recall', value, unit: '', bound: LEAST_RECALL, isLeast: true, ratio: undefined });
  process.stdout.write(`recall@${TOP_K} ${value.toFixed(3)} (at least ${LEAST_RECALL})\n`);
}

function noteMemory(): void {
  const indexPid = service.indexProcessId;
  if (indexPid !== undefined) note('peak of the index process', peakMb(indexPid), 'MB');
  note('peak of this process', peakMb(process.pid), 'MB');
  const ofIndex = indexPid === undefined ? 0 : residentMb(indexPid);
  note('server + index process', residentMb(process.pid) + ofIndex, 'MB');
}

/** Quits in the middle of a build. */
async function measureQuit(): Promise<void> {
  const built = db.prepare<[], number>('SELECT element_count FROM index_manifest').pluck();
  while ((built.get() ?? 0) < chunkCount * BUILT_AT_QUIT) await next('graphSaved');
  await sleep(UNSAVED_MS);
  const startMs = performance.now();
  const unsaved = await service.close();
  note('building: quitting', performance.now() - startMs, 'ms');
  note('building: insertions done again', unsaved ?? Number.NaN, '', MOST_DONE_AGAIN);
  open();
}

async function measureRestart(): Promise<void> {
  await service.close();
  open();
  const startMs = performance.now();
  await ask(1, {});
  note('restart to first answer', performance.now() - startMs, 'ms');
}

async function run(): Promise<void> {
  open();
  const collection = service.openCollection('notes').transactional;
  collection.open();
  const isLarge = needsGraph({ chunks: chunkCount, dimensions: SIZE_MODEL.dimensions });
  const searches = Promise.all([next('keywordsCaughtUp'), next('vectorsCaughtUp')]);
  const opened = isLarge ? next('graphOpened') : undefined;
  corpus.fill(db, collection, chunkCount);
  await opened;
  const buildStartMs = performance.now();
  await measure('building: vector', { pauseMs: PAUSE_MS });
  await measure('building: filter .1 %', { filter: FILTERS.thousandth, pauseMs: PAUSE_MS });
  await measure('building: filter 50 %', { filter: FILTERS.half, pauseMs: PAUSE_MS });
  await searches;
  if (isLarge) {
    await measureQuit();
    const built = next('graphCaughtUp');
    await ask(0, {});
    await built;
  }
  note('build beside questions', (performance.now() - buildStartMs) / 1000, 's');
  await measure('complete: vector');
  await measure('complete: hybrid', { mode: 'hybrid' });
  await measure('complete: filter .1 %', { filter: FILTERS.thousandth });
  await measure('complete: filter 50 %', { filter: FILTERS.half });
  await measure('complete: hybrid, filter .1 %', { mode: 'hybrid', filter: FILTERS.thousandth });
  await measure('complete: hybrid, filter 50 %', { mode: 'hybrid', filter: FILTERS.half });
  await measure('complete: keyword, filter .1 %', { mode: 'keyword', filter: FILTERS.thousandth });
  noteMemory();
  await measureRestart();
  await measureRecall();
  await service.close();
}

// What it waits for keeps no process.
const alive = setInterval(() => undefined, 1000);
process.stdout.write(`${chunkCount} chunks x 384, ${cpus().length} cores\n`);
try {
  await run();
  if (!lines.every(isWithin)) process.exitCode = 1;
  const file = fileURLToPath(new URL('../../../bench-size-results.json', import.meta.url));
  writeFileSync(file, `${JSON.stringify({ chunkCount, lines }, null, 2)}\n`);
} finally {
  for (const line of log.lines) process.stdout.write(`${line}\n`);
  clearInterval(alive);
  db.close();
  rmSync(dir, { recursive: true, force: true });
}
