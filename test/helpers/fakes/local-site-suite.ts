import { afterEach, beforeEach } from 'vitest';
import { type LocalSite, openLocalSite, type Page } from './local-site.ts';

/** A website for each test of this file, which starts with these pages; closed after the test. */
export function setUpLocalSite(pages: Readonly<Record<string, Page>> = {}): LocalSite {
  let site: LocalSite;
  beforeEach(async () => {
    site = await openLocalSite(pages);
  });
  afterEach(() => site.close());
  return {
    get origin() {
      return site.origin;
    },
    get requests() {
      return site.requests;
    },
    paths: () => site.paths(),
    setPages: (more) => site.setPages(more),
    forget: () => site.forget(),
    close: () => site.close(),
  };
}
