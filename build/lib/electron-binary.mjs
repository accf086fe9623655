// @ts-check
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeBinary, root, say } from './paths.mjs';
import { run } from './run-child.mjs';

const packageFolder = join(root, 'node_modules', 'electron');
const failureFile = join(root, 'dist', '.stamps', 'electron-fetch-failed');

/** The download has about 110 MB; on a network that drops packets it would never end. */
const FETCH_LIMIT_MS = 5 * 60_000;
/** A failed download is not repeated at every start. */
const RETRY_AFTER_MS = 24 * 60 * 60_000;

/**
 * Whether this machine can show windows.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 * @returns {boolean}
 */
export function hasDisplay(platform, env) {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/** @returns {string} the executable's path inside Electron's folder */
function executableName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** @returns {string | undefined} the Electron executable, if it is installed */
function presentElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const path = join(override ?? join(packageFolder, 'dist'), executableName());
  // Without path.txt the package's own unpacking did not finish.
  const isComplete = override !== undefined || existsSync(join(packageFolder, 'path.txt'));
  return isComplete && existsSync(path) ? path : undefined;
}

/** @returns {boolean} whether a download of this version failed within the last day */
function failedLately() {
  try {
    const version = readFileSync(failureFile, 'utf8');
    return version === electronVersion() && Date.now() - statSync(failureFile).mtimeMs < RETRY_AFTER_MS;
  } catch {
    return false;
  }
}

/** @returns {string} */
function electronVersion() {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version;
}

/**
 * The Electron executable, downloaded by the npm package's own script if it is missing.
 * @returns {Promise<{ path: string } | { reason: string }>} the path, or in one line why there is none
 */
export async function findElectron() {
  const present = presentElectron();
  if (present !== undefined) return { path: present };
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH !== undefined) {
    return { reason: 'there is no Electron in the folder that ELECTRON_OVERRIDE_DIST_PATH names' };
  }
  if (failedLately()) {
    return { reason: 'Electron could not be fetched earlier today ("npx install-electron" tries again)' };
  }
  say(`Fetching Electron ${electronVersion()}, about 110 MB, once…`);
  const code = await run(nodeBinary, [join(packageFolder, 'install.js')], { cwd: root, timeoutMs: FETCH_LIMIT_MS });
  const path = presentElectron();
  if (code === 0 && path !== undefined) return { path };
  mkdirSync(dirname(failureFile), { recursive: true });
  writeFileSync(failureFile, electronVersion());
  return { reason: 'Electron could not be fetched (is there a network, or a proxy in between?)' };
}
