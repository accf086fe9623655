// @ts-check
// `npm run soak`: mixed work on the built server for 15 minutes, or `npm run soak -- --minutes N`; prints memory, descriptors, rows and pages with
// their limits, and exits with 1 if one is exceeded. Linux only: it reads /proc.
import { join } from 'node:path';
import { buildBundles, staleBundles } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';

try {
  await ensureInstalled();
  await buildBundles(staleBundles());
  const soak = join(root, 'test', 'bench', 'soak.ts');
  process.exitCode = await run(nodeBinary, [soak, ...process.argv.slice(2)], { cwd: root, stdout: 'inherit' });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
