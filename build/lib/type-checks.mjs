// @ts-check
import { join } from 'node:path';
import { root } from './paths.mjs';

/** The folders that each TypeScript configuration covers, by its file. */
const projects = /** @type {const} */ ({
  'tsconfig.json': 'types of server and tests',
  'tsconfig.renderer.json': 'types of the page',
  'tsconfig.e2e.json': 'types of page and browser tests',
});

/**
 * Name, script in node_modules, arguments. Results are cached, so the next check covers only what changed. By TypeScript 7, a program of the system that
 * takes a third of the time; tools that call the compiler need 6.
 * @type {readonly (readonly [string, string, readonly string[]])[]}
 */
export const typeChecks = Object.entries(projects).map(([file, name]) => [
  name,
  'typescript-7/bin/tsc',
  [
    '-p',
    file,
    '--incremental',
    '--tsBuildInfoFile',
    join(root, 'node_modules', '.cache', 'tsc', `${file}.tsbuildinfo`),
  ],
]);
