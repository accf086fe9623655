import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { z } from 'zod';
import { apiLoader } from '../../../electron/server/nodes/documentloaders/api-loader.ts';
import { apiLoader as definition } from '../../../shared/nodes/documentloaders/api-loader.ts';
import { makeLoadFolders } from '../builders/load-folders.ts';
import { type OriginRun, readOrigin } from '../builders/origin-context.ts';
import { parseNodeParams } from '../builders/parse-node-params.ts';
import type { LocalSite, Page } from '../fakes/local-site.ts';
import { setUpLocalSite } from '../fakes/local-site-suite.ts';

/** The environment of each test: a site whose path /api the loader reads by default. */
export interface ApiLoaderSuite {
  readonly site: LocalSite;
  /** The cache of this file's tests. */
  readonly cache: string;
  paramsOf(inputs: object): z.output<typeof definition.params>;
  /** Each test has its own cache, unless it tests the cache. */
  read(inputs: object, cacheFolder?: string): Promise<OriginRun>;
}

export function setUpApiLoader(): ApiLoaderSuite {
  const site = setUpLocalSite();
  const { temporary, cache } = makeLoadFolders();
  const paramsOf: ApiLoaderSuite['paramsOf'] = (inputs) =>
    parseNodeParams(definition, { url: `${site.origin}/api`, allowLocalNetwork: true, ...inputs });
  return {
    site,
    cache,
    paramsOf,
    read: async (inputs, cacheFolder = join(cache, randomUUID())) =>
      readOrigin(apiLoader, paramsOf(inputs), { temporary, cache: cacheFolder }),
  };
}

export const texts = ({ documents }: OriginRun): string[] => documents.map(({ text }) => text);

export function json(value: unknown, headers: Record<string, string> = {}): Page {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}
