import { afterEach } from 'vitest';
import { createWebClient, type WebClient, type WebClientOptions } from '../../../electron/server/http/web-client.ts';
import type { LocalSite } from '../fakes/local-site.ts';
import { setUpLocalSite } from '../fakes/local-site-suite.ts';

/** What each test of a file works with: two sites, and clients that are closed after it. */
export interface WebClientSuite {
  readonly site: LocalSite;
  readonly other: LocalSite;
  /** Pauses of the clients so far, in ms; none is waited for. */
  readonly pauses: readonly number[];
  /** Never aborted. */
  readonly signal: AbortSignal;
  /** One that may read this machine, unless the options say otherwise. */
  openClient(options?: Partial<WebClientOptions>): WebClient;
  /** The whole address of a path of the first site. */
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
