import { join } from 'node:path';
import type { OriginContext } from '../../../electron/server/core/document-loader.ts';
import { createWebClient, type WebClientOptions } from '../../../electron/server/http/web-client.ts';
import { readSite, type SiteOptions } from '../../../electron/server/sources/site/read-site.ts';
import type { WebParts } from '../../../electron/server/sources/web-parts.ts';
import { type OriginRun, readOrigin } from './origin-context.ts';

export interface SiteRun {
  readonly folder: string;
  /** Replacements in a client that may read this machine. */
  readonly client?: Partial<WebClientOptions>;
  readonly signal?: AbortSignal;
}

export interface SiteReading extends OriginRun {
  /** Pauses between requests, in ms. */
  readonly pauses: readonly number[];
}

/** A clock that only pauses advance, so that no test waits. */
function pausingParts(client: Partial<WebClientOptions> = {}): WebParts & { readonly pauses: number[] } {
  let now = 0;
  const pauses: number[] = [];
  return {
    pauses,
    openClient: (options) => createWebClient({ ...options, ...client }),
    async sleep(ms) {
      pauses.push(ms);
      now += ms;
    },
    now: () => now,
  };
}

/** Reads a whole site, on this machine unless the options say otherwise. */
export async function readSitePages(
  options: Partial<SiteOptions> & Pick<SiteOptions, 'start'>,
  run: SiteRun,
): Promise<SiteReading> {
  const parts = pausingParts(run.client);
  const whole: SiteOptions = {
    scope: 'page',
    limit: 100,
    maxDepth: 100,
    include: [],
    exclude: [],
    content: { mode: 'whole' },
    delayMs: 0,
    respectRobots: true,
    allowLocalNetwork: true,
    ...options,
  };
  const loader = { open: () => ({ loadOrigin: (context: OriginContext) => readSite(whole, context, parts) }) };
  const folders = { temporary: join(run.folder, 'tmp'), cache: join(run.folder, 'cache') };
  return { ...(await readOrigin(loader, undefined, folders, run.signal)), pauses: parts.pauses };
}
