import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { answerQuestions, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { type ServerProcess, startServerProcess } from '../helpers/servers/server-process.ts';

if (windowSkipReason !== undefined)
  console.warn(`\nTHE TESTS OF THE WINDOW'S FAULTS ARE SKIPPED: ${windowSkipReason}.\n`);

/** Runs in the page: how many drafts it keeps. */
function countDrafts(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('tributary', 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('drafts').objectStore('drafts').count();
      counting.onerror = () => reject(counting.error);
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}

describe.skipIf(windowSkipReason !== undefined)('A page', () => {
  const folder = makeTemporaryFolder();
  let server: ServerProcess;
  let opened: WindowApp;
  let page: Page;

  /** Counts how often the page came up; Playwright does not follow a page whose process was replaced. */
  const watchPage = () =>
    opened.app.evaluate(({ BrowserWindow }) => {
      Reflect.set(globalThis, 'starts', 0);
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.on('did-finish-load', () => Reflect.set(globalThis, 'starts', Reflect.get(globalThis, 'starts') + 1));
    });
  const starts = () => opened.app.evaluate(() => Reflect.get(globalThis, 'starts'));
  const crash = () =>
    opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  const hang = () =>
    opened.app.evaluate(({ BrowserWindow }) => {
      // Nobody waits for an answer that never comes.
      BrowserWindow.getAllWindows()[0]
        ?.webContents.executeJavaScript('for (;;) void 0;')
        .catch(() => undefined);
    });
  const nodes = () =>
    opened.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'document.querySelectorAll(".react-flow__node").length',
      ),
    );

  beforeAll(async () => {
    server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
    opened = await openWindowApp(folder.path);
    page = opened.page;
  });
  afterAll(async () => {
    await opened?.close();
    await server?.stop();
    folder.remove();
  });

  test('that crashes or hangs is loaded again with its draft, asked about, and does not keep the app from closing', async () => {
    const { pid, url } = server;
    // A server that was started before is used.
    expect(await page.evaluate(() => window.tributary?.serverAddress)).toBe(url);
    await openNewFlow(page, opened.address, createApiClient(url));
    await canvasPage(page).node('File Loader').click();
    // Only the page has what is edited while the server hangs.
    process.kill(pid, 'SIGSTOP');
    await page.keyboard.press('Delete');
    await expect.poll(() => canvasPage(page).nodes.count()).toBe(4);
    await expect.poll(() => page.evaluate(countDrafts)).toBe(1);

    await watchPage();
    const aboutCrashes = await answerQuestions(opened.app, 0);
    await crash();
    await expect.poll(starts).toBe(1);
    await crash();
    await expect.poll(starts).toBe(2);
    expect(await aboutCrashes()).toEqual([]);
    await crash();
    await expect.poll(starts).toBe(3);
    expect(await aboutCrashes()).toEqual(['The page of Tributary keeps crashing.']);
    process.kill(pid, 'SIGCONT');
    await expect.poll(nodes, { timeout: 30_000 }).toBe(4);

    const aboutHang = await answerQuestions(opened.app, 1);
    await hang();
    await opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));
    await expect.poll(starts).toBe(4);
    expect(await aboutHang()).toEqual(['The window does not answer.']);

    await hang();
    await opened.app.evaluate(({ app }) => app.quit());
    expect(await opened.ended).toBe(0);
    // It goes on without the window.
    expect((await fetch(`${url}/api/v1/ping`)).status).toBe(200);
  });
});
