import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { settingsPage } from '../helpers/pages/settings-page.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF THE SETTINGS ARE SKIPPED: ${browserSkipReason}.\n`);

const SECTIONS = [
  'General',
  'Data folder',
  'Models',
  'Answers',
  'Keys and private mode',
  'Port and limits',
  'Backups',
  'Activity',
  'About',
];

describe.skipIf(browserSkipReason !== undefined)('The settings', () => {
  const suite = setUpBrowserSuite({ isAlone: true });
  const settings = () => settingsPage(suite.page, suite.url);

  async function dataDir(): Promise<string> {
    return ((await suite.api.get('/server-settings')).body as { dataDir: string }).dataDir;
  }

  test('each section has an address and is reached by keys', async () => {
    const { page } = suite;
    await page.goto(`${suite.url}/#/settings`);
    await page.getByRole('heading', { name: 'General' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(SECTIONS);
    for (const [index, name] of SECTIONS.entries()) {
      await links.nth(index).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name, level: 2 }).waitFor();
    }
    await page.goto(`${suite.url}/#/settings/nothing`);
    await page.getByRole('button', { name: 'Show the settings' }).click();
    await page.getByRole('heading', { name: 'General' }).waitFor();
  });

  test('what takes space is shown, and what was fetched is freed after a question', async () => {
    const folder = await dataDir();
    mkdirSync(join(folder, 'cache', 'pages'), { recursive: true });
    writeFileSync(join(folder, 'cache', 'pages', 'a'), Buffer.alloc(2_500_000));
    const { page } = suite;
    const { open, row, confirm } = settings();
    await open('data', 'Data folder');
    await page.getByText(folder, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Measure again' }).click();
    const cache = row('What takes space', 'Fetched content');
    await cache.getByText('2.5 MB', { exact: true }).waitFor();
    await cache.getByRole('button', { name: /^Free 2.5 MB/ }).click();
    await page.getByRole('alertdialog').getByText('fetch everything again').waitFor();
    await confirm('Cancel');
    await cache.getByRole('button', { name: /^Free 2.5 MB/ }).click();
    await confirm('Free 2.5 MB');
    await page.getByText(/Fetched content cleaned up .*: 2.5 MB freed/).waitFor();
    await cache.waitFor({ state: 'detached' });
  });

  test('chats that were not used for long, or all, are deleted after a question', async () => {
    const { page } = suite;
    const { id } = await suite.api.createFlow(makeFlow());
    await suite.api.makeMessage(id);
    const { open, row, confirm } = settings();
    await open('data', 'Data folder');
    await page.getByRole('button', { name: 'Measure again' }).click();
    const chats = row('What takes space', 'Chats');
    const choose = async (choice: string) => {
      await chats.getByRole('button', { name: 'Delete chats…' }).click();
      await page.getByRole('alertdialog').getByText('gone for good').waitFor();
      await page.getByRole('combobox', { name: 'Which chats' }).click();
      await page.getByRole('option', { name: choice }).click();
    };
    await choose('All chats');
    await confirm('Cancel');
    await choose('Not used for 30 days');
    await confirm('Delete chats');
    await chats.getByRole('button', { name: 'Delete chats…', disabled: false }).waitFor();
    expect(await suite.api.messages(id)).toHaveLength(2);
    await choose('All chats');
    await confirm('Delete chats');
    await expect.poll(() => suite.api.messages(id)).toEqual([]);
  });

  test('a backup is made, restored with a restart, and deleted', async () => {
    const { page } = suite;
    const { open, row, confirm } = settings();
    const before = await suite.api.createFlow(makeFlow());
    await open('backups', 'Backups');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText(/The database is backed up/).waitFor();
    const after = await suite.api.createFlow(makeFlow());
    const newest = row('Backups', 'Newest');
    await newest.getByRole('button', { name: /^Restore/ }).click();
    // The server is away for a moment.
    suite.expectFault('Failed to load resource');
    await Promise.all([page.waitForEvent('load'), confirm('Restore and restart')]);
    await newest.waitFor();
    expect((await suite.api.get(`/chatflows/${before.id}`)).status).toBe(200);
    expect((await suite.api.get(`/chatflows/${after.id}`)).status).toBe(404);
    const rows = page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
    for (let left = await rows.count(); left > 0; left -= 1) {
      await newest.getByRole('button', { name: /^Delete/ }).click();
      await confirm('Delete backup');
      await expect.poll(() => rows.count()).toBe(left - 1);
    }
    await page.getByText('Your backups will be here').waitFor();
  });

  test('keys, port and limits say what they are, what has set them and how to change them', async () => {
    const { page } = suite;
    const { open, row } = settings();
    await open('keys', 'Keys and private mode');
    const key = row('Access', 'Every call needs an API key');
    await key.getByText('Off', { exact: true }).waitFor();
    await key.getByText('"requireApiKey": true').waitFor();
    await open('limits', 'Port and limits');
    await row('Port and limits', 'Set at the start by --port.').getByText('tributary serve --port 3001').waitFor();
    await row('Port and limits', 'Largest file').getByText('1,024 MB').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy how to change: Largest file' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('"fileLimitBytes": 1073741824');
  });

  test('what a toast said is in the activity after a reload: searched, filtered, cleared', async () => {
    const { page } = suite;
    const { open, row, confirm } = settings();
    await open('backups', 'Backups');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByText(/The database is backed up/).waitFor();
    await page.route('**/api/v1/backups', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    suite.expectFault('Failed to load resource');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page
      .getByText(/does not answer|can't be reached|cannot be reached/)
      .first()
      .waitFor();
    await page.reload();
    await open('activity', 'Activity');
    await row('Activity', 'The database is backed up').waitFor();
    await page.getByRole('button', { name: 'Only problems' }).click();
    await row('Activity', 'The database is backed up').waitFor({ state: 'detached' });
    expect(await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Only problems' }).click();
    await page.getByRole('searchbox', { name: 'Search the activity' }).fill('backed up');
    await page.getByText('1 message', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await confirm('Clear');
    await page.getByText('Messages will be here').waitFor();
  });

  test('the packages that the app is made of are listed with their licences', async () => {
    const { page } = suite;
    await settings().open('about', 'About');
    await page.getByRole('searchbox', { name: 'Search packages and licences' }).fill('fastify');
    await page.getByRole('list', { name: 'Packages' }).getByText('fastify', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search packages and licences' }).fill('react-dom');
    await page.getByRole('list', { name: 'Packages' }).getByText('react-dom', { exact: true }).click();
    await page.getByText('Copyright (c) Meta Platforms').waitFor();
  });

  test('vectors that nothing uses are freed', async () => {
    const fake = await startFakeOpenAI();
    try {
      const splitter = { chunkSize: 60, chunkOverlap: 0 };
      const fill = async (texts: readonly (readonly string[])[]) => {
        const flow = makeFlow({ basepath: fake.basepath, splitter, records: { cleanup: 'full' } });
        const { id } = await suite.api.createFlow(flow);
        for (const text of texts) await suite.api.upsert(id, [{ name: 'c.txt', content: text.join('\n\n') }]);
      };
      const rows = (count: number, of: string) =>
        Array.from({ length: count }, (_, row) => `Row ${row} of what was said about the ${of}.`);
      // A few unused vectors, up to 5 % of the number of chunks, stay until somebody asks.
      await fill([rows(400, 'pond')]);
      await fill([rows(50, 'gate'), ['Short.']]);
    } finally {
      await fake.close();
    }
    const { page } = suite;
    const { open, row, confirm } = settings();
    await open('data', 'Data folder');
    await page.getByRole('button', { name: 'Measure again' }).click();
    await row('What takes space', 'Vectors').getByRole('button', { name: /^Free/ }).click();
    await page.getByRole('alertdialog').getByText('has to be embedded again').waitFor();
    await confirm(/^Free/);
    await page.getByText(/Vectors cleaned up/).waitFor();
    await row('What takes space', 'Vectors').getByRole('button', { name: /^Free/ }).waitFor({ state: 'detached' });
  });
});
