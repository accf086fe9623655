// @ts-check
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names of Chromium and Chrome in PATH; the one without a window, a fifth quicker, comes first. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where they are on systems that do not put them in PATH. */
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** @param {string} path @returns {boolean} */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * An installed Chromium or Chrome.
 * @param {NodeJS.ProcessEnv} env TRIBUTARY_TEST_BROWSER names one; PATH is searched otherwise
 * @returns {string | undefined} path of the executable
 */
export function findChromium(env) {
  const named = env.TRIBUTARY_TEST_BROWSER;
  if (named) return isExecutable(named) ? named : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...places].find((path) => existsSync(path) && isExecutable(path));
}
