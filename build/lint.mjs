// @ts-check
// `npm run lint`: every check that needs no run of the app, each to its end, so that one call shows all there is to mend.
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';

/**
 * Name, script, arguments.
 * @type {readonly (readonly [string, string, readonly string[]])[]}
 */
const checks = [
  ['format and rules', '@biomejs/biome/bin/biome', ['ci', '.']],
  [
    'layers',
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ['--config', '.dependency-cruiser.cjs', 'shared', 'electron', 'renderer', 'build', 'test'],
  ],
  ['types of server and tests', 'typescript/bin/tsc', ['-p', 'tsconfig.json']],
  ['types of the page', 'typescript/bin/tsc', ['-p', 'tsconfig.renderer.json']],
  ['types of page and browser tests', 'typescript/bin/tsc', ['-p', 'tsconfig.e2e.json']],
  ['unused code', 'knip/bin/knip.js', []],
  ['page of the nodes', '../build/make-node-docs.ts', ['--check']],
];

try {
  await ensureInstalled();
  /** @type {string[]} */
  const failed = [];
  for (const [name, script, args] of checks) {
    const code = await run(nodeBinary, [join(root, 'node_modules', script), ...args], { cwd: root });
    if (code !== 0) failed.push(name);
  }
  say(failed.length === 0 ? 'Lint: all checks passed.' : `Lint failed: ${failed.join(', ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
