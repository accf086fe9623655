// @ts-check
// `npm run bench`: measures the built server against its promises; results go to bench-results.json.
// `npm run bench:ui`: the same for a flow of 500 nodes on the canvas, in Chromium; results go to bench-ui-results.json.
import { join } from 'node:path';
import { buildBundles, staleBundles } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';

const script = process.argv.includes('--ui') ? join('ui', 'bench-ui.ts') : 'bench.ts';

try {
  await ensureInstalled();
  await buildBundles(staleBundles());
  process.exitCode = await run(nodeBinary, [join(root, 'test', 'bench', script)], { cwd: root, stdout: 'inherit' });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
