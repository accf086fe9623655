import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

describe.skipIf(windowSkipReason !== undefined)('An error of the app itself', () => {
  const folder = makeTemporaryFolder();
  let opened: WindowApp;

  const log = () => readFileSync(join(folder.path, 'logs', 'tributary.1.log'), 'utf8');

  beforeAll(async () => {
    opened = await openWindowApp(folder.path);
  });
  afterAll(async () => {
    await opened?.close();
    folder.remove();
  });

  test('is reported, and the user asked once whether to go on', async () => {
    const questions = await answerQuestions(opened.app, 0);
    await opened.app.evaluate(() => {
      const fail = (message: string) =>
        setTimeout(() => {
          throw new Error(message);
        });
      fail('no more bees');
      fail('no honey');
    });
    await expect.poll(questions).toEqual(['Something went wrong in Tributary.']);
    const reports = () => readdirSync(join(folder.path, 'crash-reports'));
    await expect.poll(() => reports().length).toBeGreaterThan(0);
    const [newest = ''] = reports();
    expect(readFileSync(join(folder.path, 'crash-reports', newest), 'utf8')).toMatch(
      /^Tributary met an error that nothing handles, at .*\nTributary \d[\s\S]*\nError: no (more bees|honey)\n {4}at /,
    );
    expect(await opened.page.getByRole('navigation', { name: 'Main' }).count()).toBe(1);
  });

  test('that nobody waits for is in the log, and so is a process of Chromium that ends', async () => {
    await opened.app.evaluate(({ app }) => {
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

test.skipIf(windowSkipReason !== undefined)('a start that fails says why in the language of the page', async () => {
  const folder = makeTemporaryFolder();
  mkdirSync(join(folder.path, 'window'));
  const look = { theme: 'dark', language: 'de' };
  writeFileSync(join(folder.path, 'window', 'window.json'), JSON.stringify({ look }));
  writeFileSync(join(folder.path, 'settings.json'), '{ "port": "many" }');
  let question: unknown;
  const start = openWindowApp(folder.path, {
    async prepare(app) {
      await app.evaluate(({ dialog }) => {
        Reflect.set(dialog, 'showMessageBox', (asked: unknown) => {
          Reflect.set(globalThis, 'question', asked);
          return new Promise((resolve) => Reflect.set(globalThis, 'answer', resolve));
        });
      });
      const asked = () => app.evaluate(() => Reflect.get(globalThis, 'question'));
      await expect.poll(asked).toBeDefined();
      question = await asked();
      const ended = once(app.process(), 'exit');
      await app.evaluate(() => void Reflect.get(globalThis, 'answer')({ response: 0 }));
      expect(await ended).toEqual([1, null]);
    },
  });
  await expect(start).rejects.toThrow();
  expect(question).toMatchObject({
    message:
      'Tributary konnte nicht starten: Seine Einstellungen sind falsch. Korrigieren Sie settings.json im Datenordner.',
    detail: expect.stringContaining('port'),
    buttons: ['Beenden', 'Ordner des Protokolls öffnen'],
  });
  folder.remove();
});
