import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NewApiKey, NewApiKeySchema } from '../../shared/api/apikeys.ts';
import { CredentialSchema } from '../../shared/api/credentials.ts';
import { linkWith, SessionCodeSchema } from '../../shared/api/session.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';
import { createApiClient } from '../helpers/servers/api-client.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE BROWSER TESTS OF ACCESS ARE SKIPPED: ${browserSkipReason}.\n`);

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await startFakeOpenAI();
});
afterAll(() => fake.close());

/** A browser says of each refused call that it failed. */
const REFUSED = 'the server responded with a status of 401';

describe.skipIf(browserSkipReason !== undefined)('A server that asks for a key', () => {
  const keys: NewApiKey[] = [];
  const suite = setUpBrowserSuite({
    settings: { requireApiKey: true },
    // The server does not start without a key.
    async prepare(api) {
      for (const keyName of ['Of the page', 'Of a flow'])
        keys.push(NewApiKeySchema.parse((await api.json('POST', '/apikey', { keyName })).body));
    },
  });
  beforeEach(() => suite.expectFault(REFUSED));

  function theKeys() {
    const [ofPage, ofFlow] = keys;
    if (ofPage === undefined || ofFlow === undefined) throw new Error('There are no keys.');
    const api = createApiClient(suite.url, { authorization: `Bearer ${ofPage.apiKey}` });
    return { ofPage, ofFlow, api };
  }

  const screen = (title: string) => suite.page.getByRole('dialog', { name: title });

  async function give(title: string, key: string): Promise<void> {
    await screen(title).getByLabel('API key').fill(key);
    await screen(title).getByRole('button', { name: 'Continue' }).click();
  }

  test('asks in the page once: the key works for calls and files, and over a reload', async () => {
    const { page } = suite;
    const { ofPage, api } = theKeys();
    const editor = editorPage(page);
    const flow = makeFlow({ loader: nodeDefinitions.fileLoader, basepath: fake.basepath });
    const { id } = await api.createFlow(flow);
    await page.goto(`${suite.url}/#/flows/${id}`);
    await give('This server asks for a key', 'not-the-key');
    await screen('This server asks for a key').getByText('The key that was given does not open it.').waitFor();
    await give('This server asks for a key', ofPage.apiKey);

    await editor.openUpsert();
    await editor.chooseFiles({ name: 'bees.txt', content: 'Our hives are looked after by Tomasz Brandt.' });
    await editor.upsert();
    await editor.drawer.getByRole('button', { name: 'Ask a question' }).waitFor();

    await page.reload();
    await suite.canvas.node('File Loader').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('asks for the key of a flow that is bound to one, where the flow is asked', async () => {
    const { page } = suite;
    const { ofPage, ofFlow, api } = theKeys();
    const { id } = await api.createFlow(makeFlow({ basepath: fake.basepath }));
    await api.upsert(id, [{ name: 'bees.txt', content: 'Our hives are looked after by Tomasz Brandt.' }]);
    await api.json('PUT', `/chatflows/${id}`, { name: 'Team handbook', apikeyid: ofFlow.id });
    await page.goto(`${suite.url}/#/flows/${id}`);
    await give('This server asks for a key', ofPage.apiKey);

    const { queryPanel, queryFor } = editorPage(page);
    await page.getByRole('button', { name: 'Ask', exact: true }).first().click();
    await queryFor('Who looks after the bees?');
    await screen('“Team handbook” asks for its key').getByRole('button', { name: 'Not now' }).click();
    await queryPanel.getByRole('alert').waitFor();

    await queryFor('Who looks after the bees?');
    await give('“Team handbook” asks for its key', ofFlow.apiKey);
    await queryPanel.getByRole('listitem').getByText('Tomasz Brandt').waitFor();
  });
});

describe.skipIf(browserSkipReason !== undefined)('A server that answers its owner only', () => {
  const suite = setUpBrowserSuite({ settings: { requireLocalToken: true } });

  async function newLink(): Promise<string> {
    const { code } = SessionCodeSchema.parse((await suite.api.call('POST', '/session/codes')).body);
    return linkWith(suite.url, code);
  }

  test('opens in the browser by its link, once; without it a screen says what to do', async () => {
    suite.expectFault(REFUSED);
    const link = /^This link opens the page, once: (\S+)$/m.exec(suite.output)?.[1] ?? '';
    const screen = () => suite.page.getByRole('dialog', { name: 'Open this page by its link' });
    await suite.page.goto(suite.url);
    await screen().getByText('npx tributary open').waitFor();

    await suite.page.goto(link);
    await suite.canvas.node('File Loader').waitFor();
    expect(suite.page.url()).not.toContain('code=');
    await suite.page.reload();
    await suite.canvas.canvas
      .or(suite.page.getByRole('link', { name: 'My documents' }))
      .first()
      .waitFor();

    // Nothing is left of what the first one was given.
    await suite.openPage({ colorScheme: 'light' });
    await suite.page.goto(link);
    await screen().waitFor();
    await suite.page.getByText('This link was used already').waitFor();
  });

  test('sends a credential to a host once that is allowed where the credential is chosen', async () => {
    suite.expectFault('the server responded with a status of 422');
    const { page, api } = suite;
    const wanted = { name: 'Team account', kind: 'openAIApi', fields: { openAIApiKey: 'sk-of-the-team' } };
    const { id: credential } = CredentialSchema.parse((await api.json('POST', '/credentials', wanted)).body);
    const flow = makeFlow({ basepath: fake.basepath, embedding: { credential } });
    const nodes = flow.nodes.map((node, index) => ({ ...node, position: { x: 300 * index, y: 0 } }));
    const { id } = await api.createFlow({ ...flow, nodes });
    await page.goto(await newLink());
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(`${suite.url}/#/flows/${id}`);
    await page.getByRole('banner').getByText('1 problem').waitFor();

    await suite.canvas.node('OpenAI Embedding').click();
    await page.getByRole('button', { name: 'Test connection' }).click();
    const { host } = new URL(fake.basepath);
    const connection = page.getByRole('region', { name: 'Connection' });
    await connection.getByText(`would send the credential Team account to ${host}`).waitFor();
    const before = fake.requests;

    await page.getByRole('button', { name: 'Allow this host' }).click();
    await page.getByRole('banner').getByText('1 problem').waitFor({ state: 'hidden' });
    // The test is made again by itself.
    await connection.getByText(/answers with 384 numbers a text\./).waitFor();
    expect(fake.requests).toBe(before + 1);
    expect(fake.lastCall?.headers.authorization).toBe('Bearer sk-of-the-team');
  });
});
