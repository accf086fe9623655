import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../build/lib/paths.mjs';
import packageJson from '../../package.json' with { type: 'json' };
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { drawPdfFlow, upsertPdfAndQuery } from '../helpers/pages/draw-pdf-flow.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';

if (windowSkipReason !== undefined) console.warn(`\nTHE ELECTRON TESTS ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('The window', () => {
  const folder = makeTemporaryFolder();
  let opened: WindowApp;
  let app: ElectronApplication;
  let page: Page;

  const serverFacts = () => opened.serverFacts();

  beforeAll(async () => {
    opened = await openWindowApp(folder.path);
    ({ app, page } = opened);
  });
  afterAll(async () => {
    await opened?.close();
    folder.remove();
  });

  test('shows a page of its own, without Node, that calls its server', async () => {
    expect(page.url().startsWith('app://tributary/')).toBe(true);
    expect(await page.evaluate(() => window.tributary?.serverAddress)).toBe(serverFacts().url);
    expect(await page.title()).toContain('Tributary');
    // To the server it is the app, which other callers are not.
    const ask = async () => (await fetch(`${window.tributary?.serverAddress}/api/v1/session`)).json();
    expect(await page.evaluate(ask)).toEqual({ isApp: true });
    const outside = await fetch(`${serverFacts().url}/api/v1/session`);
    expect(await outside.json()).toEqual({ isApp: false });
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
        const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
        await window.webContents.loadURL('data:text/html,foreign');
        const answers = [
          await window.webContents.executeJavaScript('window.tributary.serverAddress'),
          await window.webContents.executeJavaScript('window.tributary.appInfo().catch((error) => error.message)'),
        ];
        window.destroy();
        return answers;
      },
      join(root, 'dist', 'preload', 'preload.cjs'),
    );
    const [address, answer] = await foreign;
    expect(address).toBe('');
    expect(answer).toContain('asked for by a page that is not ours');
  });

  test('tells of a server that was killed, and brings it back at the same address with the edit made meanwhile', async () => {
    const before = serverFacts();
    const api = createApiClient(before.url);
    const id = await openNewFlow(page, opened.address, api);
    await page.evaluate(() => {
      Reflect.set(globalThis, 'states', []);
      window.tributary?.onServerStatus(({ state }) => Reflect.get(globalThis, 'states').push(state));
    });
    await canvasPage(page).node('File Loader').click();
    process.kill(before.pid, 'SIGKILL');
    await page.keyboard.press('Delete');
    await expect
      .poll(() => page.evaluate(() => Reflect.get(globalThis, 'states')), { timeout: 30_000 })
      .toEqual(['starting', 'restarted']);
    const after = serverFacts();
    expect(after.url).toBe(before.url);
    expect(after.pid).not.toBe(before.pid);
    const nodesOf = async () => {
      const { body } = await api.get(`/chatflows/${id}`);
      return JSON.parse((body as { flowData: string }).flowData).nodes.length;
    };
    await expect.poll(() => nodesOf().catch(() => 0), { timeout: 30_000 }).toBe(4);
    const reports = join(folder.path, 'crash-reports');
    const report = readdirSync(reports).find((name) => name.endsWith('-server.txt')) ?? 'none';
    expect(readFileSync(join(reports, report), 'utf8')).toContain('The server of Tributary ended unexpectedly');
  });

  test('reports an error of the app itself, and asks once whether to go on', async () => {
    const asked = app.evaluate(({ dialog }) => {
      const questions: unknown[] = [];
      const fail = (message: string) =>
        setTimeout(() => {
          throw new Error(message);
        });
      return new Promise((resolve) => {
        // The question stays open until the second error is there.
        Reflect.set(dialog, 'showMessageBox', async (...args: unknown[]) => {
          questions.push(Reflect.get(Object(args.at(-1)), 'message'));
          if (questions.length === 1) {
            const second = new Promise((seen) => process.once('uncaughtException', seen));
            fail('no honey');
            await second;
            setImmediate(() => resolve(questions));
          }
          return { response: 0, checkboxChecked: false };
        });
        fail('no more bees');
      });
    });
    expect(await asked).toEqual(['Something went wrong in Tributary.']);
    const folderOfReports = join(folder.path, 'crash-reports');
    const reports = () => readdirSync(folderOfReports).filter((name) => name.endsWith('-app.txt'));
    await expect.poll(() => reports().length).toBeGreaterThan(0);
    const [newest = ''] = reports();
    expect(readFileSync(join(folderOfReports, newest), 'utf8')).toMatch(
      /^Tributary met an error that nothing handles, at .*\nTributary \d[\s\S]*\nError: no (more bees|honey)\n {4}at /,
    );
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
  });

  test('logs an error that nobody waits for, and a process of Chromium that ends', async () => {
    const log = () => readFileSync(join(folder.path, 'logs', 'tributary.1.log'), 'utf8');
    await app.evaluate(({ app }) => {
      void Promise.reject(new Error('no flowers'));
      const gone = { reason: 'oom', exitCode: 5 };
      app.emit('child-process-gone', {}, { ...gone, type: 'GPU', serviceName: 'GPU' });
      app.emit('child-process-gone', {}, { ...gone, type: 'Utility', serviceName: 'node.mojom.NodeService' });
    });
    await expect.poll(log).toContain('Something failed unheard: Error: no flowers');
    await expect.poll(log).toContain('The process GPU of Chromium ended: oom, exit code 5.');
    expect(log()).not.toContain('The process Utility');
  });
});
