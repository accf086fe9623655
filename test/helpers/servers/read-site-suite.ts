import { afterEach, beforeEach } from 'vitest';
import type { SiteOptions } from '../../../electron/server/sources/site/read-site.ts';
import { readSitePages, type SiteReading, type SiteRun } from '../builders/read-site-pages.ts';
import { makeTemporaryFolder } from '../builders/temporary-folder.ts';
import type { LocalSite } from '../fakes/local-site.ts';
import { setUpLocalSite } from '../fakes/local-site-suite.ts';

/** The environment of each test of a file: a site, and a cache folder. */
export interface ReadSiteSuite {
  readonly site: LocalSite;
  readonly folder: { readonly path: string };
  /** The absolute address of a path. */
  at(path: string): string;
  read(path: string, options?: Partial<SiteOptions>, run?: Partial<SiteRun>): Promise<SiteReading>;
}

export function setUpReadSite(): ReadSiteSuite {
  let temporary: ReturnType<typeof makeTemporaryFolder>;
  beforeEach(() => {
    temporary = makeTemporaryFolder();
  });
  afterEach(() => temporary.remove());
  const site = setUpLocalSite();
  const folder = {
    get path() {
      return temporary.path;
    },
  };
  const at = (path: string): string => new URL(path, site.origin).href;
  return {
    site,
    folder,
    at,
    read: (path, options = {}, run = {}) =>
      readSitePages({ start: new URL(at(path)), ...options }, { folder: folder.path, ...run }),
  };
}

export function page(title: string, ...links: string[]): string {
  const list = links.map((link) => `<a href="${link}">${link}</a>`).join('\n');
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>Text of ${title}.</p></body>${list}</html>`;
}

export const sources = ({ documents }: SiteReading): unknown[] => documents.map(({ metadata }) => metadata.source);

export const pathsOf = (reading: SiteReading): string[] =>
  sources(reading).map((source) => new URL(String(source)).pathname);
