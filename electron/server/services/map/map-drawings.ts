import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fromErrorData, OperationalError } from '../../../../shared/errors/errors.ts';
import { entryUrl } from '../../common/entry-url.ts';
import type { VectorStore } from '../../core/vector-store.ts';
import { closeOpened, openStore } from '../../pipeline/compile/open-nodes.ts';
import { toUnitVector } from '../../stores/local/search/vector-math.ts';
import type { ContentsCall, ContentsDeps } from '../contents/contents.ts';
import type { ContentsReader } from '../contents/contents-reader.ts';
import { readerOf } from '../contents/vector-store-contents.ts';
import type { Library } from '../libraries/library.ts';
import type { FromMapWorker, ToMapWorker } from './projection/map-messages.ts';
import type { Matrix } from './projection/matrix.ts';
import type { Projection } from './projection/project-rows.ts';
import type { OnDrawing } from './projection/umap.ts';

/** Where the vectors of a library lie. */
export interface OpenCollection {
  readonly library: Library;
  /** Its vector store, of a library that may have several. */
  readonly nodeId: string | undefined;
  readonly store: VectorStore;
  readonly reader: ContentsReader;
}

/** Opens the vectors of whom the call names, does the work, and closes them again. @throws UserError CHATFLOW_NOT_FOUND; 422 when the settings can't be used */
export async function withCollection<T>(
  deps: ContentsDeps,
  { ownerId, nodeId: wanted, signal }: ContentsCall,
  work: (collection: OpenCollection) => Promise<T>,
): Promise<T> {
  const library = deps.libraries.open(ownerId, wanted);
  const nodeId = library.vectorStoreOf(wanted);
  // Vectors are there to be drawn, whether or not the model is.
  const store = await openStore(library.storagePlan('read', nodeId), library.id, deps.engine.vectorDeps);
  try {
    return await work({ library, nodeId, store, reader: readerOf(deps, store, signal) });
  } finally {
    await closeOpened(store);
  }
}

/** Chunks that are drawn at most: more can't be drawn well, nor distinguished. */
const MOST_DRAWN = 5000;
/** Vectors that are read at a time: some ms of the server's thread. */
const VECTORS_A_STEP = 100;

/** Chunks with the sources that they are of. */
export interface Sample {
  /** Chunks that the collection lists. */
  readonly total: number;
  readonly isPartial: boolean;
  /** With the number of chunks that each has in the collection. */
  readonly sources: readonly { readonly name: string; readonly chunks: number }[];
  readonly ids: readonly string[];
  /** Number in `sources`, by chunk. */
  readonly sourceOf: readonly number[];
}

export interface ReadSample {
  readonly sample: Sample;
  /** By chunk, of length 1; a zero vector stays zero. */
  readonly vectors: Matrix & { readonly data: Float32Array<ArrayBuffer> };
}

/**
 * Reads at most {@link MOST_DRAWN} chunks of a collection with their vectors, in small steps. Chunks without a vector that can be compared are left out.
 * @param onProgress 0 to 1
 */
