import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';
import { answerQuestions, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';

if (windowSkipReason !== undefined) console.warn(`\nTHE TESTS OF CLOSING ARE SKIPPED: ${windowSkipReason}.\n`);

/** Of the question about upserts, and of that about the window. */
const BUTTONS = { wait: 0, stop: 1, stay: 2, quit: 1, cancel: 2 };

describe.skipIf(windowSkipReason !== undefined)('Closing the window', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  let opened: WindowApp;

  async function open(port?: string): Promise<Page> {
    // The one before has ended; its display goes too.
    await opened?.close();
    opened = await openWindowApp(folder.path, port === undefined ? {} : { port });
    return opened.page;
  }
  const url = () => opened.serverFacts().url;
  const close = () => opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(async () => {
    await opened?.close();
    folder.remove();
  });

  test('saves an edit that was made right before', async () => {
    const page = await open();
    const id = await openNewFlow(page, opened.address, createApiClient(url()));
    await canvasPage(page).node('File Loader').click();
    await page.keyboard.press('Delete');
    await close();
    expect(await opened.ended).toBe(0);
    // The server removes this file as the last thing it does.
    expect(existsSync(join(folder.path, 'server.json'))).toBe(false);

    const again = await open();
    await again.goto(`${opened.address}/#/flows/${id}`);
    await expect.poll(() => canvasPage(again).nodes.count()).toBe(4);
    expect(await again.getByText('which were not saved').count()).toBe(0);
  });

  test('keeps an edit for the next start when the server hangs', async () => {
    const page = await open();
    const { pid } = opened.serverFacts();
    const { port } = new URL(url());
    const id = await openNewFlow(page, opened.address, createApiClient(url()));
    await canvasPage(page).node('File Loader').click();
    process.kill(pid, 'SIGSTOP');
    await page.keyboard.press('Delete');
    await close();
    await opened.ended;

    const again = await open(port);
    await again.goto(`${opened.address}/#/flows/${id}`);
    await expect.poll(() => canvasPage(again).nodes.count()).toBe(4);
  });

  test('a start meanwhile waits for its end, and opens the window again', async () => {
    const first = await openWindowApp(folder.path);
    opened = first;
    const { pid } = opened.serverFacts();
    // A server that hangs is waited for, and killed in the end.
    process.kill(pid, 'SIGSTOP');
    await opened.app.evaluate(({ app }) => app.quit());
    await expect.poll(() => existsSync(join(folder.path, 'window', 'closing'))).toBe(true);
    opened = await openWindowApp(folder.path);
    expect(await first.ended).toBe(0);
    await first.close();
    expect(opened.serverFacts().pid).not.toBe(pid);
  });

  describe('during an upsert', () => {
    let embedding: FakeOpenAI;
    let release: () => void;
    let flowId: string;
    const quit = () => opened.app.evaluate(({ app }) => app.quit());

    /** A flow whose embedding service does not answer until it is let go, with its upsert under way. */
    async function startUpsert(): Promise<void> {
      const held = Promise.withResolvers<undefined>();
      release = () => held.resolve(undefined);
      embedding = await startFakeOpenAI({ reply: () => held.promise });
      onTestFinished(() => embedding.close());
      const page = await open();
      const api = createApiClient(url());
      const flow = makeFlow({ basepath: embedding.basepath, records: {} });
      flowId = (await api.createFlow(flow)).id;
      await page.goto(`${opened.address}/#/flows/${flowId}`);
      const editor = editorPage(page);
      await editor.openUpsert();
      await editor.chooseFiles({ name: 'bees.txt', content: 'The bees are looked after by Nadia.' });
      await editor.upsert();
      await expect.poll(() => embedding.requests).toBeGreaterThan(0);
    }

    test('asks, stops it, and offers to go on at the next start', async () => {
      await startUpsert();
      // The next start opens the page of this one; that of the flow shows its run by itself, and the list of flows offers it.
      await opened.page.goto(`${opened.address}/#/`);
      await expect
        .poll(() => opened.app.evaluate(({ webContents }) => webContents.getAllWebContents().map((c) => c.getURL())))
        .toEqual([`${opened.address}/#/`]);
      await answerQuestions(opened.app, BUTTONS.stop);
      await quit();
      await opened.ended;
      release();

      const page = await open();
      await page.getByText('Tributary stopped during an upsert into').waitFor();
      await page.getByRole('button', { name: 'Go on' }).click();
      await editorPage(page).drawer.getByRole('heading', { name: '1 chunk added' }).waitFor();
    });

    test('stays open where the user cancels closing, and quits where the user chooses that', async () => {
      await startUpsert();
      const isSeen = () => opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
      const cancelled = await answerQuestions(opened.app, BUTTONS.cancel);
      await close();
      await expect.poll(cancelled).toEqual(['Keep Tributary running without its window?']);
      expect(await isSeen()).toBe(true);
      await answerQuestions(opened.app, BUTTONS.quit);
      await close();
      expect(await opened.ended).toBe(0);
      release();
    });

    test('goes on in the same window after its server was killed', async () => {
      await startUpsert();
      process.kill(opened.serverFacts().pid, 'SIGKILL');
      release();
      const { page } = opened;
      await page.getByRole('button', { name: 'Go on' }).first().click();
      await editorPage(page).drawer.getByRole('heading', { name: '1 chunk added' }).waitFor();
    });

    test('ends without asking when the command that started it is killed', async () => {
      await startUpsert();
      // Nobody is there to answer: asked, the app would wait for the upsert, which never ends.
      await answerQuestions(opened.app, BUTTONS.wait);
      await opened.app.evaluate(() => process.emit('disconnect'));
      expect(await opened.ended).toBe(0);
      release();
    });

    test('asks, waits for its end, and closes then, also behind a window that was closed', async () => {
      await startUpsert();
      await opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
      const questions = await answerQuestions(opened.app, BUTTONS.wait);
      await quit();
      await opened.page.getByText('Tributary closes when the upsert has ended.').waitFor();
      expect(await questions()).toEqual(['An upsert is running.']);
      // Asked again, the user may think better of it, and then again.
      await answerQuestions(opened.app, BUTTONS.stay);
      await quit();
      await opened.page.getByText('Tributary stays open.').waitFor();
      await answerQuestions(opened.app, BUTTONS.wait);
      await quit();
      release();
      expect(await opened.ended).toBe(0);

      await open();
      const { body } = await createApiClient(url()).get(`/runs?chatflowId=${flowId}`);
      expect(body).toMatchObject([{ status: 'FINISHED' }]);
    });
  });
});
