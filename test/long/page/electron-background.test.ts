import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../../shared/nodes/registry.ts';
import { makeFlow } from '../../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../../helpers/fakes/fake-openai.ts';
import { editorPage } from '../../helpers/pages/editor-page.ts';
import {
  answerQuestions,
  keepTrayMenu,
  openWindowApp,
  type WindowApp,
  windowSkipReason,
} from '../../helpers/pages/window-app.ts';
import { type ApiClient, createApiClient } from '../../helpers/servers/api-client.ts';

if (windowSkipReason !== undefined) console.warn(`\nTHE TESTS OF THE BACKGROUND ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('Behind its window', () => {
  const folder = makeTemporaryFolder();
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  let embedding: FakeOpenAI;
  let opened: WindowApp;
  let page: Page;
  let api: ApiClient;
  let flowId: string;
  const isSeen = () => opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
  const close = () => opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

  /** The labels of the tray's menu as it was set last. */
  const trayLabels = () =>
    opened.app.evaluate(() =>
      Reflect.get(globalThis, 'trayMenu')?.items.map(({ label, enabled }: { label: string; enabled: boolean }) =>
        enabled ? label : `(${label})`,
      ),
    );
  /** Chooses an item of the tray's menu. */
  const choose = (id: string) =>
    opened.app.evaluate((_, name) => Reflect.get(globalThis, 'trayMenu').getMenuItemById(name).click(), id);

  beforeAll(async () => {
    embedding = await startFakeOpenAI({ reply: () => held });
    opened = await openWindowApp(folder.path);
    page = opened.page;
    await keepTrayMenu(opened.app);
    await opened.app.evaluate(({ BrowserWindow, Notification }) => {
      BrowserWindow.prototype.setProgressBar = (progress) => Reflect.set(globalThis, 'progress', progress);
      Notification.prototype.show = function show() {
        Reflect.set(globalThis, 'note', this);
      };
    });
    api = createApiClient(opened.serverFacts().url);
    flowId = (await api.createFlow(makeFlow({ basepath: embedding.basepath, records: {} }))).id;
    await page.goto(`${opened.address}/#/flows/${flowId}`);
    const editor = editorPage(page);
    await editor.openUpsert();
    await editor.chooseFiles({ name: 'bees.txt', content: 'The bees are looked after by Nadia.' });
    await editor.upsert();
  });
  afterAll(async () => {
    release(undefined);
    await opened?.close();
    await embedding?.close();
    folder.remove();
  });

  test('the tray says what goes on, and the taskbar how far it is', async () => {
    await expect.poll(trayLabels).toContain('(1 upsert is running, 0 %)');
    expect(await trayLabels()).toContain('(The server is running)');
    expect(await trayLabels()).toContain('(Pause watching)');
    expect(await opened.app.evaluate(() => Reflect.get(globalThis, 'progress'))).toBe(0);
  });

  test('closing asks once whether the app goes on, and the tray shows the window again', async () => {
    const questions = await answerQuestions(opened.app, 0);
    await close();
    await expect.poll(isSeen).toBe(false);
    await choose('open');
    await expect.poll(isSeen).toBe(true);
    await close();
    await expect.poll(isSeen).toBe(false);
    expect(await questions()).toEqual(['Keep Tributary running without its window?']);
  });

  test('the upsert goes on, and its end is seen', async () => {
    release(undefined);
    await expect.poll(trayLabels, { timeout: 90_000 }).toContain('(No upsert is running)');
    const { body } = await api.get(`/runs?chatflowId=${flowId}`);
    expect(body).toMatchObject([{ status: 'FINISHED' }]);
    expect(await opened.app.evaluate(() => Reflect.get(globalThis, 'progress'))).toBe(-1);
  });

  test('a notice of a long upsert opens its run', async () => {
    const id = '0b9d7c1e-52c4-4f6b-8a55-6f1f0f7f2d10';
    const tell = (durationMs: number) =>
      page.evaluate((run) => window.tributary?.tellEndedRun({ ...run, name: 'Bees', outcome: 'FAILED' }), {
        id,
        durationMs,
      });
    const title = () => opened.app.evaluate(() => Reflect.get(globalThis, 'note')?.title);
    await tell(1000);
    expect(await title()).toBeUndefined();
    await tell(90_000);
    expect(await title()).toBe('The upsert has failed');
    await opened.app.evaluate(() => Reflect.get(globalThis, 'note').emit('click'));
    await expect.poll(() => page.evaluate(() => window.location.hash)).toBe(`#/runs/${id}`);
    expect(await isSeen()).toBe(true);
  });

  test('the tray opens the flows that were open last', async () => {
    // The list of flows knows it by its name.
    await page.evaluate(() => {
      window.location.hash = '#/';
    });
    const openNewest = () =>
      opened.app.evaluate(() => {
        const items: { label: string; submenu?: { items: { label: string; click(): void }[] } }[] = Reflect.get(
          globalThis,
          'trayMenu',
        ).items;
        const [newest] = items.find(({ label }) => label === 'Recent flows')?.submenu?.items ?? [];
        newest?.click();
        return newest?.label;
      });
    await expect.poll(openNewest).toBe('Test flow');
    await expect.poll(() => page.evaluate(() => window.location.hash)).toBe(`#/flows/${flowId}`);
  });

  test('watching is paused from the tray, and goes on from there', async () => {
    const from = join(folder.path, 'handbooks');
    mkdirSync(from);
    const { folderFiles } = nodeDefinitions;
    const flow = makeFlow({
      basepath: embedding.basepath,
      loader: folderFiles,
      loaderInputs: { folderPath: from },
      records: {},
    });
    const { id } = await api.createFlow(flow);
    const schedule = { every: 'week', days: ['monday'], at: '03:00' };
    expect((await api.json('PUT', `/sync/${id}`, { mode: 'schedule', schedule })).status).toBe(200);
    await expect.poll(trayLabels).toContain('Pause watching');
    const state = async () => (await api.get(`/sync/${id}`)).body;
    await choose('pause');
    await expect.poll(trayLabels).toContain('Watch again');
    expect(await state()).toMatchObject({ mode: 'schedule', schedule, isPaused: true });
    await choose('pause');
    await expect.poll(trayLabels).toContain('Pause watching');
    expect(await state()).toMatchObject({ isPaused: false });
  });

  test('the settings say what closing does, and change it', async () => {
    await page.evaluate(() => {
      window.location.hash = '#/settings/window';
    });
    const choice = page.getByRole('combobox', { name: 'When the window is closed' });
    await expect.poll(() => choice.textContent()).toBe('Keep Tributary running');
    await choice.click();
    await page.getByRole('option', { name: 'Quit Tributary' }).click();
    await expect.poll(() => choice.textContent()).toBe('Quit Tributary');
    await close();
    expect(await opened.ended).toBe(0);
  });
});
