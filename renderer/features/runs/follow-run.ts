import { createParser } from 'eventsource-parser';
import { isFinalStatus, type Run, type RunEvent, RunEventSchema } from '../../../shared/api/runs.ts';

/** Where the state of a run comes from. */
export interface RunSource {
  /** Opens the event stream behind the given event id. */
  openEvents(runId: string, lastEventId: string | undefined, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  getRun(runId: string, signal: AbortSignal): Promise<Run>;
  /** True when the server answered, and trying again cannot help (the run is not known). */
  isFinalFailure(error: unknown): boolean;
}

export interface FollowOptions {
  readonly runId: string;
  readonly source: RunSource;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** False when the stream was lost and is being opened again, true when it is back. */
  readonly onConnection?: (connected: boolean) => void;
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

class EventReader {
  lastEventId: string | undefined;
  /** The run's last state, once that is final. */
  final: Run | undefined;
  /** Events since the stream was opened. */
  received = 0;
  readonly #onEvent: (event: RunEvent) => void;

  constructor(onEvent: (event: RunEvent) => void) {
    this.#onEvent = onEvent;
  }

  take(event: RunEvent): void {
    this.#onEvent(event);
    if (event.type === 'run' && isFinalStatus(event.run.status)) this.final = event.run;
  }

  /** Reads a stream to its end, or to the final state. */
  async read(stream: ReadableStream<Uint8Array>): Promise<void> {
    this.received = 0;
    const parser = createParser({
      onEvent: ({ data, id }) => {
        if (id !== undefined) this.lastEventId = id;
        this.received += 1;
        this.take(RunEventSchema.parse(JSON.parse(data)));
      },
    });
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      parser.feed(decoder.decode(bytes, { stream: true }));
      if (this.final !== undefined) return;
    }
  }
}

/** One try over the stream, then one over the plain state. Returns whether anything came. */
async function tryOnce(options: FollowOptions, reader: EventReader): Promise<boolean> {
  const { runId, source, signal, onConnection } = options;
  try {
    const stream = await source.openEvents(runId, reader.lastEventId, signal);
    onConnection?.(true);
    await reader.read(stream);
  } catch (error) {
    signal.throwIfAborted();
    if (source.isFinalFailure(error)) throw error;
  }
  if (reader.final !== undefined) return true;
  const received = reader.received > 0;
  try {
    reader.take({ type: 'run', run: await source.getRun(runId, signal) });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (source.isFinalFailure(error)) throw error;
    onConnection?.(false);
    return received;
  }
}

/**
 * Follows a run to its end and returns its last state. A lost stream is opened again where it broke off; while that fails, the plain
 * state of the run is asked for.
 * @throws what the source throws when the run is not known, and the signal's reason when it aborts.
 */
export async function followRun(options: FollowOptions): Promise<Run> {
  const wait = options.wait ?? waitFor;
  const reader = new EventReader(options.onEvent);
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    options.signal.throwIfAborted();
    const received = await tryOnce(options, reader);
    if (reader.final !== undefined) return reader.final;
    waitMs = received ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2);
    await wait(waitMs, options.signal);
  }
}
