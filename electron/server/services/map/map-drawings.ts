import type { ContentsCall, ContentsDeps } from '../contents/contents.ts';
import { type DrawnMap, stateOf } from './drawn-map.ts';
import { type OpenCollection, withCollection } from './open-collection.ts';
import { projectInThread } from './projection/project-in-thread.ts';
import { readSample } from './read-sample.ts';

/** Nobody has asked for so long: the work is given up. A page asks twice a second. */
const UNASKED_MS = 10_000;
/** Maps that are kept in memory. */
const KEPT = 4;

export interface DrawingProgress {
  readonly step: 'READING' | 'COMPARING' | 'ARRANGING';
  /** Of the step, 0 to 1. */
  readonly fraction: number;
}

interface Job {
  progress: DrawingProgress;
  readonly stop: AbortController;
  unasked: NodeJS.Timeout;
  /** Why it failed; told to the next who asks. */
  failure: { readonly error: unknown } | undefined;
}

function keyOf({ ownerId, nodeId }: ContentsCall): string {
  return JSON.stringify([ownerId, nodeId]);
}

/** Draws maps, one at a time, each for all who ask for it, and keeps the last few. */
export function createMapDrawings(deps: ContentsDeps) {
  const jobs = new Map<string, Job>();
  const drawn = new Map<string, DrawnMap>();
  let working: Promise<unknown> = Promise.resolve();

  function keep(key: string, map: DrawnMap): void {
    drawn.delete(key);
    drawn.set(key, map);
    for (const oldest of [...drawn.keys()].slice(0, -KEPT)) drawn.delete(oldest);
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
      keep(key, await draw(call, job));
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
    async ask(
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
