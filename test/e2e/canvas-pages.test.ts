import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeBackup } from '../helpers/builders/backups.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { openQdrant } from '../helpers/builders/qdrant-store.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { axeViolations, violationsInBoth } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';
import { startServerProcess } from '../helpers/servers/server-process.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE PAGES ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The pages', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  test('deleting a flow leaves what it has in a Qdrant server, unless the box for that is ticked', async () => {
    const { page, api } = suite;
    const openai = await startFakeOpenAI();
    const qdrant = await startFakeQdrant();
    try {
      const stored = () => openQdrant({ url: qdrant.url }).count(AbortSignal.timeout(10_000));
      const flow = makeFlow({
        basepath: openai.basepath,
        storeNode: nodeDefinitions.qdrant,
        store: { qdrantServerUrl: qdrant.url, qdrantCollection: 'notes' },
        records: {},
      });
      for (const content of ['Otters hold hands.', 'Owls fly without a sound.']) {
        const { id } = await api.createFlow(flow);
        await api.upsert(id, [{ name: 'a.txt', content }]);
      }
      const wordsOfBox = `Then also delete what this flow stored in Qdrant at ${new URL(qdrant.url).host}`;
      const question = page.getByRole('alertdialog');
      const box = question.getByRole('checkbox', { name: wordsOfBox });
      const remove = async (isTicked: boolean) => {
        await page.getByRole('button', { name: 'More for Test flow', exact: true }).first().click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        expect(await box.isChecked()).toBe(false);
        expect(await axeViolations(suite.page)).toEqual([]);
        if (isTicked) await box.check();
        await question.getByRole('button', { name: 'Delete flow' }).click();
        await question.waitFor({ state: 'detached' });
        const before = await stored();
        await page.getByRole('link', { name: /in the bin$/ }).click();
        expect(await stored()).toBe(before);
        await page.getByRole('button', { name: 'Delete now: Test flow' }).click();
        const answered = page.waitForResponse((response) => response.request().method() === 'DELETE');
        await page.getByRole('button', { name: 'Delete for good' }).click();
        await answered;
        await page.getByRole('link', { name: 'Flows', exact: true }).first().click();
      };
      await page.goto(`${suite.url}/#/`);
      await remove(true);
      await expect.poll(stored).toBe(1);
      await remove(false);
      expect(await stored()).toBe(1);
    } finally {
      await openai.close();
      await qdrant.close();
    }
  });

  test('a flow that is not there is said so, with a way on', async () => {
    const { page } = suite;
    suite.expectFault('404');
    await page.goto(`${suite.url}/#/flows/6a2c3f0e-58a1-4a63-9a43-0f8d9d3f9a11`);
    await page.getByRole('alert').getByRole('button', { name: 'Go to the flows' }).click();
    await page.getByRole('heading', { name: 'Flows' }).waitFor();
  });

  test('a damaged database that was put aside is told until that is put away, and its backup comes back by a button', async () => {
    const { page } = suite;
    const folder = makeTemporaryFolder();
    const first = await startServerProcess({ dataDir: folder.path, isBuilt: true });
    await createApiClient(first.url).json('POST', '/chatflows', { name: 'From the backup', flowData: '{}' });
    await first.stop();
    await makeBackup(folder.path);
    writeFileSync(join(folder.path, 'tributary.db'), 'This is no database. '.repeat(1000));
    const server = await startServerProcess({ dataDir: folder.path, isBuilt: true });
    try {
      // The server starts anew when it restores: calls of that moment are refused or cut.
      suite.expectFault('net::ERR_');
      await page.goto(`${server.url}/#/`);
      const notice = page.getByRole('status').filter({ hasText: 'The database was damaged. It was put aside as' });
      await notice.getByRole('button', { name: 'Put away' }).click();
      await notice.waitFor({ state: 'detached' });
      await page.reload();
      await notice.waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await axeViolations(suite.page)).toEqual([]);
      await notice.getByRole('button', { name: 'Restore backup' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
      await page.getByRole('main').getByRole('link', { name: 'From the backup' }).waitFor();
      await notice.waitFor({ state: 'detached' });
    } finally {
      await server.stop();
      folder.remove();
    }
  });

  test('forms with a fault and dialogs of the editor are accessible in both themes', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('Local vector').click();
    await canvas.edges.nth(3).waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await canvas.node('Recursive').click();
    await canvas.inspector.getByRole('button', { name: 'More settings' }).click();
    await canvas.inspector.getByRole('textbox', { name: 'Chunk size' }).selectText();
    await page.keyboard.type('many');
    expect(await violationsInBoth(page)).toEqual([]);
    await canvas.node('Recursive').click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    expect(await violationsInBoth(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Dark' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  test('more contrast comes by choice, or where the system asks for it', async () => {
    const { page, canvas } = suite;
    const contrast = () => page.locator('html').getAttribute('data-contrast');
    await page.goto(`${suite.url}/#/settings/general`);
    expect(await contrast()).toBe('normal');
    await page.getByRole('radio', { name: 'High contrast' }).click();
    expect(await contrast()).toBe('more');
    await page.reload();
    await expect.poll(contrast).toBe('more');
    await page.getByRole('radio', { name: 'High contrast' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Dark' }).click();
    expect(await contrast()).toBe('normal');
    await page.emulateMedia({ contrast: 'more' });
    await expect.poll(contrast).toBe('more');
    await page.getByRole('radio', { name: 'As the system' }).click();
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('Recursive').click();
    await canvas.inspector.getByRole('textbox', { name: 'Chunk size' }).selectText();
    await page.keyboard.type('many');
    await canvas.openPalette();
    expect(await violationsInBoth(page)).toEqual([]);
    expect(await contrast()).toBe('more');
  });
});
