// @ts-check
// `npm run dist`: installers for this system and processor, into release/. `npm run dist:dir`: the folder that they would install. Options of
// electron-builder go after `--`, such as `npm run dist -- --linux tar.gz`.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles, bundleNames } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';

/** The source maps of what was packed: they are not part of it, but an error's place can be found with them. */
function keepSourceMaps() {
  const target = join(root, 'release', 'source-maps');
  const maps = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.map'),
  );
  for (const name of maps) cpSync(join(root, 'dist', name), join(target, name));
  say(`${maps.length} source maps are in release/source-maps/: keep them, they are not in the package.`);
}

try {
  await ensureInstalled();
  await buildBundles(bundleNames);
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
  process.exitCode = await run(nodeBinary, [builder, '--publish', 'never', ...process.argv.slice(2)], { cwd: root });
  if (process.exitCode === 0) keepSourceMaps();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
