// @ts-check
// `npm run dist:npm`: the server with its page and command line as an npm package, without Electron, into release/npm/. `-- --this-system` leaves out
// the native libraries of other systems.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles, staleBundles } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { npmManifest, withoutInstallation } from './lib/npm-manifest.mjs';
import { root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';

/** @typedef {import('./lib/npm-manifest.mjs').Manifest} Manifest */

const BUNDLES = /** @type {const} */ (['server', 'renderer', 'model']);
const output = join(root, 'release', 'npm');
const folder = join(output, 'package');

/** @param {string} file @returns {Manifest} */
const readManifest = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @param {string} file @param {Manifest} manifest */
const writeManifest = (file, manifest) => writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);

/**
 * onnxruntime-node lies in the package, because its installation would fetch 300 MB for graphics cards on Linux, or fail without that network.
 * @param {boolean} onlyThisSystem
 */
function copyRuntime(onlyThisSystem) {
  const source = join(root, 'node_modules', 'onnxruntime-node');
  const target = join(folder, 'node_modules', 'onnxruntime-node');
  for (const name of ['dist', 'README.md']) cpSync(join(source, name), join(target, name), { recursive: true });
  const systems = join('bin', 'napi-v6');
  const skipped = /(?:DirectML|dxcompiler|dxil)\.dll$|libonnxruntime\.\d+\.\d+\.\d+\.dylib$/;
  const wanted = onlyThisSystem ? join(systems, process.platform, process.arch) : systems;
  cpSync(join(source, wanted), join(target, wanted), { recursive: true, filter: (path) => !skipped.test(path) });
  writeManifest(join(target, 'package.json'), withoutInstallation(readManifest(join(source, 'package.json'))));
}

/** @param {boolean} onlyThisSystem */
function fillFolder(onlyThisSystem) {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of BUNDLES) {
    const from = join(root, 'dist', name);
    cpSync(from, join(folder, 'dist', name), { recursive: true, filter: (path) => !path.endsWith('.map') });
  }
  cpSync(join(root, 'samples'), join(folder, 'samples'), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'build', 'npm'), folder, { recursive: true });
  writeManifest(join(folder, 'package.json'), npmManifest(readManifest(join(root, 'package.json'))));
  copyRuntime(onlyThisSystem);
}

try {
  await ensureInstalled();
  await buildBundles(staleBundles().filter((name) => BUNDLES.some((wanted) => wanted === name)));
  fillFolder(process.argv.includes('--this-system'));
  const code = await run(
    'npm',
    ['pack', folder, '--pack-destination', output, '--ignore-scripts', '--loglevel=error'],
    {
      cwd: root,
      shell: process.platform === 'win32',
    },
  );
  if (code !== 0) throw new Error('npm pack failed: see its messages above.');
  say(`The package is in release/npm/: ${readdirSync(output).find((name) => name.endsWith('.tgz'))}`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
