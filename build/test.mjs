// @ts-check
// `npm test`: installs and builds what is missing, runs every suite except the long ones once, and ends with one line of counts. Arguments after `--`
// go to vitest: file filters, `-t name`. With `--long` it runs only the long ones.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundles, staleBundles } from './lib/bundles.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeBinary, root, say } from './lib/paths.mjs';
import { run } from './lib/run-child.mjs';
import { ensureTestBrowser } from './lib/test-browser.mjs';
import { countTests, summaryLine } from './lib/test-summary.mjs';

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} exit code
 */
async function test(args) {
  const project = args.includes('--long') ? 'long' : '!long';
  const filters = args.filter((word) => word !== '--long');
  await ensureInstalled();
  await buildBundles(staleBundles());
  const browser = await ensureTestBrowser();
  if ('skipReason' in browser) say(`\nBROWSER TESTS ARE SKIPPED: ${browser.skipReason}.\n`);
  const env = {
    ...process.env,
    ...('path' in browser
      ? { TRIBUTARY_TEST_BROWSER: browser.path }
      : { TRIBUTARY_TEST_SKIP_BROWSER: browser.skipReason }),
  };
  const folder = mkdtempSync(join(tmpdir(), 'tributary-test-'));
  const reportFile = join(folder, 'report.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  try {
    const code = await run(nodeBinary, [vitest, 'run', `--project=${project}`, ...reporters, ...filters], {
      cwd: root,
      env,
      stdout: 'inherit',
    });
    const totals = countTests(JSON.parse(readFileSync(reportFile, 'utf8')));
    const hasRun = totals.passed + totals.failed > 0;
    // Vitest also fails for errors outside tests, which its report does not list.
    if (code !== 0 && totals.failed === 0) totals.failed = 1;
    process.stdout.write(`${summaryLine(totals)}\n`);
    return totals.failed === 0 && hasRun ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
