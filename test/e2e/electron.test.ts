import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../build/lib/paths.mjs';
import packageJson from '../../package.json' with { type: 'json' };
import { drawPdfFlow, upsertPdfAndQuery } from '../helpers/pages/draw-pdf-flow.ts';
import { chooseMenuItem, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { isAlive } from '../helpers/servers/is-alive.ts';

if (windowSkipReason !== undefined) console.warn(`\nTHE ELECTRON TESTS ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('The window', () => {
  let dataFolder: string;
  let home: string;
  let opened: WindowApp;
  let app: ElectronApplication;
  let page: Page;

  const serverFacts = () => opened.serverFacts();

  beforeEach(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'tributary-window-'));
    home = mkdtempSync(join(tmpdir(), 'tributary-home-'));
    opened = await openWindowApp(dataFolder, { home });
    ({ app, page } = opened);
  });

  afterEach(async () => {
    await opened.close();
    rmSync(dataFolder, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true });
  });

  test('is the app to the server, which other callers are not', async () => {
    const ask = async () => (await fetch(`${window.tributary?.serverAddress}/api/v1/session`)).json();
    expect(await page.evaluate(ask)).toEqual({ isApp: true });
    const outside = await fetch(`${serverFacts().url}/api/v1/session`);
    expect(await outside.json()).toEqual({ isApp: false });
  });

  test('shows a page of its own, without Node, that calls its server', async () => {
    expect(page.url().startsWith('app://tributary/')).toBe(true);
    expect(await page.evaluate(() => window.tributary?.serverAddress)).toBe(serverFacts().url);
    expect(await page.title()).toContain('Tributary');
    const seen = await page.evaluate(async () => ({
      info: await window.tributary?.appInfo(),
      bridge: Object.keys(window.tributary ?? {}).sort(),
      webview: typeof Reflect.get(document.createElement('webview'), 'getWebContentsId'),
      node: [typeof Reflect.get(globalThis, 'require'), typeof Reflect.get(globalThis, 'process')],
    }));
    expect(seen.info?.versions).toMatchObject({ Tributary: packageJson.version });
    expect(seen.bridge).toEqual([
      'appInfo',
      'changePreferences',
      'chooseLook',
      'choosePath',
      'dragOut',
      'editText',
      'moveKey',
      'nameRecentFlows',
      'offerCommands',
      'onBeforeClose',
      'onMenuCommand',
      'onOpened',
      'onPauseWatching',
      'onServerStatus',
      'pathOf',
      'readCrashReports',
      'readKeyFacts',
      'readLog',
      'readPreferences',
      'saveFile',
      'serverAddress',
      'showChromiumLicences',
      'showFolder',
      'showInFolder',
      'takeOpened',
      'tellEndedRun',
      'tellWork',
    ]);
    expect(seen.node).toEqual(['undefined', 'undefined']);
    expect(seen.webview).toBe('undefined');
    const preferences = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) =>
        Reflect.get(webContents, 'getLastWebPreferences').call(webContents),
      ),
    );
    expect(preferences).toEqual([
      expect.objectContaining({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        enableBlinkFeatures: '',
      }),
    ]);
  });

  test('upserts a PDF into a flow that is drawn by hand from nothing, and finds its passage', async () => {
    // A new data folder is shown its first flow; the list of flows is behind it.
    await page.locator('.react-flow__node').first().waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Flows' }).click();
    await drawPdfFlow(page);
    expect(await upsertPdfAndQuery(page)).toContain('Our five hives are looked after by Tomasz Brandt');
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

  test('runs no text as a program, calls nobody but its server, and is given no permission', async () => {
    const outside = page.evaluate(async () => {
      const { port } = new URL(window.tributary?.serverAddress ?? '');
      await fetch(`http://localhost:${port}/api/v1/ping`);
    });
    await expect(outside).rejects.toThrow('Failed to fetch');
    const scripts = await page.evaluate(async () => {
      const violated = new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (effectiveDirective.startsWith('script')) resolve(effectiveDirective);
        });
      });
      const script = document.createElement('script');
      script.textContent = 'globalThis.hasRun = true';
      document.body.append(script);
      return [await violated, Reflect.get(globalThis, 'hasRun')];
    });
    expect(scripts).toEqual(['script-src-elem', undefined]);
    // In a task of its own: what the debugger runs may evaluate text.
    const evaluated = page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          setTimeout(() => {
            try {
              resolve(Reflect.get(globalThis, 'eval')('1 + 1'));
            } catch (error) {
              reject(error);
            }
          });
        }),
    );
    await expect(evaluated).rejects.toThrow('EvalError');
    const given = await page.evaluate(async () => {
      const names: PermissionName[] = ['geolocation', 'camera', 'microphone', 'notifications', 'midi'];
      const states = await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
      return [...states, await Notification.requestPermission()];
    });
    expect(new Set(given)).toEqual(new Set(['denied']));
  });

  test('answers requests of its page only, and none that brings something else than it should', async () => {
    const wrong = () => page.evaluate(() => Reflect.apply(window.tributary?.editText ?? String, null, ['close']));
    await expect(wrong()).rejects.toThrow('Invalid option');
    const foreign = app.evaluate(
      async ({ BrowserWindow }, preload) => {
        const { webContents } = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        await webContents.loadURL('data:text/html,foreign');
        return [
          await webContents.executeJavaScript('window.tributary.serverAddress'),
          await webContents.executeJavaScript('window.tributary.appInfo().catch((error) => error.message)'),
        ];
      },
      join(root, 'dist', 'preload', 'preload.cjs'),
    );
    const [address, answer] = await foreign;
    expect(address).toBe('');
    expect(answer).toContain('asked for by a page that is not ours');
  });

  test('sends the commands of the native menu to the page', async () => {
    await page.evaluate(() => {
      Reflect.set(globalThis, 'commands', []);
      window.tributary?.onMenuCommand((command) => Reflect.get(globalThis, 'commands').push(command));
    });
    await chooseMenuItem(app, 'File', 'Save now');
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'commands'))).toEqual(['save']);
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
    expect(
      await page.evaluate(async () => (await fetch(`${window.tributary?.serverAddress}/api/v1/ping`)).status),
    ).toBe(200);
  });

  test('stops the server orderly when it is closed, and leaves nothing outside the data folder but caches', async () => {
    expect(await app.evaluate((electron) => electron.app.getPath('userData'))).toBe(join(dataFolder, 'window'));
    const { pid } = serverFacts();
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await opened.ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
    // The server removes this file as the last thing it does; a killed one leaves it.
    expect(existsSync(join(dataFolder, 'server.json'))).toBe(false);
    // Outside the data folder only what the system's libraries keep.
    const outside = readdirSync(home, { recursive: true }).map(String);
    expect(outside.filter((path) => path.split('/')[0] !== '.cache')).toEqual([]);
    expect(existsSync(join(dataFolder, 'window', 'Local Storage'))).toBe(true);
  });
});
