import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeFlow } from '../helpers/builders/flows.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { resourcesPage } from '../helpers/pages/resources-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF RESOURCES ARE SKIPPED: ${browserSkipReason}.\n`);

const RowsSchema = z.array(z.looseObject({ id: z.string() }));

describe.skipIf(browserSkipReason !== undefined)('Resources', () => {
  const suite = setUpBrowserSuite({ isAlone: true, staysLoaded: true });
  const screen = () => resourcesPage(suite.page, suite.url);
  const rowsOf = async (path: string) => RowsSchema.parse((await suite.api.get(path)).body);

  /** Opens a list of which something was not made in this page, which may know the list from before. */
  async function openAnew(name: string): Promise<void> {
    await screen().open(name);
    await suite.page.reload();
  }

  test('a tool is made with parameters and code, exported, changed by a file, deleted and brought back', async () => {
    const { page } = suite;
    const { open, field, button, row, choose, saved } = screen();
    await open('tools');
    await page.getByText('Your tools will be here').waitFor();
    await button('New tool').click();
    await button('Create tool').click();
    await page.getByText('Must not be empty.').waitFor();
    await field('Name').fill('add_numbers');
    await button('Add a parameter').click();
    await button('Create tool').click();
    await page.getByText('Each parameter needs a name.').waitFor();
    await field('Name of parameter 1').fill('a');
    await page.getByRole('switch', { name: 'a is required' }).press('Space');
    await page.locator('.cm-content').click();
    await page.keyboard.type('return $a + 1;');
    await button('Create tool').press('Enter');
    await page.getByRole('heading', { name: 'add_numbers' }).waitFor();
    expect(await rowsOf('/tools')).toMatchObject([
      { name: 'add_numbers', func: 'return $a + 1;', schema: expect.stringContaining('"required":true') },
    ]);

    const file = await saved(() => choose('Export as JSON'));
    expect(file.name).toBe('add_numbers.json');
    const changed = file.text.replace('"description": ""', '"description": "Adds one."');
    await button('Import').click();
    await page.getByLabel('JSON file').setInputFiles({
      name: 'tools.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify([...JSON.parse(changed), { name: 'twice' }, {}])),
    });
    const steps = page.getByRole('list', { name: 'What the import does' });
    await steps.getByRole('listitem').filter({ hasText: 'add_numbers' }).getByText('Adds one.').waitFor();
    await steps.getByRole('listitem').filter({ hasText: 'Entry 3' }).getByText('name: Is missing.').waitFor();
    await button('Import 2 tools').click();
    await page.getByText('2 tools imported.').waitFor();
    expect(await rowsOf('/tools')).toHaveLength(2);

    await row('add_numbers').click();
    await choose('Delete');
    await row('add_numbers').waitFor({ state: 'hidden' });
    await button('Undo').click();
    await row('add_numbers').waitFor();
    expect(await rowsOf('/tools')).toContainEqual(
      expect.objectContaining({ name: 'add_numbers', func: 'return $a + 1;', description: 'Adds one.' }),
    );
  });

  test('what is typed stays while another row is open', async () => {
    const { field, button, row } = screen();
    await suite.api.json('POST', '/variables', { name: 'first', value: 'one' });
    await suite.api.json('POST', '/variables', { name: 'second', value: 'two' });
    await openAnew('variables');
    await row('first').click();
    await field('Value').fill('one and a half');
    await row('second').click();
    await suite.page.getByRole('heading', { name: 'second' }).waitFor();
    await row('first').getByText('Unsaved').waitFor();
    await row('first').click();
    await suite.page.getByRole('heading', { name: 'first' }).waitFor();
    expect(await field('Value').inputValue()).toBe('one and a half');
    await button('Save').click();
    await suite.page.getByText('Saved', { exact: true }).waitFor();
    expect(await rowsOf('/variables')).toContainEqual(
      expect.objectContaining({ name: 'first', value: 'one and a half' }),
    );
  });

  test('a variable is searched for, and says which flow uses it', async () => {
    const { page } = suite;
    const { row } = screen();
    await suite.api.json('POST', '/variables', { name: 'hub', value: 'http://127.0.0.1:1' });
    const flow = makeFlow({ basepath: 'http://127.0.0.1:1/v1', embedding: { modelName: '{{$vars.hub}}' } });
    await suite.api.json('POST', '/chatflows', { name: 'With a hub', flowData: JSON.stringify(flow) });
    await openAnew('variables');
    await page.getByRole('searchbox', { name: 'Search variables' }).fill('127.0');
    await row('hub').press('Enter');
    await page.getByRole('list', { name: 'Used in' }).getByRole('link', { name: 'With a hub' }).waitFor();
  });

  test('a variable whose name another one has says which of them counts', async () => {
    const { page } = suite;
    const { button, field } = screen();
    await suite.api.json('POST', '/variables', { name: 'twice', value: 'one' });
    await openAnew('variables');
    await button('New variable').click();
    await field('Name').click();
    await page.keyboard.type('twice');
    await page.getByText('There is a variable of this name already.').waitFor();
    await page.keyboard.type('r');
    await page.getByText('There is a variable of this name already.').waitFor({ state: 'detached' });
  });

  test('a credential is made, renamed without its secret, and deleted after its uses are named', async () => {
    const { page } = suite;
    const { open, field, button, row, choose } = screen();
    await open('credentials');
    await button('New credential').click();
    await page.getByRole('combobox', { name: 'What it opens' }).click();
    await page.getByRole('option', { name: 'GitHub account' }).click();
    await field('Name').fill('Code');
    await button('Create credential').click();
    await page.getByText('Must not be empty.').waitFor();
    await page.locator('input[type=password]').fill('a-secret-token');
    await button('Create credential').click();
    await page.getByRole('heading', { name: 'Code' }).waitFor();
    await page.getByText('api.github.com').waitFor();
    await field('Name').fill('Code of the club');
    await button('Save').click();
    await page.getByRole('heading', { name: 'Code of the club' }).waitFor();
    const [credential] = await rowsOf('/credentials');
    expect(JSON.stringify(credential)).not.toContain('a-secret-token');
    await suite.api.json('POST', '/assistants', { details: '{"name":"Reader"}', credential: credential?.id });
    await page.reload();
    await row('Code of the club').click();
    await choose('Delete');
    await page.getByRole('alertdialog').getByText('1 place can not run').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete credential' }).click();
    await page.getByText('Your credentials will be here').waitFor();
  });

  test('an API key is shown once, then only its end, its last use and its flows', async () => {
    const { page } = suite;
    const { open, field, button, row, choose } = screen();
    await open('api-keys');
    await button('New API key').click();
    await field('Name').fill('Nightly import');
    await button('Create API key').click();
    const key = await page.getByRole('region', { name: 'The new key' }).locator('code').textContent();
    await button('I have copied it').click();
    await page.getByRole('heading', { name: 'Nightly import' }).waitFor();
    expect(await page.content()).not.toContain(key);

    const [made] = await rowsOf('/apikey');
    const { id } = await suite.api.createFlow(makeFlow());
    await suite.api.json('PUT', `/chatflows/${id}`, { apikeyid: made?.id });
    suite.expectFault('the server responded with a status of 409');
    await page.reload();
    await row('Nightly import').getByText('1 bound flow').waitFor();
    await row('Nightly import').click();
    await page.getByText('Never', { exact: true }).waitFor();
    await choose('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete API key' }).click();
    await page.getByText('bind them to another key').first().waitFor();
  });

  test('an assistant keeps what the form has no field for', async () => {
    const { field, button, row } = screen();
    await suite.api.json('POST', '/assistants', { details: '{"name":"Guide","temperature":0.5}' });
    await openAnew('assistants');
    await row('Guide').click();
    await field('Instructions').fill('Answer from the handbook.');
    await button('Save').click();
    await suite.page.getByText('Saved', { exact: true }).waitFor();
    const details = (await rowsOf('/assistants')).map((each) => JSON.parse(String(each.details)));
    expect(details).toContainEqual({ name: 'Guide', temperature: 0.5, instructions: 'Answer from the handbook.' });
  });

  test('feedback is filtered by its rating and saved as a table', async () => {
    const { page } = suite;
    const { button, saved } = screen();
    const { id: chatflowid } = await suite.api.createFlow(makeFlow());
    const messages: string[] = [];
    for (const rating of ['THUMBS_UP', 'THUMBS_DOWN']) {
      const content = rating === 'THUMBS_UP' ? '=1+1' : 'Old, and "wrong"';
      messages.push(await suite.api.makeMessage(chatflowid, 'c'));
      await suite.api.json('POST', '/feedback', { messageId: messages.at(-1), rating, content });
    }
    await openAnew('feedback');
    await page.getByText('2 entries').waitFor();
    await page.getByRole('combobox', { name: 'Rating' }).click();
    await page.getByRole('option', { name: 'Bad' }).click();
    await page.getByText('1 entry').waitFor();
    expect(page.url()).toContain('rating=THUMBS_DOWN');
    expect((await saved(() => button('Export as CSV').click())).text).toContain(
      `bad,"Old, and ""wrong""",c,${messages[1]}\r\n`,
    );
    await page.goto(`${suite.url}/#/resources/feedback`);
    expect((await saved(() => button('Export as CSV').click())).text).toContain(`good,'=1+1,c,${messages[0]}\r\n`);
    await page.getByRole('listitem').filter({ hasText: 'Old' }).getByRole('button').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete feedback' }).click();
    await page.getByText('1 entry').waitFor();
  });
});