async function readSample(
  { reader, store }: OpenCollection,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<ReadSample> {
  const { total, sources, chunks } = await reader.sample(MOST_DRAWN, signal);
  const ids: string[] = [];
  const sourceOf: number[] = [];
  let data = new Float32Array(0);
  let columns = 0;
  for (let from = 0; from < chunks.length; from += VECTORS_A_STEP) {
    const step = chunks.slice(from, from + VECTORS_A_STEP);
    const found = await store.browse?.vectorsOf(
      step.map(({ id }) => id),
      signal,
    );
    for (const { id, source } of step) {
      const vector = toUnitVector(found?.get(id) ?? new Float32Array(0));
      if (vector === undefined || vector.length === 0) continue;
      if (columns === 0) {
        columns = vector.length;
        data = new Float32Array(chunks.length * columns);
      }
      if (vector.length !== columns) continue;
      data.set(vector, ids.length * columns);
      ids.push(id);
      sourceOf.push(source);
    }
    onProgress((from + step.length) / chunks.length);
    await nextTurn(undefined, { signal });
  }
  const vectors = { data: data.slice(0, ids.length * columns), rows: ids.length, columns };
  return { sample: { total, isPartial: (await reader.storedChunks()) > total, sources, ids, sourceOf }, vectors };
}

/** A map that was drawn, and what places questions in it: some 1.5 MB at most. */
export interface DrawnMap {
  /** The collection as it was drawn. */
  readonly state: string;
  readonly sample: Sample;
  /** undefined where there was nothing to draw. */
  readonly projection: Projection | undefined;
}

/** Says how a collection is, so that a change of it shows. */
async function stateOf({ reader, store }: OpenCollection, signal: AbortSignal): Promise<string> {
  const [totals, model] = [await reader.totals(), await store.model(signal)];
  return JSON.stringify([store.collection, totals, model?.id, model?.dimensions]);
}

/** After so long without a request the work is given up. A page polls twice a second. */
const UNASKED_MS = 10_000;
/** Maps in memory. */
const CACHED = 4;

export interface DrawingProgress {
  readonly step: 'READING' | 'COMPARING' | 'ARRANGING';
  /** Of the step, 0 to 1. */
  readonly fraction: number;
}

interface Job {
  progress: DrawingProgress;
  readonly stop: AbortController;
  unasked: NodeJS.Timeout;
  /** Why it failed: the answer to the next request. */
  failure: { readonly error: unknown } | undefined;
}

function keyOf({ ownerId, nodeId }: ContentsCall): string {
  return JSON.stringify([ownerId, nodeId]);
}

/** Draws maps, one at a time, each for all who request it, and caches the last few. */
export function createMapDrawings(deps: ContentsDeps) {
  const jobs = new Map<string, Job>();
  const drawn = new Map<string, DrawnMap>();
  let working: Promise<unknown> = Promise.resolve();

  function cache(key: string, map: DrawnMap): void {
    drawn.delete(key);
    drawn.set(key, map);
    for (const oldest of [...drawn.keys()].slice(0, -CACHED)) drawn.delete(oldest);
  }

  async function draw(call: ContentsCall, job: Job): Promise<DrawnMap> {
    const { signal } = job.stop;
    const { sample, vectors, state } = await withCollection(deps, { ...call, signal }, async (collection) => {
      const now = await stateOf(collection, signal);
      const onRead = (fraction: number) => (job.progress = { step: 'READING', fraction });
      return { ...(await readSample(collection, onRead, signal)), state: now };
    });
    if (vectors.rows === 0) return { state, sample, projection: undefined };
    const onDrawing = (step: 'COMPARING' | 'ARRANGING', fraction: number) => (job.progress = { step, fraction });
    return { state, sample, projection: await projectInThread(vectors, onDrawing, signal) };
  }

  async function run(key: string, call: ContentsCall, job: Job): Promise<void> {
    try {
      job.stop.signal.throwIfAborted();
      cache(key, await draw(call, job));
      jobs.delete(key);
    } catch (error) {
      if (job.stop.signal.aborted) jobs.delete(key);
      else job.failure = { error };
    } finally {
      clearTimeout(job.unasked);
    }
  }

  function start(key: string, call: ContentsCall): Job {
    const stop = new AbortController();
    const unasked = setTimeout(() => stop.abort(new Error('Nobody waits for the map.')), UNASKED_MS).unref();
    const job: Job = { progress: { step: 'READING', fraction: 0 }, stop, unasked, failure: undefined };
    jobs.set(key, job);
    working = working.then(() => run(key, call, job));
    return job;
  }

  /** The work on a map, for one more who waits. @throws why it failed, once */
  function join(key: string): Job | undefined {
    const job = jobs.get(key);
    if (job?.failure !== undefined) {
      jobs.delete(key);
      throw job.failure.error;
    }
    job?.unasked.refresh();
    return job;
  }

  return {
    /**
     * The map of a collection, or how far the work on it is. Begins to draw when there is none.
     * @param isFresh draws again what is not of the collection as it is now
     */
    async request(
      call: ContentsCall,
      collection: OpenCollection,
      isFresh: boolean,
    ): Promise<DrawingProgress | { readonly map: DrawnMap; readonly isCurrent: boolean }> {
      const key = keyOf(call);
      const known = join(key);
      if (known !== undefined) return known.progress;
      const map = drawn.get(key);
      if (map === undefined) return start(key, call).progress;
      const isCurrent = map.state === (await stateOf(collection, call.signal));
      if (isCurrent || !isFresh) return { map, isCurrent };
      // Another caller may have begun meanwhile.
      return (join(key) ?? start(key, call)).progress;
    },
    /** A map that was drawn. */
    find: (call: ContentsCall): DrawnMap | undefined => drawn.get(keyOf(call)),
    async close(): Promise<void> {
      for (const { stop } of jobs.values()) stop.abort(new Error('The server is shutting down.'));
      await working;
    },
  };
}

/** Of its heap; the rows lie beside it. */
const MEMORY_LIMIT_MB = 512;

/** Rows whose memory can be given to a thread. */
type OwnRows = Matrix & { readonly data: Float32Array<ArrayBuffer> };

/**
 * Draws rows in a thread of their own, which ends with the signal.
 * @param rows given away: their numbers belong to the thread afterwards
 * @throws OperationalError WORKER_CRASHED; the signal's reason
 */
async function projectInThread(rows: OwnRows, onDrawing: OnDrawing, signal: AbortSignal): Promise<Projection> {
  signal.throwIfAborted();
  const worker = new Worker(entryUrl('map-worker'), {
    name: 'map-worker',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Projection>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', (message: FromMapWorker) => {
    if ('projection' in message) resolve(message.projection);
    else if ('error' in message) reject(fromErrorData(message.error));
    else onDrawing(message.step, message.fraction);
  });
  worker.on('error', (cause) => {
    const text = 'The map could not be drawn: its thread ended, perhaps for want of memory. Try again.';
    reject(new OperationalError('WORKER_CRASHED', text, { cause }));
  });
  worker.postMessage(rows satisfies ToMapWorker, [rows.data.buffer]);
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
