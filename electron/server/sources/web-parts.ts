import { type Sleep, sleepFor } from '../http/retries.ts';
import { createWebClient, type WebClient, type WebClientOptions } from '../http/web-client.ts';

/** The dependencies of a web loader, which tests replace. */
export interface WebParts {
  openClient(options: WebClientOptions): WebClient;
  readonly sleep: Sleep;
  /** Monotonic clock in milliseconds. */
  now(): number;
}

export const webParts: WebParts = {
  openClient: createWebClient,
  sleep: sleepFor,
  now: () => performance.now(),
};
