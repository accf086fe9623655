// @ts-check
// `npm test`: installs and builds what is missing, runs every suite except the long ones once, and ends with one line of counts. Arguments after `--`:
// files or folders, `--changed` (what the uncommitted change can touch; `--changed=REV`: since that commit), `--times` (what each file took), `--order=N`
// (the files in another order for each N); the others go to vitest (`-t name`). With `--long` only the long suite runs, with 2,000 runs of each property.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBundles, staleBundles } from './lib/bundles.mjs';
import { changedTests } from './lib/changed-tests.mjs';
import { findChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';
import { makeTestFolder } from './lib/test-folder.mjs';
import { readTestOptions } from './lib/test-options.mjs';
import { countTests, fileTimes, summaryLine } from './lib/test-summary.mjs';
import { timesTable } from './lib/times-table.mjs';

/** Playwright's own Chromium, if it was downloaded completely. @returns {Promise<string | undefined>} */
async function playwrightChromium() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

/** @returns {Promise<boolean>} whether Debian's package was installed */
async function installFromDebian() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  say("Installing Debian's chromium for the browser tests…");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await run('apt-get', ['update', '-q'], { cwd: root, env });
  const args = ['install', '-y', '-q', '--no-install-recommends', 'chromium'];
  return updated === 0 && (await run('apt-get', args, { cwd: root, env })) === 0;
}

/**
 * Finds or installs a Chromium for the browser tests: an installed one, otherwise Debian's, otherwise Playwright's own.
 * @returns {Promise<{ path: string } | { skipReason: string }>}
 */
async function ensureTestBrowser() {
  const present = findChromium(process.env) ?? (await playwrightChromium());
  if (present !== undefined) return { path: present };
  if (await installFromDebian()) {
    const installed = findChromium(process.env);
    if (installed !== undefined) return { path: installed };
  }
  say("Fetching Playwright's Chromium for the browser tests…");
  const code = await run(nodeBinary, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], {
    cwd: root,
    timeoutMs: 10 * 60_000,
  });
  const fetched = await playwrightChromium();
  if (code === 0 && fetched !== undefined) return { path: fetched };
  return { skipReason: 'no Chromium is installed and none could be fetched' };
}

/**
 * The environment of the tests: the browser that they use, or why there is none.
 * @param {import('./lib/test-options.mjs').TestOptions} options
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function testEnvironment({ order }) {
  const browser = await ensureTestBrowser();
  if ('skipReason' in browser) say(`\nBROWSER TESTS ARE SKIPPED: ${browser.skipReason}.\n`);
  return {
    ...process.env,
    ...('path' in browser
      ? { TRIBUTARY_TEST_BROWSER: browser.path }
      : { TRIBUTARY_TEST_SKIP_BROWSER: browser.skipReason }),
    ...(order === undefined ? {} : { TRIBUTARY_TEST_ORDER: order }),
  };
}

/**
 * @param {readonly string[]} argv
 * @returns {Promise<number>} exit code
 */
async function test(argv) {
  const started = performance.now();
  const options = readTestOptions(argv);
  await ensureInstalled();
  await buildBundles(staleBundles());
  const env = await testEnvironment(options);
  const changed = options.changedSince === undefined ? [] : await changedTests(options.changedSince);
  if (options.changedSince !== undefined && changed.length === 0) {
    say('No test depends on what has changed.');
    process.stdout.write(`${summaryLine({ passed: 0, failed: 0, skipped: 0 })}\n`);
    return 0;
  }
  const folder = makeTestFolder({ isLarge: options.isLong });
  const reportFile = join(folder, 'report.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const project = options.isLong ? 'long' : '!long';
  const args = [vitest, 'run', `--project=${project}`, ...reporters, ...options.rest, ...changed];
  try {
    const code = await run(nodeBinary, args, { cwd: root, env: { ...env, TMPDIR: folder }, stdout: 'inherit' });
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    const totals = countTests(report);
    const hasRun = totals.passed + totals.failed > 0;
    // Vitest also fails for errors outside tests, which its report does not list.
    if (code !== 0 && totals.failed === 0) totals.failed = 1;
    if (options.hasTimes) say(timesTable(fileTimes(report, root)));
    say(`Everything took ${Math.round((performance.now() - started) / 1000)} s.`);
    process.stdout.write(`${summaryLine(totals)}\n`);
    return totals.failed === 0 && hasRun ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
