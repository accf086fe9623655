// @ts-check
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundles } from './bundles.mjs';
import { nodeBinary, root } from './paths.mjs';

const execute = promisify(execFile);

/**
 * Suites that run what is built, so that their imports don't show what they depend on.
 * @type {Readonly<Record<string, readonly import('./bundles.mjs').BundleName[]>>}
 */
const suitesOfBundles = {
  e2e: ['server', 'renderer', 'main', 'preload', 'model'],
  durability: ['server', 'model'],
  api: ['server', 'model'],
};

/**
 * The suites of which every test may be touched by a change.
 * @param {readonly string[]} paths changed files, relative to the project
 * @returns {string[]}
 */
export function suitesTouchedBy(paths) {
  const built = Object.entries(suitesOfBundles).filter(([, names]) =>
    names
      .flatMap((name) => bundles[name].sources)
      .some((source) => paths.some((path) => path === source || path.startsWith(`${source}/`))),
  );
  return built.map(([suite]) => suite);
}

/** @param {readonly string[]} args of git @returns {Promise<string[]>} the lines that it prints */
async function gitLines(...args) {
  const { stdout } = await execute('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\n').filter((line) => line !== '');
}

/**
 * @param {readonly string[]} args of `vitest list`
 * @returns {Promise<string[]>} files of tests
 */
async function listTests(args) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { stdout } = await execute(nodeBinary, [vitest, 'list', '--filesOnly', '--json', ...args], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  /** @type {readonly { file: string }[]} */
  const files = JSON.parse(stdout);
  return files.map(({ file }) => file);
}

/**
 * The files of tests that the difference to a commit, untracked files included, can touch: by what they import, and whole suites where they run what is
 * built of a changed file.
 * @param {string} rev a commit
 * @returns {Promise<string[]>}
 */
export async function changedTests(rev) {
  const paths = [
    ...(await gitLines('diff', '--name-only', rev)),
    ...(await gitLines('ls-files', '--others', '--exclude-standard')),
  ];
  const suites = suitesTouchedBy(paths).map((suite) => `--project=${suite}`);
  const [importing, built] = await Promise.all([
    listTests(['--project=!long', `--changed=${rev}`]),
    suites.length === 0 ? [] : listTests(suites),
  ]);
  return [...new Set([...importing, ...built])];
}
