import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { answerQuestions, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';

if (windowSkipReason !== undefined)
  console.warn(`\nTHE TESTS OF THE WINDOW'S FAULTS ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('A page that', () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  let opened: WindowApp;

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

  beforeEach(async () => {
    folder = makeTemporaryFolder();
    opened = await openWindowApp(folder.path);
    await watchPage();
  });
  afterEach(async () => {
    await opened.close();
    folder.remove();
  });

  test('crashes is loaded again, and asked about when it goes on crashing', async () => {
    const questions = await answerQuestions(opened.app, 0);
    await crash();
    await expect.poll(starts).toBe(1);
    await crash();
    await expect.poll(starts).toBe(2);
    expect(await questions()).toEqual([]);
    await crash();
    await expect.poll(starts).toBe(3);
    expect(await questions()).toEqual(['The page of Tributary keeps crashing.']);
  });

  test('hangs is asked about, and loaded again', async () => {
    const questions = await answerQuestions(opened.app, 1);
    // Nobody waits for an answer that never comes.
    void opened.page
      .evaluate(() => {
        for (;;) void 0;
      })
      .catch(() => undefined);
    await opened.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));
    await expect.poll(starts).toBe(1);
    expect(await questions()).toEqual(['The window does not answer.']);
  });

  test('hangs does not keep the app from closing', async () => {
    void opened.page
      .evaluate(() => {
        for (;;) void 0;
      })
      .catch(() => undefined);
    await opened.app.evaluate(({ app }) => app.quit());
    expect(await opened.ended).toBe(0);
  });
});
