import { findChromium } from '../../../build/lib/chromium.mjs';

export type TestBrowser = { readonly path: string } | { readonly skipReason: string };

/**
 * The Chromium for browser tests, or why there is none: then those tests are skipped with the reason. `npm test` has found or installed one, or
 * explained in TRIBUTARY_TEST_SKIP_BROWSER why it could not.
 */
export function testBrowser(): TestBrowser {
  const skipReason = process.env.TRIBUTARY_TEST_SKIP_BROWSER;
  if (skipReason) return { skipReason };
  const path = findChromium(process.env);
  return path === undefined ? { skipReason: 'no Chromium is installed; "npm test" sees to one' } : { path };
}

/** As root, Chromium refuses to run with its sandbox. */
export function chromiumArgs(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
