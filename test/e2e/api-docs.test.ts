import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumArgs, testBrowser } from '../helpers/pages/browser.ts';
import { startTestServer, type TestServer } from '../helpers/servers/test-server.ts';

const found = testBrowser();

describe.skipIf('skipReason' in found)('The page of the API', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startTestServer();
    browser = await chromium.launch({ executablePath: 'path' in found ? found.path : '', args: chromiumArgs() });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('lists the operations and calls one, with nothing from elsewhere and nothing inline', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    const foreign: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== server.url && protocol !== 'data:') foreign.push(request.url());
    });

    await page.goto(`${server.url}/api-docs`);
    await page.getByText('List chatflows, last changed first').waitFor();
    const shown = await page.locator('.opblock-summary-path').allTextContents();
    const document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json();
    const described = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods));
    expect(shown).toHaveLength(described.length);

    await page.getByText('Version of the server').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('"version"').waitFor();

    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
    await page.close();
  });
});
