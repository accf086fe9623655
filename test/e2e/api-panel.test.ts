import { describe, expect, test } from 'vitest';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import { DocumentStoreSchema } from '../../shared/api/document-stores.ts';
import { linkWith, SessionCodeSchema } from '../../shared/api/session.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE API PANEL ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The API of a flow', () => {
  // With settings of its own the tests have the secret of the data folder, and so can open the page as the app.
  const suite = setUpBrowserSuite({ settings: {}, staysLoaded: true });
  const panel = () => suite.page.getByRole('dialog', { name: /^API of / });

  async function open(): Promise<string> {
    const id = await openNewFlow(suite.page, suite.url, suite.api);
    await suite.page.getByRole('banner').getByRole('button', { name: 'API' }).click();
    await panel().waitFor();
    return id;
  }

  test('is shown in three languages, with the overrides that are on, and can be copied', async () => {
    const { page, url } = suite;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
    const id = await open();
    const curl = panel().getByRole('region', { name: 'Upsert in curl' });
    expect(await curl.textContent()).toContain(`'${url}/api/v1/vector/upsert/${id}'`);
    expect(await curl.textContent()).toContain('"chunkSize":1000');
    expect(await curl.textContent()).not.toContain('TRIBUTARY_API_KEY');
    await panel()
      .getByRole('button', { name: /^Recursive Character Text Splitter/ })
      .press('Enter');
    await panel().getByRole('switch', { name: 'Chunk size chunkSize' }).press('Space');
    await expect.poll(() => curl.textContent()).not.toContain('chunkSize');
    await panel().getByRole('radio', { name: 'Python' }).click();
    const python = panel().getByRole('region', { name: 'Upsert in Python' });
    expect(await python.textContent()).toContain('import requests');
    await panel().getByRole('button', { name: 'Copy' }).click();
    await panel().getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await python.textContent());
    expect(await panel().getByRole('link', { name: 'All operations of the HTTP API' }).getAttribute('href')).toBe(
      '#/api',
    );
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
    await expect
      .poll(async () => ChatflowSchema.parse((await suite.api.get(`/chatflows/${id}`)).body).apiConfig)
      .toContain('{"name":"chunkSize","enabled":false}');
  });

  test('is tried: files are stored, and a question is answered', async () => {
    await open();
    await panel()
      .getByLabel('Files of the call')
      .setInputFiles({ name: 'bees.md', mimeType: 'text/markdown', buffer: Buffer.from('Anna looks after the bees.') });
    await panel().getByRole('button', { name: 'Send the call' }).click();
    const answer = panel().getByRole('region', { name: 'Answer', exact: true });
    await answer.getByText('Status 200').waitFor({ timeout: 60_000 });
    await answer.getByText('"numAdded": 1').waitFor();
    await panel().getByRole('radio', { name: 'Query' }).click();
    await panel().getByRole('textbox', { name: 'Question' }).fill('Who looks after the bees?');
    await panel().getByRole('textbox', { name: 'Question' }).press('Enter');
    await answer.getByText('Anna looks after the bees.').waitFor();
  });

  test('needs a key when the flow is bound to one, and the examples read it', async () => {
    await suite.api.json('POST', '/apikey', { keyName: 'Website' });
    const { code } = SessionCodeSchema.parse((await suite.api.call('POST', '/session/codes')).body);
    await suite.page.goto(linkWith(suite.url, code));
    await suite.page.getByRole('navigation', { name: 'Main' }).waitFor();
    const id = await open();
    await panel().getByRole('combobox', { name: 'Who may call this flow' }).click();
    await suite.page.getByRole('option', { name: /Only with the key Website/ }).click();
    await panel().getByText('"Authorization: Bearer $TRIBUTARY_API_KEY"').waitFor();
    expect(ChatflowSchema.parse((await suite.api.get(`/chatflows/${id}`)).body).apikeyid).not.toBe(null);
    await panel().getByRole('combobox', { name: 'Who may call this flow' }).click();
    await suite.page.getByRole('option', { name: 'Every program that reaches this server' }).click();
    await panel().getByText('TRIBUTARY_API_KEY').first().waitFor({ state: 'hidden' });
    // The editor has drawn on the version before: it is told so, and joins its change to the new one.
    suite.expectFault('the server responded with a status of 412');
    await suite.page.keyboard.press('Escape');
    await suite.page.getByRole('textbox', { name: 'Name of the flow' }).fill('Renamed after that');
    await suite.page.keyboard.press('Enter');
    await expect
      .poll(async () => ChatflowSchema.parse((await suite.api.get(`/chatflows/${id}`)).body).name)
      .toBe('Renamed after that');
  });

  test('is shown for a document store, too', async () => {
    const { page, api, url } = suite;
    const made = DocumentStoreSchema.parse((await api.json('POST', '/document-store/store', { name: 'Archive' })).body);
    await page.goto(`${url}/#/stores`);
    await page.goto(`${url}/#/stores/${made.id}`);
    await page.getByRole('button', { name: 'More for Archive' }).click();
    await page.getByRole('menuitem', { name: 'API' }).click();
    const curl = panel().getByRole('region', { name: 'Upsert in curl' });
    expect(await curl.textContent()).toContain(`/api/v1/document-store/upsert/${made.id}`);
    await panel().getByRole('radio', { name: 'Query' }).click();
    await panel().getByRole('region', { name: 'Query in curl' }).getByText(made.id).waitFor();
    // It does not stay over the page that Back leads to.
    await page.goBack();
    await page.getByRole('heading', { name: 'Document stores' }).waitFor();
    await panel().waitFor({ state: 'detached' });
  });
});
