import { describe, expect, test } from 'vitest';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE PAGES ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The pages', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  // That it stays there or goes is in test/api/delete-elsewhere.test.ts.
  test('deleting a flow asks what becomes of what it has in a Qdrant server: it stays, unless the box for that is ticked', async () => {
    const { page, api } = suite;
    const flow = makeFlow({
      storeNode: nodeDefinitions.qdrant,
      store: { qdrantServerUrl: 'http://127.0.0.1:6333', qdrantCollection: 'notes' },
      records: {},
    });
    for (const name of ['Otters', 'Owls']) {
      const { id } = await api.createFlow(flow);
      await api.json('PUT', `/chatflows/${id}`, { name });
    }
    const question = page.getByRole('alertdialog');
    const box = question.getByRole('checkbox', {
      name: 'Then also delete what this flow stored in Qdrant at 127.0.0.1:6333',
    });
    const wishFor = async (flowName: string, isTicked: boolean) => {
      await page.getByRole('button', { name: `More for ${flowName}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      expect(await box.isChecked()).toBe(false);
      if (isTicked) await box.check();
      const put = page.waitForRequest((request) => request.url().includes('/bin/chatflows/'));
      await question.getByRole('button', { name: 'Delete flow' }).click();
      await question.waitFor({ state: 'detached' });
      return (await put).postDataJSON();
    };
    await page.goto(`${suite.url}/#/`);
    expect(await wishFor('Otters', true)).toEqual({ externalStores: 'delete' });
    expect(await wishFor('Owls', false)).toEqual({});
  });

  test('a flow that is not there is said so, with a way on', async () => {
    const { page } = suite;
    suite.expectFault('404');
    await page.goto(`${suite.url}/#/flows/6a2c3f0e-58a1-4a63-9a43-0f8d9d3f9a11`);
    await page.getByRole('alert').getByRole('button', { name: 'Go to the flows' }).click();
    await page.getByRole('heading', { name: 'Flows' }).waitFor();
  });

  // That the server tells of it, with the backup, and restores that: test/api/restore-backup.test.ts.
  test('a damaged database that was put aside is told until that is put away, and its backup comes back by a button', async () => {
    const { page } = suite;
    const backup = { name: 'tributary-000007.db', date: '2026-01-31T13:05:00.000Z', sizeBytes: 1000 };
    const told = [{ code: 'DATABASE_SET_ASIDE', message: 'The database was damaged. It was put aside.', backup }];
    let restored = '';
    await page.route('**/api/v1/notices', (route) => route.fulfill({ json: restored === '' ? told : [] }));
    await page.route('**/api/v1/backups/*/restore', (route) => {
      restored = route.request().url();
      return route.fulfill({ status: 202, json: { isRestoring: true } });
    });
    await page.goto(`${suite.url}/#/runs`);
    await page.reload();
    const notice = page.getByRole('status').filter({ hasText: 'The database was damaged. It was put aside.' });
    await notice.getByRole('button', { name: 'Put away' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await notice.getByRole('button', { name: 'Restore backup' }).click();
    // The page is loaded anew: it shows nothing of before.
    const loaded = page.waitForEvent('load');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await loaded;
    expect(restored).toContain(`/backups/${backup.name}/`);
    await page.getByRole('heading', { name: 'Runs' }).first().waitFor();
    await expect.poll(() => notice.count()).toBe(0);
  });

  test('more contrast comes by choice, or where the system asks for it', async () => {
    const { page } = suite;
    const contrast = () => page.locator('html').getAttribute('data-contrast');
    await page.goto(`${suite.url}/#/settings/general`);
    expect(await contrast()).toBe('normal');
    await page.getByRole('radio', { name: 'High contrast' }).click();
    expect(await contrast()).toBe('more');
    await page.reload();
    await expect.poll(contrast).toBe('more');
    await page.getByRole('radio', { name: 'Dark' }).click();
    expect(await contrast()).toBe('normal');
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.emulateMedia({ contrast: 'more' });
    await expect.poll(contrast).toBe('more');
    await page.getByRole('radio', { name: 'As the system' }).click();
    expect(await contrast()).toBe('more');
  });

  test('a page whose scripts are on their way shows its outline', async () => {
    const { page } = suite;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.goto(`${suite.url}/#/nowhere`);
    await page.reload();
    await page.route('**/assets/settings-page-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${suite.url}/#/settings`);
    const outline = page.getByRole('status').filter({ hasText: 'Opening Settings…' });
    await outline.waitFor();
    release();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    expect(await outline.count()).toBe(0);
  });
});
