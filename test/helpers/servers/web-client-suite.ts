import { afterEach } from 'vitest';
import { createWebClient, type WebClient, type WebClientOptions } from '../../../electron/server/http/web-client.ts';
import type { LocalSite } from '../fakes/local-site.ts';
import { setUpLocalSite } from '../fakes/local-site-suite.ts';

/** The environment of each test of a file: two sites, and clients that are closed after it. */
export interface WebClientSuite {
  readonly site: LocalSite;
  readonly other: LocalSite;
  /** The clients' pauses so far, in ms; the tests do not wait for them. */
  readonly pauses: readonly number[];
  /** Never aborted. */
  readonly signal: AbortSignal;
  /** A client that may read this machine, unless the options say otherwise. */
  openClient(options?: Partial<WebClientOptions>): WebClient;
  /** The absolute address of a path of the first site. */
  at(path: string): URL;
}

export function setUpWebClients(): WebClientSuite {
  const site = setUpLocalSite();
  const other = setUpLocalSite({ '/': 'other' });
  const clients: WebClient[] = [];
  const pauses: number[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    pauses.splice(0);
  });
  return {
    site,
    other,
    pauses,
    signal: new AbortController().signal,
    openClient(options = {}) {
      const sleep = async (ms: number): Promise<void> => void pauses.push(ms);
      const client = createWebClient({ allowLocalNetwork: true, sleep, ...options });
      clients.push(client);
      return client;
    },
    at: (path) => new URL(path, site.origin),
  };
}
