import { isFinalStatus, type Run, type RunEvent, RunEventSchema } from '../api/runs.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { readEventStream } from './event-stream.ts';

export interface FollowOptions {
  readonly runId: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** False when the stream was lost and is being opened again, true when it is back. */
  readonly onConnection?: (connected: boolean) => void;
  /** After so many tries without an answer it gives up; without it, it never does. */
  readonly mostTries?: number;
  /** Waits between two tries (milliseconds); rejects when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

// The first try again comes at once for the eye; later ones leave a server that starts again some air.
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;

/** Resolves after `ms`; rejects with the signal's reason when it aborts. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Where following has come to. */
interface Progress {
  lastEventId: string | undefined;
  /** The run's last state, once that is final. */
  final: Run | undefined;
}

function take(event: RunEvent, progress: Progress, { onEvent }: FollowOptions): void {
  onEvent(event);
  if (event.type === 'run' && isFinalStatus(event.run.status)) progress.final = event.run;
}

/** Reads the stream behind the last event, to its end or to the final state. */
async function readStream(api: ApiClient, progress: Progress, options: FollowOptions): Promise<void> {
  const { runId, signal, onConnection } = options;
  const { lastEventId } = progress;
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const { body } = await api.open('watchRun', { params: { id: runId }, headers, signal });
  onConnection?.(true);
  if (body === null) return;
  for await (const { id, data } of readEventStream(body)) {
    progress.lastEventId = id ?? progress.lastEventId;
    take(RunEventSchema.parse(JSON.parse(data)), progress, options);
    if (progress.final !== undefined) return;
  }
}

/** Trying again does not help against what the server refuses: the run is not known, say. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** One try over the stream, then one over the plain state. @returns why neither gave anything, else undefined */
async function tryOnce(api: ApiClient, progress: Progress, options: FollowOptions): Promise<unknown> {
  const { runId, signal, onConnection } = options;
  const { lastEventId } = progress;
  try {
    await readStream(api, progress, options);
  } catch (error) {
    signal.throwIfAborted();
    if (isRefusal(error)) throw error;
  }
  if (progress.final !== undefined) return undefined;
  try {
    take({ type: 'run', run: await api.call('getRun', { params: { id: runId }, signal }) }, progress, options);
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (isRefusal(error)) throw error;
    onConnection?.(false);
    return progress.lastEventId === lastEventId ? error : undefined;
  }
}

/**
 * Follows a run to its end and returns its last state. A lost stream is opened again where it broke off; while that fails, the plain
 * state of the run is asked for.
 * @throws ApiError when the run is not known, or after `mostTries` without an answer; the signal's reason when it aborts
 */
export async function followRun(api: ApiClient, options: FollowOptions): Promise<Run> {
  const { signal, mostTries = Number.POSITIVE_INFINITY, wait = waitFor } = options;
  const progress: Progress = { lastEventId: undefined, final: undefined };
  let waitMs = FIRST_WAIT_MS;
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const failure = await tryOnce(api, progress, options);
    if (progress.final !== undefined) return progress.final;
    if (failure === undefined) tries = 0;
    else if (tries >= mostTries) throw failure;
    waitMs = failure === undefined ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2);
    await wait(waitMs, signal);
  }
}
