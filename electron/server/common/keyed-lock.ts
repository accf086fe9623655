/** Lets one holder a key in at a time, in the order of asking. */
export interface KeyedLock {
  /**
   * Waits for its turn and runs `work`. An abort while it waits rejects with the signal's reason.
   * @param onWait called when it can't go ahead at once
   */
  run<T>(key: string, signal: AbortSignal, onWait: () => void, work: () => Promise<T>): Promise<T>;
}

export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<void>>();

  async function takeTurn(previous: Promise<void>, signal: AbortSignal): Promise<void> {
    // Whoever was told of the wait may have had enough of it at once.
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([previous, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    async run(key, signal, onWait, work) {
      signal.throwIfAborted();
      const previous = tails.get(key);
      const mine = Promise.withResolvers<void>();
      // One that gives up waiting must not let those behind it in before its predecessor is done.
      const tail = (previous ?? Promise.resolve()).then(() => mine.promise);
      tails.set(key, tail);
      try {
        if (previous !== undefined) {
          onWait();
          await takeTurn(previous, signal);
        }
        return await work();
      } finally {
        mine.resolve();
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}
