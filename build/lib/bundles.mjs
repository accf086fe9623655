// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeBinary, root, say } from './paths.mjs';
import { run } from './run-child.mjs';

/** @typedef {'server' | 'renderer' | 'main' | 'preload' | 'model' | 'icons'} BundleName */

/**
 * What each bundle is made of, relative to the project, and a file that it must contain. The lock file stands for the
 * packages that go into a bundle.
 * @type {Readonly<Record<BundleName, { sources: readonly string[], output: string }>>}
 */
export const bundles = {
  server: {
    sources: [
      'electron/server',
      'shared',
      'build/vite.server.config.ts',
      'build/lib/bundled-packages.ts',
      'package-lock.json',
    ],
    output: 'dist/server/cli.js',
  },
  renderer: {
    sources: ['renderer', 'shared', 'build/vite.renderer.config.ts', 'package-lock.json'],
    output: 'dist/renderer/index.html',
  },
  main: { sources: ['electron/main', 'shared', 'build/vite.main.config.ts'], output: 'dist/main/main.cjs' },
  preload: {
    sources: ['electron/preload', 'shared', 'build/vite.preload.config.ts'],
    output: 'dist/preload/preload.cjs',
  },
  // The built-in embedding model, converted from its package.
  model: { sources: ['build/model', 'package-lock.json'], output: 'dist/model/use-lite-int8-v1.onnx' },
  // Icons and the installers' pictures, drawn from the mark.
  icons: { sources: ['build/icons', 'renderer/public/icon.svg'], output: 'dist/icons/icon.png' },
};

/** @type {readonly BundleName[]} */
export const bundleNames = ['server', 'renderer', 'main', 'preload', 'model', 'icons'];

/**
 * A hash over path, size and time of change of all files under the given paths. No file is read.
 * @param {string} base
 * @param {readonly string[]} paths relative to base; missing ones count as missing
 * @returns {string}
 */
export function sourceStamp(base, paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  function add(path) {
    const stats = statSync(join(base, path), { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      for (const name of readdirSync(join(base, path)).sort()) add(`${path}/${name}`);
    } else {
      hash.update(stats === undefined ? `${path} missing\n` : `${path} ${stats.size} ${stats.mtimeMs}\n`);
    }
  }
  for (const path of paths) add(path);
  return hash.digest('hex');
}

/** @param {BundleName} name @returns {string} */
function stampFile(name) {
  return join(root, 'dist', '.stamps', name);
}

/**
 * The bundles whose sources changed since they were built, or whose output is missing.
 * @returns {BundleName[]}
 */
export function staleBundles() {
  return bundleNames.filter((name) => {
    const { sources, output } = bundles[name];
    if (statSync(join(root, output), { throwIfNoEntry: false }) === undefined) return true;
    try {
      return readFileSync(stampFile(name), 'utf8') !== sourceStamp(root, sources);
    } catch {
      return true;
    }
  });
}

/**
 * Builds the given bundles at the same time, in a child process under our Node 24.
 * @param {readonly BundleName[]} names
 * @returns {Promise<void>}
 * @throws {Error} when a bundle could not be built; the reason is on standard error
 */
export async function buildBundles(names) {
  if (names.length === 0) return;
  say(`Building ${names.join(', ')}…`);
  // Taken before the build: a file that changes meanwhile makes the bundle stale again.
  const stamps = names.map((name) => sourceStamp(root, bundles[name].sources));
  const code = await run(nodeBinary, [join(root, 'build', 'run-vite.mjs'), ...names], { cwd: root });
  if (code !== 0) throw new Error('The build failed: see the messages above.');
  for (const [index, name] of names.entries()) {
    mkdirSync(dirname(stampFile(name)), { recursive: true });
    writeFileSync(stampFile(name), stamps[index] ?? '');
  }
}
