import { describe, expect, test } from 'vitest';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE PAGE OF THE API ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The page of the API', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  const list = () => suite.page.getByRole('navigation', { name: 'Operations' });
  const search = () => suite.page.getByRole('searchbox', { name: 'Search operations' });

  test('is at /api-docs, lists every operation of the server and asks no other host', async () => {
    const { page, url } = suite;
    const foreign: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== url && protocol !== 'data:') foreign.push(request.url());
    });
    await page.goto(`${url}/api-docs#/Server/getVersion`);
    await list().getByRole('link').first().waitFor();
    expect(page.url()).toBe(`${url}/#/api`);
    const document = await (await fetch(`${url}/api/v1/openapi.json`)).json();
    const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const shown = await list()
      .getByRole('listitem')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('title')));
    expect(shown.sort()).toEqual(described.sort());
    await page.getByText('UNAUTHORIZED').waitFor();
    expect(foreign).toEqual([]);
  });

  test('finds an operation, shows its fields and its call, and makes it, all by keys', async () => {
    const { page, url, api } = suite;
    await page.goto(`${url}/#/`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('HTTP API');
    await page.getByRole('option', { name: 'HTTP API', exact: true, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await search().fill('POST createChatflow');
    await page.getByText('1 operation', { exact: true }).waitFor();
    await search().press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const operation = page.getByRole('article', { name: 'Create a chatflow' });
    await operation.getByText('/api/v1/chatflows', { exact: true }).waitFor();
    const curl = operation.getByRole('region', { name: 'createChatflow in curl' });
    expect(await curl.textContent()).toContain(`-X POST '${url}/api/v1/chatflows'`);
    const body = operation.getByRole('textbox', { name: 'Body' });
    await body.fill('{"name": "Made by hand"');
    await operation.getByText('This is not valid JSON').waitFor();
    expect(await operation.getByRole('button', { name: 'Send the call' }).isDisabled()).toBe(true);
    await body.fill('{"name": "Made by hand", "flowData": "{\\"nodes\\":[],\\"edges\\":[]}"}');
    expect(await curl.textContent()).toContain('"name": "Made by hand"');
    await operation.getByRole('button', { name: 'Send the call' }).press('Enter');
    await operation.getByText('Status 200').waitFor();
    expect(JSON.stringify((await api.get('/chatflows')).body)).toContain('Made by hand');
  });

  test('asks for what is needed, tells a refusal, and goes through its list by the arrow keys', async () => {
    const { page, url } = suite;
    await page.goto(`${url}/#/api/getChatflow`);
    const operation = page.getByRole('article', { name: 'Read a chatflow' });
    await operation.getByText('Needed', { exact: true }).waitFor();
    expect(await operation.getByRole('button', { name: 'Send the call' }).isDisabled()).toBe(true);
    suite.expectFault('the server responded with a status of 404');
    await operation.getByRole('textbox', { name: 'id', exact: true }).fill('nothing');
    await page.keyboard.press('Enter');
    await operation.getByText('Status 404').waitFor();
    await operation.getByText('"CHATFLOW_NOT_FOUND"').waitFor();
    await operation.getByRole('radio', { name: 'Python' }).click();
    await operation.getByText(`requests.get(`).waitFor();
    await list().getByRole('link', { name: 'Read a chatflow', exact: false }).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await operation.waitFor({ state: 'hidden' });
    expect(page.url()).not.toContain('getChatflow');
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await list().isVisible()).toBe(false);
    await page.getByRole('link', { name: 'All operations' }).click();
    await list().getByRole('link').first().waitFor();
    await page.goto(`${url}/#/api/nowhere`);
    await page.getByText('There is no such operation').waitFor();
  });
});
