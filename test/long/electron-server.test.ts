import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newKey } from '../helpers/builders/api-keys.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { axeViolations } from '../helpers/pages/axe.ts';
import { openWindowApp, type WindowApp, windowSkipReason } from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

if (windowSkipReason !== undefined)
  console.warn(`\nTHE TESTS OF THE WINDOW'S SERVER ARE SKIPPED: ${windowSkipReason}.\n`);

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

  test('gets the key for credentials from the keyring, once it was moved there, and a way back', async () => {
    opened = await openWindowApp(folder.path);
    const { page, app, address } = opened;
    const api = createApiClient(opened.serverFacts().url);
    const fields = { azureOpenAIApiKey: 'secret', azureOpenAIApiInstanceName: 'bees' };
    await api.json('POST', '/credentials', { name: 'Bees', kind: 'azureOpenAIApi', fields });
    const keyFile = join(folder.path, 'secret.key');
    const key = readFileSync(keyFile, 'utf8');
    await page.goto(`${address}/#/settings/keys`);
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
