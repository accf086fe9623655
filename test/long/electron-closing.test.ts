import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { answerQuestions, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';

if (windowSkipReason !== undefined) console.warn(`\nTHE TESTS OF CLOSING ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('Closing the window', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  let opened: WindowApp;

  async function open(port?: string): Promise<Page> {
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

  test('ends during an upsert without asking when the command that started it is killed', async () => {
    const held = Promise.withResolvers<undefined>();
    const embedding = await startFakeOpenAI({ reply: () => held.promise });
    onTestFinished(() => embedding.close());
    await open();
    const api = createApiClient(url());
    const { id } = await api.createFlow(makeFlow({ basepath: embedding.basepath, records: {} }));
    const upsert = api.upsert(id, [{ name: 'bees.txt', content: 'The bees are looked after by Nadia.' }]);
    // It ends with the server.
    const failed = expect(upsert).rejects.toThrow();
    await expect.poll(() => embedding.requests).toBeGreaterThan(0);
    // Nobody is there to answer: asked, the app would wait for the upsert, which never ends.
    await answerQuestions(opened.app, 0);
    await opened.app.evaluate(() => process.emit('disconnect'));
    expect(await opened.ended).toBe(0);
    held.resolve(undefined);
    await failed;
  });
});
