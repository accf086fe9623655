// @ts-check
import { existsSync } from 'node:fs';
import { findChromium } from './chromium.mjs';
import { nodeBinary, root, say } from './paths.mjs';
import { run } from './run-child.mjs';

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
export async function ensureTestBrowser() {
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
