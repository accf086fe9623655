import type { EntryName } from '../../../electron/server/common/entry-url.ts';

/**
 * Stands in for `entry-url.ts` where tests run the server in their own process (`vitest.config.ts`): its threads and processes are those of the build, which
 * start in a fraction of the time that their sources take.
 */
export function entryUrl(name: EntryName): URL {
  return new URL(`../../../dist/server/${name}.js`, import.meta.url);
}
