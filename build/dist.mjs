// @ts-check
// `npm run dist`: installers for this system and processor, into release/. `npm run dist:dir`: the folder that they would install. Options of
// electron-builder go after `--`, such as `npm run dist -- --linux tar.gz`.
import { join } from 'node:path';
import { buildBundles, bundleNames } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';
import { keepSourceMaps } from './lib/source-maps.mjs';

try {
  await ensureInstalled();
  await buildBundles(bundleNames);
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
  process.exitCode = await run(nodeBinary, [builder, '--publish', 'never', ...process.argv.slice(2)], { cwd: root });
  if (process.exitCode === 0) {
    const count = keepSourceMaps(join(root, 'dist'), join(root, 'release', 'source-maps'));
    say(`${count} source maps are in release/source-maps/: keep them, they are not in the package.`);
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
