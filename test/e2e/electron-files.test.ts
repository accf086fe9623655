import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { appLink, hrefOfLink } from '../../shared/ipc/app-link.ts';
import type { OpenRequest } from '../../shared/ipc/opened.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { type CanvasPage, canvasPage } from '../helpers/pages/canvas-page.ts';
import { contentsPage } from '../helpers/pages/contents-page.ts';
import { dropPath } from '../helpers/pages/drop-path.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';
import {
  answerQuestions,
  chooseMenuItem,
  openWindowApp,
  type WindowApp,
  windowSkipReason,
} from '../helpers/pages/window-app.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';

if (windowSkipReason !== undefined)
  console.warn(`\nTHE TESTS OF FILES IN THE WINDOW ARE SKIPPED: ${windowSkipReason}.\n`);

describe.skipIf(windowSkipReason !== undefined)('Files and links in the window', () => {
  const data = makeTemporaryFolder();
  const files = makeTemporaryFolder();
  let embedding: FakeOpenAI;
  let opened: WindowApp;
  let page: Page;
  let canvas: CanvasPage;
  const hash = () => page.evaluate(() => window.location.hash);
  const nameOfFlow = () => page.getByRole('textbox', { name: 'Name of the flow' }).inputValue();

  const shown = () => opened.app.evaluate(() => Reflect.get(globalThis, 'shown'));

  function write(name: string, content: string): string {
    const path = join(files.path, name);
    writeFileSync(path, content);
    return path;
  }

  /** As a second start hands over what it is asked for, without the start. */
  const handOver = (request: OpenRequest) =>
    opened.app.evaluate(({ app }, asked) => app.emit('second-instance', {}, [], '', asked), request);
  const follow = (link: string) => handOver({ page: hrefOfLink(link) ?? '', paths: [] });

  beforeAll(async () => {
    embedding = await startFakeOpenAI();
    const flow = write('Garden.tributary.json', JSON.stringify(createStarterFlow()));
    opened = await openWindowApp(data.path, { more: [flow] });
    page = opened.page;
    canvas = canvasPage(page);
  });
  afterAll(async () => {
    await opened?.close();
    await embedding?.close();
    data.remove();
    files.remove();
  });

  test('what the app is started with is imported; what a second start names is opened in the first, or told in words', async () => {
    await expect.poll(nameOfFlow).toBe('Garden');
    await expect.poll(() => canvas.nodes.count()).toBe(5);
    await page.getByText('“Garden” is imported.').waitFor();

    const orchard = write('Orchard.tributary.json', JSON.stringify(createStarterFlow()));
    const rows = write('rows.tributary.json', '[1, 2]');
    await opened.startAgain([orchard, rows, join(files.path, 'gone.tributary.json')]);
    await expect.poll(nameOfFlow).toBe('Orchard');
    await page.getByText('rows.tributary.json is not an exported flow.').waitFor();
    await page.getByText(/gone.tributary.json is not there: it may have been moved/).waitFor();

    await handOver({ paths: [write('bees.md', '# Bees')] });
    await editorPage(page).drawer.getByRole('button', { name: 'Upsert 1 file' }).waitFor();
    expect(await nameOfFlow()).toBe('Orchard');
  });

  test('a file that goes while it is opened is told of, and the rest is opened', async () => {
    await opened.app.evaluate(({ net }) => {
      const { unlinkSync } = process.getBuiltinModule('node:fs');
      const { fetch } = net;
      Reflect.set(net, 'fetch', (address: string) => {
        if (address.endsWith('/leaving.tributary.json')) unlinkSync(new URL(address));
        return Reflect.apply(fetch, net, [address]);
      });
    });
    const leaving = write('leaving.tributary.json', '{}');
    await handOver({ paths: [leaving, write('Meadow.tributary.json', JSON.stringify(createStarterFlow()))] });
    await page.getByText('leaving.tributary.json is not there').waitFor();
    await expect.poll(nameOfFlow).toBe('Meadow');
  });

  test('the link to a page is copied, and a link that leads nowhere says so', async () => {
    const ownHash = await hash();
    await chooseMenuItem(opened.app, 'File', 'Copy the link to this page');
    const copied = () => opened.app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(copied).toBe(appLink('flow', ownHash.split('/').at(-1) ?? ''));
    await follow(appLink('flow', 'nobody-has-it'));
    await page.getByText('There is no chatflow nobody-has-it.').waitFor();
    await follow(appLink('store', 'nobody-has-it'));
    await page.getByText('There is no such document store', { exact: true }).waitFor();
  });

  test('a folder dropped on the list begins the flow that reads it; dialogs of the system name its folder and where its export goes', async () => {
    mkdirSync(join(files.path, 'handbook'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Flows' }).click();
    const list = page.getByRole('main');
    await list.getByRole('heading', { name: 'Flows' }).waitFor();
    await dropPath(page, list, join(files.path, 'handbook'));
    await expect.poll(nameOfFlow).toBe('handbook');
    expect(await canvas.node('Folder with Files').count()).toBe(1);

    await opened.app.evaluate(({ dialog, shell }, path) => {
      Reflect.set(globalThis, 'shown', []);
      shell.showItemInFolder = (item) => Reflect.get(globalThis, 'shown').push(item);
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, files.path);
    await canvas.node('Folder with Files').click();
    await page.getByRole('button', { name: 'Choose a folder' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Folder', exact: true }).inputValue()).toBe(files.path);
    await page.getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(shown).toEqual([files.path]);

    const path = join(files.path, 'saved.tributary.json');
    await opened.app.evaluate(({ dialog }, filePath) => {
      Reflect.set(dialog, 'showSaveDialog', async (...given: unknown[]) => {
        Reflect.set(globalThis, 'offered', Reflect.get(Object(given.at(-1)), 'defaultPath'));
        return { canceled: false, filePath };
      });
    }, path);
    await chooseMenuItem(opened.app, 'File', 'Export the flow to a file');
    await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(shown).toEqual([files.path, path]);
    const offered = await opened.app.evaluate(() => Reflect.get(globalThis, 'offered'));
    expect(basename(offered)).toBe('handbook.tributary.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: 'handbook' });

    // Nothing else is shown in its folder without a question.
    const before = await shown();
    const questions = await answerQuestions(opened.app, 1);
    const show = (path: string) => page.evaluate((wanted) => window.tributary?.showInFolder(wanted), path);
    await show(data.path);
    expect(await questions()).toEqual([`Show ${data.path} in the file manager?`]);
    expect(await shown()).toEqual(before);
    // It lies in the folder that was chosen above.
    await show(write('plan.md', ''));
    expect(await questions()).toHaveLength(1);
    expect(await shown()).toHaveLength(3);
  });

  test('nothing is downloaded by the page itself', async () => {
    await opened.app.evaluate(({ session }) => {
      session.defaultSession.once('will-download', ({ defaultPrevented }) =>
        Reflect.set(globalThis, 'isCancelled', defaultPrevented),
      );
    });
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.txt';
      link.click();
    });
    await expect.poll(() => opened.app.evaluate(() => Reflect.get(globalThis, 'isCancelled'))).toBe(true);
  });

  test('a flow is dragged out of its list as a file, and a chunk out of the contents, by its head line', async () => {
    const dragged = () => opened.app.evaluate(() => String(Reflect.get(globalThis, 'dragged')));
    await opened.app.evaluate(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0] ?? {};
      Reflect.set(webContents ?? {}, 'startDrag', ({ file }: { file: string }) =>
        Reflect.set(globalThis, 'dragged', file),
      );
    });
    const api = createApiClient(opened.serverFacts().url);
    const { id } = await api.createFlow(makeFlow({ basepath: embedding.basepath }));
    await page.goto(`${opened.address}/#/`);
    await page.getByRole('link', { name: 'Test flow' }).dispatchEvent('dragstart');
    await expect.poll(async () => basename(await dragged())).toBe('Test flow.tributary.json');
    expect(JSON.parse(readFileSync(await dragged(), 'utf8'))).toMatchObject({ name: 'Test flow' });

    await api.upsert(id, [{ name: 'bees.txt', content: 'The bees are looked after by Nadia.' }]);
    await contentsPage(page, opened.address).open(id);
    await page.getByRole('article').first().locator('header').dispatchEvent('dragstart');
    await expect.poll(async () => basename(await dragged())).toBe('bees.txt 1.txt');
    expect(readFileSync(await dragged(), 'utf8')).toMatch(/^The bees are looked after by Nadia\.\n\n— bees\.txt/);
  });
});
