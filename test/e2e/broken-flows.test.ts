import { describe, expect, test } from 'vitest';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import { parseFlowDocument } from '../../shared/flow/flow-document.ts';
import { SET_ASIDE } from '../../shared/flow/read-flow.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF BROKEN FLOWS ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('A flow that is not as this version has it', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  const open = (id: string) => suite.page.goto(`${suite.url}/#/flows/${id}`);

  async function savedDocument(id: string) {
    const { body } = await suite.api.get(`/chatflows/${id}`);
    return parseFlowDocument(ChatflowSchema.parse(body).flowData);
  }

  /** Has the server give the flow another text than it would take: that of a later version, or of a damaged database. */
  async function giveInPlace(id: string, flowData: string): Promise<void> {
    await suite.page.route(`**/api/v1/chatflows/${id}`, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const chatflow = ChatflowSchema.parse(await response.json());
      return route.fulfill({ response, json: { ...chatflow, flowData } });
    });
  }

  test('is shown as far as it can be read, told of, and kept whole', async () => {
    const { page, canvas } = suite;
    const starter = createStarterFlow();
    const { id } = await suite.api.createFlow(starter);
    const [splitter, ...others] = starter.nodes;
    const later = {
      id: 'weaver_0',
      type: 'customNode',
      data: {
        id: 'weaver_0',
        name: 'weaver',
        label: 'Weaver',
        version: 9,
        inputs: { threads: 4 },
        inputParams: [{ type: 'loom' }],
      },
    };
    const odd = { kind: 'frame', around: ['weaver_0'] };
    const nodes = [...others, { ...splitter, position: undefined }, later, odd];
    const edges = [...starter.edges, { id: 'loose', source: 'gone_0', target: 'hnsw_0' }];
    await giveInPlace(id, JSON.stringify({ nodes, edges, schema: 7 }));
    await open(id);
    await expect.poll(() => canvas.nodes.count()).toBe(6);
    await canvas.node('Weaver').getByText('Not available here').waitFor();
    const notice = page.getByRole('status').filter({ hasText: 'Nothing is lost' });
    await notice.getByText(/1 part is neither a node nor a wire/).waitFor();
    await notice.getByText(/2 nodes have no place/).waitFor();
    await notice.getByText(/1 wire leads to a node that is not there/).waitFor();

    await notice.getByRole('button', { name: 'Remove loose wires' }).press('Enter');
    await canvas.saved();
    const saved = await savedDocument(id);
    expect(saved[SET_ASIDE]).toEqual({ nodes: [odd], edges: [] });
    expect(saved.schema).toBe(7);
    expect(saved.nodes.find((node) => node.id === 'weaver_0')).toMatchObject(later);
    expect(saved.edges).toHaveLength(starter.edges.length);
    await notice.getByRole('button', { name: 'Close' }).press('Enter');
    await notice.waitFor({ state: 'detached' });
  });

  test('has doubled ids told apart', async () => {
    const starter = createStarterFlow();
    const { id } = await suite.api.createFlow({ ...starter, nodes: [...starter.nodes, ...starter.nodes.slice(0, 1)] });
    await open(id);
    await expect.poll(() => suite.canvas.nodes.count()).toBe(6);
    await suite.page.getByText(/1 node had the id of another one/).waitFor();
  });

  test('is no flow at all: its text can be had, and the page stays', async () => {
    const { page } = suite;
    const { id } = await suite.api.createFlow(createStarterFlow());
    await giveInPlace(id, '{"nodes": "later"}');
    await open(id);
    const download = page.waitForEvent('download');
    await page.getByRole('alert').getByRole('button', { name: 'Save its text as a file' }).press('Enter');
    expect((await download).suggestedFilename()).toBe('Test flow.json');
    await page.getByRole('button', { name: 'Go to the flows' }).press('Enter');
    await page.getByRole('heading', { name: 'Flows' }).waitFor();
  });
});
