import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newKey } from '../helpers/builders/api-keys.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { listenOnFreePort } from '../helpers/fakes/listen-on-free-port.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { answerQuestions, openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

if (windowSkipReason !== undefined)
  console.warn(`\nTHE TESTS OF THE WINDOW'S SERVER ARE SKIPPED: ${windowSkipReason}.\n`);

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

describe.skipIf(windowSkipReason !== undefined)("The window's server", () => {
  let folder: ReturnType<typeof makeTemporaryFolder>;
  let opened: WindowApp | undefined;

  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    folder.remove();
  });

  test('may have been started before: it is used, and goes on when the window is closed', async () => {
    const server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
    onTestFinished(async () => void (await server.stop()));
    opened = await openWindowApp(folder.path);
    const { page, app } = opened;
    expect(await page.evaluate(() => window.tributary?.serverAddress)).toBe(server.url);
    await openNewFlow(page, opened.address, createApiClient(server.url));
    await expect.poll(() => canvasPage(page).nodes.count()).toBe(5);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await opened.ended).toBe(0);
    expect((await fetch(`${server.url}/api/v1/ping`)).status).toBe(200);
  });

  test('that was started before may be stopped: the app says so, and goes on with one of its own', async () => {
    const server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
    opened = await openWindowApp(folder.path);
    const { page } = opened;
    await server.stop();
    await page.getByText('The server that another program had started has ended.').waitFor();
    await page.getByText('The server is back.').waitFor();
    expect(opened.serverFacts()).toMatchObject({ url: server.url, pid: expect.any(Number) });
    expect(opened.serverFacts().pid).not.toBe(server.pid);
    expect(existsSync(join(folder.path, 'crash-reports'))).toBe(false);
  });

  test.each(['0.0.0.0', '::1'])('may listen at %s: the page reaches it', async (host) => {
    const server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
    const { apiKey } = await newKey(createApiClient(server.url));
    await server.stop();
    // Where other machines get in, everybody needs a key.
    const settings = { host, requireApiKey: true, allowedHosts: ['archive.example'] };
    writeFileSync(join(folder.path, 'settings.json'), JSON.stringify(settings));
    opened = await openWindowApp(folder.path);
    const { page } = opened;
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.react-flow__node').first().waitFor();
  });

  test('takes another port when the user chooses so, and keeps what the page had kept', async () => {
    opened = await openWindowApp(folder.path);
    const { port } = new URL(opened.serverFacts().url);
    await opened.page.evaluate(() => localStorage.setItem('kept', 'yes'));
    await opened.close();
    const other = createServer();
    const { close } = await listenOnFreePort(other.on('request', (_request, answer) => answer.end()));
    onTestFinished(close);
    const taken = new URL(`http://127.0.0.1:${Object(other.address()).port}`).port;
    expect(taken).not.toBe(port);

    let questions = async (): Promise<unknown> => [];
    opened = await openWindowApp(folder.path, {
      port: taken,
      prepare: async (app) => {
        questions = await answerQuestions(app, 0);
      },
    });
    expect(await questions()).toEqual([expect.stringContaining(`Port ${taken} is taken by another program`)]);
    expect(new URL(opened.serverFacts().url).port).not.toBe(taken);
    expect(await opened.page.evaluate(() => localStorage.getItem('kept'))).toBe('yes');
  });

  test('leaves a report when it is killed, and an edit made meanwhile is not lost', async () => {
    opened = await openWindowApp(folder.path);
    const { page, address } = opened;
    const { pid, url } = opened.serverFacts();
    const api = createApiClient(url);
    const id = await openNewFlow(page, address, api);
    await canvasPage(page).node('File Loader').click();
    process.kill(pid, 'SIGKILL');
    await page.keyboard.press('Delete');
    const nodesOf = async () => {
      const { body } = await api.get(`/chatflows/${id}`);
      return JSON.parse((body as { flowData: string }).flowData).nodes.length;
    };
    await expect.poll(() => nodesOf().catch(() => 0), { timeout: 30_000 }).toBe(4);
    const reports = join(folder.path, 'crash-reports');
    const [report = ''] = readdirSync(reports);
    expect(report).toMatch(/-server\.txt$/);
    expect(readFileSync(join(reports, report), 'utf8')).toContain('The server of Tributary ended unexpectedly');
  });

  test('gets the key for credentials from the keyring, once it was moved there, and a way back', async () => {
    opened = await openWindowApp(folder.path);
    const { page, app } = opened;
    const api = createApiClient(opened.serverFacts().url);
    const fields = { azureOpenAIApiKey: 'secret', azureOpenAIApiInstanceName: 'bees' };
    await api.json('POST', '/credentials', { name: 'Bees', kind: 'azureOpenAIApi', fields });
    const keyFile = join(folder.path, 'secret.key');
    const key = readFileSync(keyFile, 'utf8');
    await page.evaluate(() => {
      window.location.hash = '#/settings/keys';
    });
    // Under Xvfb there is no keyring.
    await page.getByText('This system has no keyring that could protect the key').waitFor();
    const toKeyring = page.getByRole('button', { name: 'Move the key to the keyring…' });
    expect(await toKeyring.isDisabled()).toBe(true);
    await app.evaluate(({ safeStorage }) => {
      const turn = (bytes: Buffer) => Buffer.from(bytes).reverse();
      Object.assign(safeStorage, {
        isEncryptionAvailable: () => true,
        getSelectedStorageBackend: () => 'gnome_libsecret',
        encryptString: (text: string) => turn(Buffer.from(text)),
        decryptString: (sealed: Buffer) => turn(sealed).toString(),
      });
    });
    await page.reload();
    await toKeyring.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move the key' }).click();
    const toFile = page.getByRole('button', { name: 'Keep the key in a file again' });
    await toFile.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect([existsSync(keyFile), existsSync(`${keyFile}.sealed`)]).toEqual([false, true]);

    const { pid } = opened.serverFacts();
    process.kill(pid, 'SIGKILL');
    // The host is made of a field of the credential, which only the key opens.
    const hosts = async () => JSON.stringify((await api.get('/credentials')).body);
    await expect.poll(() => hosts().catch(() => ''), { timeout: 30_000 }).toContain('bees.openai.azure.com');
    expect(opened.serverFacts().pid).not.toBe(pid);
    await toFile.click();
    await toKeyring.waitFor();
    expect(readFileSync(keyFile, 'utf8')).toBe(key);
    expect(existsSync(`${keyFile}.sealed`)).toBe(false);
    expect(await hosts()).toContain('bees.openai.azure.com');
  });

  test('may hang while the page crashes: the draft is there again', async () => {
    opened = await openWindowApp(folder.path);
    const { page, app, address } = opened;
    const { pid, url } = opened.serverFacts();
    await openNewFlow(page, address, createApiClient(url));
    await canvasPage(page).node('File Loader').click();
    process.kill(pid, 'SIGSTOP');
    await page.keyboard.press('Delete');
    await expect.poll(() => canvasPage(page).nodes.count()).toBe(4);
    await expect.poll(() => page.evaluate(countDrafts)).toBe(1);
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return new Promise<void>((resolve) => {
        contents?.once('did-finish-load', () => resolve());
        contents?.forcefullyCrashRenderer();
      });
    });
    process.kill(pid, 'SIGCONT');
    // Playwright does not follow a page whose process was replaced.
    const nodes = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          'document.querySelectorAll(".react-flow__node").length',
        ),
      );
    await expect.poll(nodes, { timeout: 30_000 }).toBe(4);
  });
});
