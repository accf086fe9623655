import type { Page } from 'playwright-core';

/** Makes a flow of these fields, and opens it. */
export async function openMadeFlow(page: Page, url: string, data: unknown): Promise<void> {
  const created: unknown = await (await page.request.post(`${url}/api/v1/chatflows`, { data })).json();
  if (typeof created !== 'object' || created === null || !('id' in created))
    throw new Error('The flow was not created.');
  await page.goto(`${url}/#/flows/${created.id}`);
}
