import type { EmbeddingContext } from '../../core/embedding-model.ts';

type Work = (context: EmbeddingContext) => Promise<void>;

/** Lets several callers wait for the same work; see {@link createSingleFlight}. */
export interface SingleFlight {
  /** Begins the work with this key, or joins it. Rejects with the signal's reason when this caller is cancelled. */
  run(key: string, context: EmbeddingContext, work: Work): Promise<void>;
  /** Whether work with this key is under way. */
  isRunning(key: string): boolean;
  /** Stops all that runs and waits for its end. */
  close(reason: unknown): Promise<void>;
}

interface Running {
  readonly done: Promise<void>;
  readonly waiting: Set<EmbeddingContext>;
  readonly stop: AbortController;
}

/**
 * Work that two runs want at the same time is done once: both hear of its progress, and it is only stopped when both
 * were cancelled.
 */
export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Running>();

  const start = (key: string, work: Work): Running => {
    const waiting = new Set<EmbeddingContext>();
    const stop = new AbortController();
    const onProgress: EmbeddingContext['onProgress'] = (progress) => {
      for (const context of waiting) context.onProgress(progress);
    };
    const done = work({ signal: stop.signal, onProgress }).finally(() => running.delete(key));
    // Every waiter may have left by the time it fails.
    done.catch(() => undefined);
    const started = { done, waiting, stop };
    running.set(key, started);
    return started;
  };

  const run: SingleFlight['run'] = async (key, context, work) => {
    context.signal.throwIfAborted();
    let entry = running.get(key);
    // One that is being stopped has to end before it can be begun again.
    while (entry?.stop.signal.aborted) {
      await entry.done.catch(() => undefined);
      context.signal.throwIfAborted();
      entry = running.get(key);
    }
    const { done, waiting, stop } = entry ?? start(key, work);
    const cancelled = Promise.withResolvers<never>();
    const cancel = (): void => cancelled.reject(context.signal.reason);
    context.signal.addEventListener('abort', cancel, { once: true });
    waiting.add(context);
    try {
      await Promise.race([done, cancelled.promise]);
    } finally {
      context.signal.removeEventListener('abort', cancel);
      waiting.delete(context);
      if (waiting.size === 0) stop.abort(context.signal.reason);
    }
  };
  const close: SingleFlight['close'] = async (reason) => {
    const all = Array.from(running.values());
    for (const { stop } of all) stop.abort(reason);
    await Promise.allSettled(all.map(({ done }) => done));
  };
  return { run, isRunning: (key) => running.has(key), close };
}
