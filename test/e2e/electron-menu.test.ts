import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { type CanvasPage, canvasPage } from '../helpers/pages/canvas-page.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { chooseMenuItem, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';

if (windowSkipReason !== undefined) console.warn(`\nTHE TESTS OF THE MENU ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('The native menu', () => {
  const folder = makeTemporaryFolder();
  let opened: WindowApp;
  let page: Page;
  let canvas: CanvasPage;
  const choose = (menu: string, label: string) => chooseMenuItem(opened.app, menu, label);
  const selected = () => page.locator('.react-flow__node.selected');

  beforeAll(async () => {
    opened = await openWindowApp(folder.path);
    page = opened.page;
    canvas = canvasPage(page);
  });
  afterAll(async () => {
    await opened?.close();
    folder.remove();
  });
  /** Shows a new flow of five nodes. */
  async function openFlow(): Promise<void> {
    await openNewFlow(page, opened.address, createApiClient(opened.serverFacts().url));
    await expect.poll(() => canvas.nodes.count()).toBe(5);
  }

  test('selects, deletes and takes back in the flow when no text has the focus, and edits the text that has it', async () => {
    await openFlow();
    await choose('Edit', 'Select all');
    await expect.poll(() => selected().count()).toBe(5);
    await choose('Edit', 'Delete selection');
    await expect.poll(() => canvas.nodes.count()).toBe(0);
    await choose('Edit', 'Undo');
    await expect.poll(() => canvas.nodes.count()).toBe(5);

    await canvas.canvas.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => selected().count()).toBe(0);
    const { search } = canvas;
    await canvas.openPalette();
    await search.fill('pdf');
    await choose('Edit', 'Select all');
    await choose('Edit', 'Cut');
    await expect.poll(() => search.inputValue()).toBe('');
    expect(await selected().count()).toBe(0);
    await choose('Edit', 'Paste');
    await expect.poll(() => search.inputValue()).toBe('pdf');
    expect(await canvas.nodes.count()).toBe(5);
  });

  test('copies nodes and pastes them, and so does the command palette, whose Paste reads the clipboard', async () => {
    await openFlow();
    await canvas.node('File Loader').click();
    await choose('Edit', 'Copy');
    await choose('Edit', 'Paste');
    await expect.poll(() => canvas.nodes.count()).toBe(6);
    await choose('View', 'Command palette');
    await page.getByPlaceholder('A flow, a store, a file, a command or a question').fill('paste');
    await page.keyboard.press('Enter');
    await expect.poll(() => canvas.nodes.count()).toBe(7);
  });

  test('of a text field is its own', async () => {
    await openFlow();
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
    const { search } = canvas;
    await canvas.openPalette();
    await search.fill('pdf');
    await search.click({ button: 'right' });
    await expect
      .poll(() => opened.app.evaluate(() => Reflect.get(globalThis, 'shownMenu')))
      .toEqual(['Cut false', 'Copy false', 'Paste true', '- ', 'Select all true']);
    await opened.app.evaluate(() => Reflect.get(globalThis, 'putBack')());
    await page.keyboard.press('Escape');
  });

  test('has off what does nothing now', async () => {
    await openFlow();
    const isOn = (id: string) =>
      opened.app.evaluate(({ Menu }, name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.enabled, id);
    await expect.poll(() => isOn('fit')).toBe(true);
    await expect.poll(() => isOn('duplicate')).toBe(false);
    await canvas.node('File Loader').click();
    await expect.poll(() => isOn('duplicate')).toBe(true);
    await canvas.openPalette();
    await canvas.search.fill('pdf');
    await expect.poll(() => isOn('cut')).toBe(true);
    await page.evaluate(() => {
      window.location.hash = '#/runs';
    });
    await expect.poll(() => isOn('fit')).toBe(false);
    await expect.poll(() => isOn('cut')).toBe(false);
    expect(await isOn('flows')).toBe(true);
  });

  test('lists the flows that were open last, and opens one', async () => {
    await openFlow();
    await page.evaluate(() => {
      window.location.hash = '#/runs';
    });
    const recent = () =>
      opened.app.evaluate(({ Menu }) => {
        const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File');
        const [newest] = file?.submenu?.items.find(({ label }) => label === 'Recent flows')?.submenu?.items ?? [];
        newest?.click();
        return newest?.label;
      });
    await expect.poll(recent).toBeTruthy();
    await expect.poll(() => page.evaluate(() => window.location.hash)).toContain('#/flows/');
  });

  test('and the theme of the system follow theme and language of the page', async () => {
    await page.evaluate(() => {
      localStorage.setItem('tributary.theme', 'dark');
      localStorage.setItem('tributary.language', 'de');
    });
    await page.reload();
    const seen = () =>
      opened.app.evaluate(({ Menu, nativeTheme }) => [
        nativeTheme.themeSource,
        ...(Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []),
      ]);
    await expect.poll(seen).toEqual(['dark', '&Datei', '&Bearbeiten', '&Ansicht', '&Fenster', '&Hilfe']);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect.poll(seen).toEqual(['system', '&File', '&Edit', '&View', '&Window', '&Help']);
  });

  test('goes to the pages, and so do its keys, those too that a browser keeps for itself', async () => {
    await choose('File', 'Settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.keyboard.press('Control+n');
    await page.getByRole('heading', { name: 'New flow' }).waitFor();
    await page.keyboard.press('Control+,');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });

  test('leads to the log, which is searched, copied and shown in its folder, and to the crash reports', async () => {
    const now = Date.UTC(2026, 0, 1, 12);
    const lines = [
      { level: 30, time: now, msg: 'Counted the bees' },
      { level: 50, time: now + 1, err: { stack: 'Error: no room\n    at check' }, msg: 'A check failed' },
    ];
    mkdirSync(join(folder.path, 'logs'), { recursive: true });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    appendFileSync(join(folder.path, 'logs', 'tributary.1.log'), text);
    mkdirSync(join(folder.path, 'crash-reports'));
    writeFileSync(join(folder.path, 'crash-reports', '2026-01-01T00-00-00.000Z-page.txt'), 'The page ended.\n');
    await opened.app.evaluate(({ shell }) => {
      Reflect.set(shell, 'openPath', async (path: string) => {
        Reflect.set(globalThis, 'openedPath', path);
        return path.endsWith('crash-reports') ? 'No program for folders' : '';
      });
    });
    await choose('Help', 'Show the log');
    const rows = page.getByRole('list', { name: 'Log', exact: true }).getByRole('listitem');
    await rows.filter({ hasText: 'Counted the bees' }).waitFor();
    await page.getByRole('button', { name: 'Only problems' }).click();
    await page.getByRole('searchbox', { name: 'Search the log' }).fill('check room');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().locator('summary').focus();
    await page.keyboard.press('Enter');
    await rows.getByText('at check').waitFor();
    await page.getByRole('button', { name: 'Copy these lines' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await opened.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(
      '2026-01-01T12:00:00.001Z error A check failed\n  err: Error: no room\n      at check',
    );
    const openFolder = page.getByRole('button', { name: 'Open the folder' });
    await openFolder.first().click();
    await expect
      .poll(() => opened.app.evaluate(() => Reflect.get(globalThis, 'openedPath')))
      .toBe(join(folder.path, 'logs'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page), colorScheme).toEqual([]);
    }
    await page.getByText('2026-01-01T00-00-00.000Z-page.txt').click();
    await page.getByText('The page ended.').waitFor();
    await openFolder.last().click();
    await page.getByText('can’t be shown: No program for folders').waitFor();
  });

  test('leads to what the app is made of, to be copied and read', async () => {
    await opened.app.evaluate(({ shell }) => {
      Reflect.set(shell, 'openPath', async (path: string) => {
        Reflect.set(globalThis, 'openedPath', path);
        return '';
      });
    });
    await choose('Help', 'About Tributary');
    await page.getByRole('button', { name: 'Copy the versions' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await opened.app.evaluate(({ clipboard }) => clipboard.readText());
    const made = await opened.app.evaluate(() => [process.versions.electron, process.versions.chrome]);
    expect(copied.split('\n')).toEqual([
      expect.stringMatching(/^Tributary \d/),
      `Electron ${made[0]}`,
      `Chromium ${made[1]}`,
      expect.stringMatching(/^Node \d/),
      expect.stringMatching(/^\w+ \S.*, \w+$/),
    ]);
    await page.getByRole('button', { name: 'Show the licences of Chromium' }).click();
    const licences = () => opened.app.evaluate(() => Reflect.get(globalThis, 'openedPath'));
    await expect.poll(licences).toContain('LICENSES.chromium.html');
    expect(existsSync(await licences())).toBe(true);
  });
});
