import { type Sleep, sleepFor } from '../http/retries.ts';
import { createWebClient, type WebClient, type WebClientOptions } from '../http/web-client.ts';

/** What stands between a loader and the world. */
export interface WebParts {
  openClient(options: WebClientOptions): WebClient;
  readonly sleep: Sleep;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

export const webParts: WebParts = {
  openClient: createWebClient,
  sleep: sleepFor,
  now: () => performance.now(),
};
