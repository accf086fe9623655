import { existsSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appLink } from '../../shared/ipc/app-link.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';
import { answerQuestions, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

if (windowSkipReason !== undefined) console.warn(`\nTHE TESTS OF CLOSING ARE SKIPPED: ${windowSkipReason}.\n`);

/** Of the question about the window, and of that about upserts. */
const WINDOW = { quit: 1, cancel: 2 };
const UPSERTS = { wait: 0, stop: 1, stay: 2 };

describe.skipIf(windowSkipReason !== undefined)('Closing the window during an upsert', () => {
  const folder = makeTemporaryFolder();
  /** The embedding service answers nothing until it is let go. */
  const held = Promise.withResolvers<undefined>();
  let embedding: FakeOpenAI;
  let opened: WindowApp;
  let flowId: string;

  const api = () => createApiClient(opened.serverFacts().url);
  const close = () => opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const quit = () => opened.app.evaluate(({ app }) => app.quit());
  const isSeen = () => opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

  async function open(...more: readonly string[]): Promise<Page> {
    opened = await openWindowApp(folder.path, { more });
    return opened.page;
  }

  async function startUpsert(page: Page): Promise<void> {
    const flow = makeFlow({ basepath: embedding.basepath, records: {} });
    flowId = (await api().createFlow(flow)).id;
    await page.goto(`${opened.address}/#/flows/${flowId}`);
    const editor = editorPage(page);
    await editor.openUpsert();
    await editor.chooseFiles({ name: 'bees.txt', content: 'The bees are looked after by Nadia.' });
    await editor.upsert();
    await expect.poll(() => embedding.requests).toBeGreaterThan(0);
  }

  /** Clicks the button of an upsert that was stopped, and waits until it has come as far as the embedding service. */
  async function goOn(page: Page): Promise<void> {
    const before = embedding.requests;
    await page.getByRole('button', { name: 'Go on' }).first().click();
    await expect.poll(() => embedding.requests).toBeGreaterThan(before);
  }

  /** Drags a flow out of the list that is open. @returns the path of the file that it became */
  async function dragFlow(page: Page): Promise<string> {
    await opened.app.evaluate(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0] ?? {};
      Reflect.set(webContents ?? {}, 'startDrag', ({ file }: { file: string }) =>
        Reflect.set(globalThis, 'dragged', file),
      );
    });
    await page.getByRole('main').getByRole('link', { name: 'Test flow' }).first().dispatchEvent('dragstart');
    const dragged = () => opened.app.evaluate(() => Reflect.get(globalThis, 'dragged'));
    await expect.poll(dragged).toBeDefined();
    return dragged();
  }

  beforeAll(async () => {
    embedding = await startFakeOpenAI({ reply: () => held.promise });
  });
  afterAll(async () => {
    held.resolve(undefined);
    await opened?.close();
    await embedding?.close();
    folder.remove();
  });

  test('asks, stops it or waits for it, and it goes on at the next start and after its server was killed', async () => {
    const first = await open();
    await startUpsert(first);
    const cancelled = await answerQuestions(opened.app, WINDOW.cancel);
    await close();
    await expect.poll(cancelled).toEqual(['Keep Tributary running without its window?']);
    expect(await isSeen()).toBe(true);
    const store = await api().json('POST', '/document-store/store', { name: 'Seeds' });
    expect(WINDOW.quit).toBe(UPSERTS.stop);
    await answerQuestions(opened.app, WINDOW.quit);
    await close();
    expect(await opened.ended).toBe(0);

    const page = await open(appLink('store', String(Reflect.get(Object(store.body), 'id'))));
    await page.getByRole('heading', { name: 'Seeds' }).waitFor();
    await page.goto(`${opened.address}/#/`);
    await page.getByText('Tributary stopped during an upsert into').waitFor();
    const dragged = await dragFlow(page);
    expect(existsSync(dragged)).toBe(true);
    await goOn(page);
    await page.getByRole('button', { name: 'Go on' }).waitFor({ state: 'hidden' });
    process.kill(opened.serverFacts().pid, 'SIGKILL');
    await goOn(page);

    // Behind a window that was closed.
    await opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    const questions = await answerQuestions(opened.app, UPSERTS.wait);
    await quit();
    await page.getByText('Tributary closes when the upsert has ended.').waitFor();
    expect(await questions()).toEqual(['An upsert is running.']);
    // Asked again, the user may think better of it, and then again.
    await answerQuestions(opened.app, UPSERTS.stay);
    await quit();
    await page.getByText('Tributary stays open.').waitFor();
    await answerQuestions(opened.app, UPSERTS.wait);
    await quit();
    held.resolve(undefined);
    expect(await opened.ended).toBe(0);
    expect(existsSync(dragged)).toBe(false);

    const server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
    const { body } = await createApiClient(server.url).get(`/runs?chatflowId=${flowId}`);
    await server.stop();
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ status: 'FINISHED', result: expect.objectContaining({ numAdded: 1 }) }),
      ]),
    );
  });
});
