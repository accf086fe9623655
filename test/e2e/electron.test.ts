import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { drawPdfFlow, upsertPdfAndAsk } from '../helpers/draw-pdf-flow.ts';
import { openVirtualDisplay, type TestDisplay } from '../helpers/virtual-display.ts';

const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const electronPath = process.env.TRIBUTARY_TEST_ELECTRON;
const HolderSchema = z.object({ pid: z.int(), url: z.url() });

function isInPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Why the window can't be tested here, or undefined when it can. */
function reasonToSkip(): string | undefined {
  if (!electronPath) return 'TRIBUTARY_TEST_ELECTRON does not name an Electron executable';
  accessSync(electronPath, constants.X_OK);
  if (!existsSync(join(projectFolder, 'dist', 'main', 'main.js'))) return 'the app is not built: run npm run build';
  if (!process.env.DISPLAY && !isInPath('Xvfb')) return 'there is no display, and no Xvfb to make one';
  return undefined;
}

const skipReason = reasonToSkip();
if (skipReason !== undefined) console.warn(`\nTHE ELECTRON TESTS ARE SKIPPED: ${skipReason}.\n`);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(skipReason !== undefined)('The window', () => {
  let display: TestDisplay | undefined;
  let dataFolder: string;
  let app: ElectronApplication;
  let page: Page;

  const serverFacts = () => HolderSchema.parse(JSON.parse(readFileSync(join(dataFolder, 'server.json'), 'utf8')));

  beforeEach(async () => {
    display = process.env.DISPLAY ? undefined : await openVirtualDisplay();
    dataFolder = mkdtempSync(join(tmpdir(), 'tributary-window-'));
    const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
    app = await _electron.launch({
      executablePath: electronPath ?? '',
      args: [
        // As root Chromium does not start with its sandbox on.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // On a machine without graphics the GPU process fails to start, and one window in 25 then never loads.
        '--disable-gpu',
        projectFolder,
        ...['--port', '0', '--data-dir', dataFolder],
      ],
      env: {
        ...inherited,
        DISPLAY: display?.name ?? process.env.DISPLAY ?? '',
        // The Electron of the tests may be older than the server's Node.
        TRIBUTARY_SERVER_NODE: process.execPath,
      },
    });
    page = await app.firstWindow();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  afterEach(async () => {
    await app.close();
    display?.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  test('shows the app that the server serves, in a page without Node', async () => {
    expect(new URL(page.url()).origin).toBe(serverFacts().url);
    expect(await page.title()).toContain('Tributary');
    const seen = await page.evaluate(async () => ({
      info: await window.tributary?.appInfo(),
      bridge: Object.keys(window.tributary ?? {}).sort(),
      node: [typeof Reflect.get(globalThis, 'require'), typeof Reflect.get(globalThis, 'process')],
    }));
    expect(seen.info?.platform).toBe(process.platform);
    expect(seen.bridge).toEqual(['appInfo', 'onMenuCommand', 'onServerStatus', 'showDataFolder']);
    expect(seen.node).toEqual(['undefined', 'undefined']);
  });

  test('upserts a PDF into a flow that is drawn by hand from nothing, and finds its passage', async () => {
    // A new data folder is shown its first flow; the list of flows is behind it.
    await page.locator('.react-flow__node').first().waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Flows' }).click();
    await drawPdfFlow(page);
    expect(await upsertPdfAndAsk(page)).toContain('Our five hives are looked after by Tomasz Brandt');
  });

  test('keeps the page at its origin and opens web links outside', async () => {
    await app.evaluate(({ shell }) => {
      Reflect.set(globalThis, 'opened', []);
      shell.openExternal = async (address) => {
        Reflect.get(globalThis, 'opened').push(address);
      };
    });
    // A new data folder is shown its first flow: the address is what it stays from then on.
    await page.locator('.react-flow__node').first().waitFor();
    const before = page.url();
    await page.evaluate(() => {
      window.open('https://example.org/by-window');
      window.open('file:///etc/hostname');
      window.location.href = 'https://example.org/by-link';
    });
    await expect
      .poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened')))
      .toEqual(['https://example.org/by-window', 'https://example.org/by-link']);
    expect(page.url()).toBe(before);
    expect(app.windows()).toHaveLength(1);
  });

  test('sends the commands of the native menu to the page', async () => {
    await page.evaluate(() => {
      Reflect.set(globalThis, 'commands', []);
      window.tributary?.onMenuCommand((command) => Reflect.get(globalThis, 'commands').push(command));
    });
    await app.evaluate(({ Menu }) => {
      const file = Menu.getApplicationMenu()?.items.find((item) => item.label === 'File');
      file?.submenu?.items.find((item) => item.label === 'Save')?.click();
    });
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'commands'))).toEqual(['flow.save']);
  });

  test('tells of a server that died, and brings it back at the same address', async () => {
    const before = serverFacts();
    await page.evaluate(() => {
      Reflect.set(globalThis, 'states', []);
      window.tributary?.onServerStatus(({ state }) => Reflect.get(globalThis, 'states').push(state));
    });
    process.kill(before.pid, 'SIGKILL');
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, 'states')), { timeout: 30_000 })
      .toEqual(['starting', 'restarted']);
    const after = serverFacts();
    expect(after.url).toBe(before.url);
    expect(after.pid).not.toBe(before.pid);
    expect(await page.evaluate(async () => (await fetch('/api/v1/ping')).status)).toBe(200);
  });

  test('stops the server orderly when it is closed', async () => {
    const { pid } = serverFacts();
    const main = app.process();
    const ended = new Promise((resolve) => main.once('exit', resolve));
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
    // The server removes this file as the last thing it does; a killed one leaves it.
    expect(existsSync(join(dataFolder, 'server.json'))).toBe(false);
  });
});
