// @ts-check
// `npm run build`: builds every bundle, also those that are up to date.
import { buildBundles, bundleNames } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { say } from './lib/paths.mjs';

try {
  await ensureInstalled();
  await buildBundles(bundleNames);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
