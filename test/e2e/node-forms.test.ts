import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeFlow } from '../helpers/builders/flows.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../helpers/fakes/fake-openai.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE FORMS OF NODES ARE SKIPPED: ${browserSkipReason}.\n`);

const SECRET = 'sk-typed-in-the-form';

describe.skipIf(browserSkipReason !== undefined)('The form of a node', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  let fake: FakeOpenAI;
  beforeAll(async () => {
    fake = await startFakeOpenAI();
  });
  afterAll(() => fake.close());

  async function openNode(label: string, flow = makeFlow({ basepath: fake.basepath })): Promise<string> {
    const nodes = flow.nodes.map((node, index) => ({ ...node, position: { x: 300 * index, y: 0 } }));
    const { id } = await suite.api.createFlow({ ...flow, nodes });
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.page.locator('.react-flow__node', { hasText: label }).first().click();
    return id;
  }

  test('a credential is made in it, used by the connection test, changed in its place, and listed in the settings', async () => {
    const { page, api } = suite;
    const flowId = await openNode('OpenAI');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const form = page.getByRole('form', { name: 'New credential' });
    await form.getByRole('textbox', { name: 'Name of the credential' }).fill('Team account');
    await form.getByLabel('API key (optional)').fill(SECRET);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'hidden' });
    const chosen = page.getByRole('combobox', { name: 'OpenAI account' });
    await chosen.getByText('Team account').waitFor();

    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText(/answers with 384 numbers a text\./).waitFor();
    expect(fake.lastCall?.headers.authorization).toBe(`Bearer ${SECRET}`);

    await expect
      .poll(async () => JSON.stringify((await api.get(`/chatflows/${flowId}`)).body))
      .toMatch(/credential\\":\\"[0-9a-f-]{36}/);
    expect(JSON.stringify((await api.get(`/chatflows/${flowId}`)).body)).not.toContain(SECRET);

    await page.getByRole('button', { name: 'Change Team account' }).press('Enter');
    await retype(page.getByRole('textbox', { name: 'Name of the credential' }), 'Home key');
    await retype(page.locator('input[type="password"]'), 'sk-other');
    await page.locator('input[type="password"]').press('Enter');
    await page.getByRole('button', { name: 'Change Home key' }).waitFor();
    await chosen.getByText('Home key').waitFor();

    await page.goto(`${suite.url}/#/settings`);
    await page.getByRole('link', { name: 'Show the credentials' }).click();
    const row = page.getByRole('list', { name: 'Credentials' }).getByRole('link', { name: 'Home key' });
    await row.getByText('OpenAI account · 1 field').waitFor();
  });

  test('another model that is not named yet is refused, and asked for; why the service offers none is said below it', async () => {
    const { page } = suite;
    await openNode('OpenAI', makeFlow({ basepath: 'http://127.0.0.1:9/v1' }));
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: /^Other…/ }).click();
    await page.getByText('Is required').waitFor();
    const name = page.getByRole('textbox', { name: 'Other' });
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('my-model');
    await page.getByText('Is required').waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('my-model');
    await page.getByText(/check that it runs/i).waitFor();
  });

  test('models that the service has are offered when the list is opened, and one is chosen', async () => {
    const { page } = suite;
    const fake = await startFakeOpenAI({ models: ['qwen3-embedding'] });
    onTestFinished(() => fake.close());
    await openNode('OpenAI', makeFlow({ basepath: fake.basepath }));
    const model = page.getByRole('combobox', { name: 'Model' });
    await model.click();
    await page.getByRole('option', { name: /^qwen3-embedding/ }).click();
    await expect.poll(() => model.textContent()).toBe('qwen3-embedding');
    expect(await page.getByRole('textbox', { name: 'Other' }).count()).toBe(0);
  });

  test('a connection that fails says what to do', async () => {
    const { page } = suite;
    await openNode('OpenAI', makeFlow({ basepath: 'http://127.0.0.1:9/v1' }));
    await page.getByRole('button', { name: 'Test connection' }).click();
    const alert = page.getByRole('region', { name: 'Connection' }).getByRole('alert');
    await alert.getByText('Check that it runs and that the address is right.').waitFor();
  });

  test('the preview counts the chunks of a chosen file, marks what they share, follows the settings and stores nothing', async () => {
    const { page, api, canvas } = suite;
    const flowId = await openNode('Text File');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file to preview' }).click();
    const text = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} of a long note about bees and beans.`);
    await (await chooser).setFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(text.join('\n\n')),
    });
    const preview = page.getByRole('region', { name: 'Preview' });
    const status = preview.getByText(/^Chunks \d+–\d+ of \d+$/);
    await status.waitFor();
    const before = await status.textContent();
    await preview.getByText('notes.txt').first().waitFor();
    expect(await preview.getByRole('listitem').count()).toBe(5);
    await preview.getByText('What two chunks share is marked.').waitFor();
    expect(await preview.getByTitle('The chunk before ends with this').first().textContent()).toMatch(/^Paragraph/);
    await expect.poll(() => preview.locator('dl').textContent()).toMatch(/chunks\d+shortest\d+median\d+longest\d+/);
    await preview.getByRole('button', { name: 'Chunks after' }).press('Enter');
    await preview.getByText(/^Chunks 6–/).waitFor();
    // The splitter shows the same file, at the same page, and other settings other chunks of it.
    await canvas.node('Recursive Character').click();
    await preview.getByText('notes.txt').first().waitFor();
    await preview.getByText(/^Chunks 6–/).waitFor();
    await page.getByRole('textbox', { name: 'Chunk size' }).fill('500');
    await preview.locator('[aria-busy="true"]').getByRole('listitem').first().waitFor();
    await preview.locator('[aria-busy="false"]').waitFor();
    await preview.getByText(/^Chunks 6–10 of \d+$/).waitFor();
    expect(await status.textContent()).not.toBe(before);
    expect((await api.get(`/runs?chatflowId=${flowId}`)).body).toEqual([]);
  });

  test('a splitter previews the chunks of the loader that it is wired to', async () => {
    const { page } = suite;
    await openNode('Recursive Character');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file to preview' }).click();
    await (await chooser).setFiles({
      name: 'short.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('One small note.'),
    });
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Chunk 1 of 1', { exact: true }).waitFor();
    await preview.getByText('One small note.').waitFor();
  });

  test('a file that can not be read says why', async () => {
    const { page } = suite;
    suite.expectFault('415');
    await openNode('Text File');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file to preview' }).click();
    await (await chooser).setFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('alert')
      .getByText(/picture\.png/)
      .waitFor();
  });
});
