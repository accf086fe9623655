// @ts-check
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { hasPinnedNode, root, say } from './paths.mjs';
import { run } from './run-child.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile */

/**
 * Whether the installed tree, as npm recorded it, matches the lockfile. Optional packages may be absent: they are for other platforms.
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile} installed node_modules/.package-lock.json
 * @returns {boolean}
 */
export function matchesLockfile(wanted, installed) {
  const have = installed.packages ?? {};
  const want = wanted.packages ?? {};
  for (const [path, entry] of Object.entries(want)) {
    if (path === '' || entry.link === true) continue;
    const found = have[path];
    if (found === undefined ? entry.optional !== true && entry.devOptional !== true : found.version !== entry.version) {
      return false;
    }
  }
  return Object.keys(have).every((path) => want[path] !== undefined);
}

/** @param {string} file @returns {Lockfile | undefined} undefined if there is no readable file */
function readLockfile(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** True if node_modules matches package-lock.json and contains Node 24. */
function isInstalled() {
  const installed = readLockfile(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined || !hasPinnedNode()) return false;
  const wanted = readLockfile(join(root, 'package-lock.json'));
  return wanted !== undefined && matchesLockfile(wanted, installed);
}

/**
 * The folder of an installed Node that contains its headers, for the one package that is compiled (hnswlib-node), so that they need not be
 * downloaded. The package uses Node-API, which is the same in all supported versions.
 * @param {string} node the program
 * @returns {string | undefined}
 */
export function headersFolder(node) {
  const folder = dirname(dirname(node));
  return existsSync(join(folder, 'include', 'node', 'node_api.h')) ? folder : undefined;
}

/**
 * Refuses to install through a symbolic link: `npm ci` empties the folder first, which may belong to another project.
 * @param {string} folder
 * @returns {void}
 * @throws {Error} if node_modules is a link
 */
export function refuseLinkedModules(folder) {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new Error(
    'node_modules is a link, and what it leads to is not what package-lock.json asks for: npm ci would empty that folder. ' +
      'Remove the link and start again.',
  );
}

/** The environment for `npm ci`: always with development packages, and without unnecessary downloads. */
function npmEnvironment() {
  const ownBin = join(root, 'node_modules', '.bin');
  const { NODE_ENV: _, npm_config_omit: __, npm_config_production: ___, ...env } = process.env;
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const nodedir = headersFolder(process.execPath);
  return {
    ...(nodedir === undefined ? {} : { npm_config_nodedir: nodedir }),
    ...env,
    // The install replaces the Node in node_modules, so that Node must not run it.
    [pathName]: (env[pathName] ?? '')
      .split(delimiter)
      .filter((folder) => folder !== ownBin)
      .join(delimiter),
    // npm before 11 runs every install script, despite `allowScripts`; these two would download files.
    ONNXRUNTIME_NODE_INSTALL: 'skip',
    ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip',
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
  };
}

/**
 * Installs the packages of package-lock.json if they are missing or different, and shows npm's progress.
 * @returns {Promise<void>}
 * @throws {Error} if npm fails, with what to do
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  refuseLinkedModules(join(root, 'node_modules'));
  say('Installing packages with npm ci. The first time takes a few minutes, since one package is compiled…');
  const cli = process.env.npm_execpath;
  const npmNode = process.env.npm_node_execpath ?? process.execPath;
  // Hides warnings (EBADENGINE): packages that need a newer Node than npm's run on the one in node_modules.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, env: npmEnvironment() };
  const code =
    cli !== undefined && /npm-cli\.c?js$/.test(cli)
      ? await run(npmNode, [cli, ...args], options)
      : await run('npm', args, { ...options, shell: process.platform === 'win32' });
  if (code !== 0) {
    const headers =
      headersFolder(process.execPath) === undefined
        ? ' If it says that headers of Node could not be downloaded: install Node with its headers (include/node), from nodejs.org or as your ' +
          "system's package for development, or set npm_config_nodedir to a folder that has them."
        : '';
    throw new Error(`npm ci failed with exit code ${code}: see its messages above.${headers}`);
  }
  if (!isInstalled()) {
    throw new Error(
      'npm ci ran but Node 24 is not in node_modules: install scripts are probably switched off. ' +
        'Run "npm config get ignore-scripts", switch it off for this folder and start again.',
    );
  }
}
