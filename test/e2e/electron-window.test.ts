import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { chooseMenuItem, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';

if (windowSkipReason !== undefined)
  console.warn(`\nTHE TESTS OF THE WINDOW'S LIFE ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('The life of the window', () => {
  const folder = makeTemporaryFolder();
  let opened: WindowApp;
  let page: Page;
  let flowId: string;
  const hash = () => page.evaluate(() => window.location.hash);
  const windowState = () =>
    opened.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return {
        bounds: window?.getNormalBounds(),
        zoom: window?.webContents.getZoomLevel(),
        isSeen: window?.isVisible(),
      };
    });

  beforeAll(async () => {
    opened = await openWindowApp(folder.path);
    page = opened.page;
    flowId = await openNewFlow(page, opened.address, createApiClient(opened.serverFacts().url));
  });
  afterAll(async () => {
    await opened?.close();
    folder.remove();
  });

  test('text fields have a menu of their own', async () => {
    await opened.app.evaluate(({ Menu, clipboard }) => {
      clipboard.writeText('bees');
      const build = Menu.buildFromTemplate;
      Reflect.set(Menu, 'buildFromTemplate', (template: Parameters<typeof build>[0]) => {
        Reflect.set(
          globalThis,
          'shownMenu',
          template.map(({ label, enabled }) => `${label ?? '-'} ${enabled ?? ''}`),
        );
        return { popup: () => undefined };
      });
      Reflect.set(globalThis, 'putBack', () => Reflect.set(Menu, 'buildFromTemplate', build));
    });
    const { openPalette, search } = canvasPage(page);
    await openPalette();
    await search.fill('pdf');
    await search.click({ button: 'right' });
    await expect
      .poll(() => opened.app.evaluate(() => Reflect.get(globalThis, 'shownMenu')))
      .toEqual(['Cut false', 'Copy false', 'Paste true', '- ', 'Select all true']);
    await opened.app.evaluate(() => Reflect.get(globalThis, 'putBack')());
    await page.keyboard.press('Escape');
  });

  test('a second start brings the window to the front, with the flow that its link names', async () => {
    await page.evaluate(() => {
      window.location.hash = '#/runs';
    });
    await opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    expect(await opened.startAgain([`tributary://flow/${flowId}`])).toBe(0);
    await expect.poll(hash).toBe(`#/flows/${flowId}`);
    expect(await windowState()).toMatchObject({ isSeen: true });
    expect(opened.app.windows()).toHaveLength(1);
  });

  test('is remembered: place, zoom, page and what was selected', async () => {
    const chosen = () => page.locator('.react-flow__node.selected');
    await canvasPage(page).node('File Loader').click();
    await page.waitForFunction(() => localStorage.getItem('tributary.selection')?.includes('fileLoader'));
    await chooseMenuItem(opened.app, 'View', 'Larger text');
    const bounds = { x: 60, y: 40, width: 1100, height: 700 };
    await opened.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds);
    await expect.poll(windowState).toMatchObject({ bounds });
    await opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await opened.ended).toBe(0);
    await opened.close();
    const kept = JSON.parse(readFileSync(join(folder.path, 'window', 'window.json'), 'utf8'));
    expect(kept).toMatchObject({ bounds, zoomLevel: 1, page: `#/flows/${flowId}` });

    // As at login: the window is there when it is asked for.
    opened = await openWindowApp(folder.path, { more: ['--hidden'] });
    page = opened.page;
    expect(await windowState()).toMatchObject({ isSeen: false });
    expect(await opened.startAgain([])).toBe(0);
    await expect.poll(windowState).toMatchObject({ isSeen: true });
    expect(await hash()).toBe(`#/flows/${flowId}`);
    expect(await windowState()).toMatchObject({ bounds, zoom: 1 });
    await expect.poll(() => chosen().count()).toBe(1);
  });

  test('comes back into sight when the display that it was on is gone', async () => {
    await opened.close();
    const file = join(folder.path, 'window', 'window.json');
    const bounds = { x: 40_000, y: -9_000, width: 1000, height: 650 };
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), bounds }));
    opened = await openWindowApp(folder.path);
    const area = await opened.app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
    const { bounds: seen, isSeen } = await windowState();
    expect(isSeen).toBe(true);
    expect(seen).toMatchObject({ width: 1000, height: 650 });
    expect(seen?.x).toBe(area.x + (area.width - 1000) / 2);
    expect(seen?.y).toBe(area.y + (area.height - 650) / 2);
  });
});
