// @ts-check
// `npm run bench`: measures the built server against its promises; results go to bench-results.json.
// `npm run bench -- --against [REV] [--rounds 3]`: this version and another in turns, with their ratios; without REV the commits of test/bench/base.
// `npm run bench -- --size [CHUNKS]`, `-- --million`: search in a collection of so many chunks (100,000); results go to bench-size-results.json.
// `npm run bench:ui`: the same for a flow of 500 nodes on the canvas, in Chromium; results go to bench-ui-results.json.
// `npm run bench -- --window`: how soon the window shows its page and the list of flows, in the Electron of TRIBUTARY_TEST_ELECTRON.
// `npm run bench:search`: whether the right passage comes first, in English and twelve languages; results go to bench-search-results.json.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAgainst } from './lib/bench-against.mjs';
import { buildBundles, staleBundles } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';

const size = join('size', 'bench-size.ts');
const scripts = {
  '--ui': join('ui', 'bench-ui.ts'),
  '--search': join('search', 'bench-search.ts'),
  '--size': size,
  '--million': size,
  '--window': join('window', 'bench-window.ts'),
};
const [, script = 'bench.ts'] = Object.entries(scripts).find(([option]) => process.argv.includes(option)) ?? [];

try {
  await ensureInstalled();
  await buildBundles(staleBundles());
  const { values, positionals } = parseArgs({
    options: { against: { type: 'boolean' }, rounds: { type: 'string', default: '3' } },
    allowPositionals: true,
    strict: false,
  });
  if (values.against === true) await benchAgainst(positionals[0], Number(values.rounds));
  else {
    const args = [join(root, 'test', 'bench', script), ...process.argv.slice(2)];
    process.exitCode = await run(nodeBinary, args, { cwd: root, stdout: 'inherit' });
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
