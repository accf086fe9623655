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
    await page.getByText('Version of the server').waitFor();
    const document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json();
    const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    // The viewer draws the operations of a long list when they come into sight.
    const shown = new Set<string>();
    const look = async () => {
      const blocks = page.locator('.opblock-summary');
      for (const text of await blocks.evaluateAll((all) =>
        all.map((one) => {
          const textOf = (selector: string) => one.querySelector(selector)?.textContent?.replaceAll('\u200b', '') ?? '';
          return `${textOf('.opblock-summary-method').toLowerCase()} ${textOf('.opblock-summary-path')}`;
        }),
      )) {
        shown.add(text);
      }
      await page.mouse.wheel(0, 300);
      return shown.size;
    };
    await page.mouse.move(300, 300);
    await expect.poll(look, { timeout: 60_000, interval: 50 }).toBe(described.length);
    expect([...shown].sort()).toEqual(described.sort());
    await page.evaluate(() => window.scrollTo(0, 0));

    await page.getByText('Version of the server').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('"version"').waitFor();

    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
    await page.close();
  });
});
