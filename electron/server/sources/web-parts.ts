import { setTimeout as delay } from 'node:timers/promises';
import { createWebClient, type Sleep, type WebClient, type WebClientOptions } from '../http/web-client.ts';

/** What stands between a loader and the world. */
export interface WebParts {
  openClient(options: WebClientOptions): WebClient;
  readonly sleep: Sleep;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

export const webParts: WebParts = {
  openClient: createWebClient,
  sleep: async (ms, signal) => void (await delay(ms, undefined, { signal })),
  now: () => performance.now(),
};
