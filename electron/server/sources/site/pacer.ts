import type { Sleep } from '../../http/retries.ts';

/** Keeps pauses between requests to one host. */
export interface Pacer {
  /** Waits until the pause after the last request to the host has passed, and starts a new pause. */
  wait(host: string, pauseMs: number, signal: AbortSignal): Promise<void>;
}

/** @param now monotonic clock in milliseconds */
export function createPacer(sleep: Sleep, now: () => number): Pacer {
  const last = new Map<string, number>();
  return {
    async wait(host, pauseMs, signal) {
      const before = last.get(host);
      const left = before === undefined ? 0 : before + pauseMs - now();
      if (left > 0) await sleep(left, signal);
      last.set(host, now());
    },
  };
}
