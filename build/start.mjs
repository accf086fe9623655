// @ts-check
// `npm start`: installs what is missing, builds what is stale, starts the app. Plain JavaScript without packages, because it runs before any package
// is installed, on whatever Node (>= 20.19) npm runs on.
import { join } from 'node:path';
import { buildBundles, staleBundles } from './lib/bundles.mjs';
import { findElectron, hasDisplay } from './lib/electron-binary.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { launch } from './lib/launch.mjs';
import { readOptions, usage } from './lib/options.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { serverEnv } from './lib/server-env.mjs';

/** @typedef {import('./lib/options.mjs').StartOptions} StartOptions */

/**
 * The server alone; it opens the browser unless an option says otherwise.
 * @param {StartOptions} options
 * @param {boolean} opensBrowser
 * @returns {Promise<number>} exit code
 */
async function startServer(options, opensBrowser) {
  const flags = options.headless ? ['--headless'] : opensBrowser ? [] : ['--no-open'];
  const { code } = await launch({
    command: nodeBinary,
    args: ['--enable-source-maps', join(root, 'dist/server/cli.js'), 'serve', ...flags, ...options.serverArgs],
    env: serverEnv,
  });
  return code;
}

/**
 * The window, if Electron is available.
 * @param {StartOptions} options
 * @returns {Promise<number | string>} the exit code, or in one line why there is no window
 */
async function startWindow(options) {
  const electron = await findElectron();
  if ('reason' in electron) return electron.reason;
  // As root, Chromium refuses to start with its sandbox.
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (asRoot) say("Running as root, so Chromium's sandbox is off.");
  // An inherited ELECTRON_RUN_AS_NODE would turn Electron into a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const { code, wasReady, wasStopped } = await launch({
    command: electron.path,
    args: [...(asRoot ? ['--no-sandbox'] : []), root, ...options.serverArgs],
    env,
  });
  // With a missing library or a forbidden sandbox Electron ends before the app starts. Code 1 is the app's own exit code; the app has then explained
  // it.
  if (!wasReady && !wasStopped && code > 1) return `Electron ended with exit code ${code}`;
  return code;
}

/** @param {StartOptions} options @returns {Promise<number>} exit code */
async function start(options) {
  await ensureInstalled();
  await buildBundles(staleBundles());
  if (options.headless) return startServer(options, false);
  const canShow = hasDisplay(process.platform, process.env);
  const outcome = canShow
    ? await startWindow(options)
    : 'there is no display (DISPLAY and WAYLAND_DISPLAY are not set)';
  if (typeof outcome === 'number') return outcome;
  const opensBrowser = canShow && options.open;
  say(`No window, since ${outcome}: ${opensBrowser ? 'the app opens' : 'open the address below'} in a browser.`);
  return startServer(options, opensBrowser);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) say(usage);
  else process.exitCode = await start(options);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
