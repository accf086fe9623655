import type { Page } from 'playwright-core';
import { createFlowForText } from '../../shared/flow/flow-for-documents.ts';

async function openFlow(page: Page, url: string, flow: object): Promise<void> {
  const data = { name: 'New flow', flowData: JSON.stringify(flow) };
  const created: unknown = await (await page.request.post(`${url}/api/v1/chatflows`, { data })).json();
  if (typeof created !== 'object' || created === null || !('id' in created))
    throw new Error('The flow was not created.');
  await page.goto(`${url}/#/flows/${created.id}`);
}

/** A flow before it begins, one that is not as this version has it, and the inspector's fields. */
export const startStates = {
  async 'empty-flow'(page: Page, url: string) {
    await openFlow(page, url, { nodes: [], edges: [] });
    await page.getByText('Your flow begins here').waitFor();
  },
  async 'begun-flow'(page: Page, url: string) {
    await openFlow(page, url, { nodes: [], edges: [] });
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles({ name: 'guide.md', mimeType: 'text/markdown', buffer: Buffer.from('# Guide') });
    await page.getByRole('button', { name: 'Upsert 1 file' }).waitFor();
  },
  async 'flow-of-a-later-version'(page: Page, url: string) {
    const flow = createFlowForText('Bees fly at noon.');
    await openFlow(page, url, {
      nodes: [...flow.nodes, ...flow.nodes.slice(0, 1)],
      edges: [...flow.edges, { id: 'loose', source: 'gone_0', target: 'hnsw_0' }],
    });
    await page.getByRole('button', { name: 'Remove loose wires' }).waitFor();
  },
  async 'variable-menu'(page: Page, url: string) {
    await openFlow(page, url, createFlowForText('Bees fly at noon. '));
    await page.request.post(`${url}/api/v1/variables`, { data: { name: 'team', value: 'Garden', type: 'static' } });
    await page.locator('.react-flow__node', { hasText: 'Plain Text' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
    await page.keyboard.type('{{');
    await page.getByRole('menu').waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;
