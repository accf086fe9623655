import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { listenOnFreePort } from '../helpers/fakes/listen-on-free-port.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import {
  answerQuestions,
  chooseMenuItem,
  keepTrayMenu,
  openWindowApp,
  type WindowApp,
  windowSkipReason,
} from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { isAlive } from '../helpers/servers/is-alive.ts';

if (windowSkipReason !== undefined)
  console.warn(`\nTHE TESTS OF THE WINDOW'S LIFE ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('The life of the window', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  let opened: WindowApp;
  let page: Page;
  const hash = () => page.evaluate(() => window.location.hash);
  const close = () => opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const windowState = () =>
    opened.app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return {
        bounds: window?.getNormalBounds(),
        zoom: window?.webContents.getZoomLevel(),
        isSeen: window?.isVisible(),
      };
    });

  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(async () => {
    await opened?.close();
    folder.remove();
  });

  /** A program that has a port of its own. @returns the port */
  async function takePort(): Promise<string> {
    const other = createServer((_request, answer) => answer.end());
    const { close } = await listenOnFreePort(other);
    onTestFinished(close);
    return new URL(`http://127.0.0.1:${Object(other.address()).port}`).port;
  }

  /** Where the flow that is stored has its loader. */
  async function placeOfLoader(url: string, flowId: string): Promise<unknown> {
    const { body } = await createApiClient(url).get(`/chatflows/${flowId}`);
    const { nodes } = JSON.parse((body as { flowData: string }).flowData);
    return nodes.find(({ id }: { id: string }) => id.startsWith('fileLoader')).position;
  }

  test('it ends orderly, and a second start, a second instance and the tray find all as it was left', async () => {
    const data = join(folder.path, 'data');
    const home = join(folder.path, 'home');
    mkdirSync(home);
    // The display that it was on is gone.
    mkdirSync(join(data, 'window'), { recursive: true });
    const outOfSight = { x: 40_000, y: -9_000, width: 1000, height: 650 };
    writeFileSync(join(data, 'window', 'window.json'), JSON.stringify({ bounds: outOfSight }));
    opened = await openWindowApp(data, { home });
    page = opened.page;
    const area = await opened.app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
    const middle = { x: area.x + (area.width - 1000) / 2, y: area.y + (area.height - 650) / 2 };
    expect(await windowState()).toMatchObject({ isSeen: true, bounds: { ...middle, width: 1000, height: 650 } });

    const first = opened.serverFacts();
    const flowId = await openNewFlow(page, opened.address, createApiClient(first.url));
    await page.evaluate(() => localStorage.setItem('kept', 'yes'));
    await chooseMenuItem(opened.app, 'View', 'Larger text');
    const bounds = { x: 60, y: 40, width: 1100, height: 700 };
    await opened.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds);
    await expect.poll(windowState).toMatchObject({ bounds });
    const loader = canvasPage(page).node('File Loader');
    await loader.click();
    await page.waitForFunction(() => localStorage.getItem('tributary.selection')?.includes('fileLoader'));
    const before = await placeOfLoader(first.url, flowId);
    // An edit right before it is closed.
    const box = await loader.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 4 });
    await page.mouse.up();
    await close();
    expect(await opened.ended).toBe(0);
    expect(isAlive(first.pid)).toBe(false);
    // The server removes this file as the last thing it does; a killed one leaves it.
    expect(existsSync(join(data, 'server.json'))).toBe(false);
    // Outside the data folder only what the system's libraries keep.
    const outside = readdirSync(home, { recursive: true }).map(String);
    expect(outside.filter((path) => path.split('/')[0] !== '.cache')).toEqual([]);
    expect(existsSync(join(data, 'window', 'Local Storage'))).toBe(true);
    const kept = JSON.parse(readFileSync(join(data, 'window', 'window.json'), 'utf8'));
    expect(kept).toMatchObject({ bounds, zoomLevel: 1, page: `#/flows/${flowId}` });

    // As at login: the window is there when it is asked for.
    const taken = await takePort();
    let questions = async (): Promise<unknown> => [];
    opened = await openWindowApp(data, {
      home,
      port: taken,
      more: ['--hidden'],
      prepare: async (app) => {
        questions = await answerQuestions(app, 0);
        await keepTrayMenu(app);
      },
    });
    page = opened.page;
    expect(await questions()).toEqual([expect.stringContaining(`Port ${taken} is taken by another program`)]);
    expect(new URL(opened.serverFacts().url).port).not.toBe(taken);
    expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('yes');
    expect(await windowState()).toMatchObject({ isSeen: false });
    expect(await opened.startAgain([])).toBe(0);
    await expect.poll(windowState).toMatchObject({ isSeen: true, bounds, zoom: 1 });
    expect(await hash()).toBe(`#/flows/${flowId}`);
    await expect.poll(() => page.locator('.react-flow__node.selected').count()).toBe(1);
    expect(await placeOfLoader(opened.serverFacts().url, flowId)).not.toEqual(before);
    // Also where the flow is there first, as on a busy computer.
    const { promise: flowIsOpen, resolve: openFlow } = Promise.withResolvers<void>();
    await page.route('**/desktop-work-*.js', async (route) => {
      await flowIsOpen;
      await route.continue();
    });
    await page.reload();
    await canvasPage(page).node('File Loader').waitFor();
    openFlow();
    await expect.poll(() => page.locator('.react-flow__node.selected').count()).toBe(1);
    await page.unroute('**/desktop-work-*.js');
    expect(await page.getByText('which were not saved').count()).toBe(0);

    await page.evaluate(() => {
      window.location.hash = '#/runs';
    });
    await opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    expect(await opened.startAgain([`tributary://flow/${flowId}`])).toBe(0);
    await expect.poll(hash).toBe(`#/flows/${flowId}`);
    expect(await windowState()).toMatchObject({ isSeen: true });
    expect(opened.app.windows()).toHaveLength(1);
    await opened.app.evaluate(() => Reflect.get(globalThis, 'trayMenu').getMenuItemById('quit').click());
    expect(await opened.ended).toBe(0);
  });
});
