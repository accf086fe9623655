import type { Page } from 'playwright-core';
import { createEdge, createNode } from '../../shared/flow/create-node.ts';
import type { FlowEdge, FlowNode } from '../../shared/flow/flow-document.ts';
import { inputHandleId, outputHandleId } from '../../shared/flow/handles.ts';
import type { NodeDefinition } from '../../shared/nodes/define-node.ts';
import { allNodeDefinitions, nodeDefinitions } from '../../shared/nodes/registry.ts';

type Inputs = Readonly<Record<string, unknown>>;

const COLUMNS = 7;
/** Nothing listens on the discard port. */
const NOWHERE = 'http://127.0.0.1:9';

function placed(definition: NodeDefinition, x: number, y: number, inputs: Inputs = {}): FlowNode {
  const node = createNode(definition, `${definition.name}_0`, { x, y });
  return { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...inputs } } };
}

/** An edge from a node's first output to the named input of another. */
function edge(from: NodeDefinition, to: NodeDefinition, name: string): FlowEdge {
  const [output] = from.outputs;
  const input = to.inputs.find((candidate) => candidate.name === name);
  if (output === undefined || input === undefined) throw new Error(`No edge from ${from.name} to ${to.name}.`);
  const [source, target] = [`${from.name}_0`, `${to.name}_0`];
  return createEdge(source, outputHandleId(source, output), target, inputHandleId(target, input));
}

async function openFlow(page: Page, url: string, nodes: readonly FlowNode[], edges: readonly FlowEdge[] = []) {
  const data = { name: 'Handbook', flowData: JSON.stringify({ nodes, edges }) };
  const created: unknown = await (await page.request.post(`${url}/api/v1/chatflows`, { data })).json();
  if (typeof created !== 'object' || created === null || !('id' in created))
    throw new Error('The flow was not created.');
  await page.goto(`${url}/#/flows/${created.id}`);
  await page
    .locator('.react-flow__node')
    .nth(nodes.length - 1)
    .waitFor();
}

/** A site and a folder into a local store. */
async function openOwnSources(page: Page, url: string, folderPath: string): Promise<void> {
  const { cheerioWebScraper, folderFiles, hnsw, transformersEmbeddings } = nodeDefinitions;
  const site = { url: 'https://example.com/handbook/', relativeLinksMethod: 'scrapeXMLSitemap' };
  await openFlow(
    page,
    url,
    [
      placed(folderFiles, 0, 0, { folderPath }),
      placed(cheerioWebScraper, 0, 160, site),
      placed(transformersEmbeddings, 0, 320),
      placed(hnsw, 340, 140),
    ],
    [
      edge(folderFiles, hnsw, 'document'),
      edge(cheerioWebScraper, hnsw, 'document'),
      edge(transformersEmbeddings, hnsw, 'embeddings'),
    ],
  );
  await page.getByRole('banner').getByRole('button', { name: 'Upsert' }).click();
  await page.getByRole('region', { name: 'This flow reads by itself' }).waitFor();
}

async function openForm(page: Page, url: string, definition: NodeDefinition, inputs: Inputs): Promise<void> {
  await openFlow(page, url, [placed(definition, 0, 0, inputs)]);
  await page.locator('.react-flow__node').click();
  await page.getByRole('region', { name: definition.label, exact: true }).waitFor();
}

/** States with many kinds of nodes. */
export const nodeStates = {
  async 'every-node'(page, url) {
    const nodes = allNodeDefinitions.map((definition, index) =>
      placed(definition, (index % COLUMNS) * 270, Math.floor(index / COLUMNS) * 190),
    );
    await openFlow(page, url, nodes);
    await page.getByRole('button', { name: 'Fit the flow' }).click();
  },
  async 'form-of-a-site'(page, url) {
    await openForm(page, url, nodeDefinitions.cheerioWebScraper, { relativeLinksMethod: 'webCrawl' });
    await page.getByRole('button', { name: 'More settings' }).click();
  },
  async 'form-of-a-database'(page, url) {
    await openForm(page, url, nodeDefinitions.sqlDatabase, { databaseType: 'postgres' });
  },
  async 'connection-failed'(page, url) {
    const inputs = { qdrantServerUrl: NOWHERE, qdrantCollection: 'handbook' };
    await openForm(page, url, nodeDefinitions.qdrant, inputs);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('region', { name: 'Connection' }).getByRole('alert').waitFor();
  },
  async search(page, url) {
    await openFlow(page, url, [placed(nodeDefinitions.hnsw, 0, 0)]);
    await page.getByRole('button', { name: 'Add node' }).click();
    await page.getByRole('combobox', { name: 'Search nodes' }).fill('web');
    await page.getByRole('option', { name: 'Cheerio Web Scraper' }).waitFor();
  },
  async connect(page, url) {
    await openFlow(page, url, [placed(nodeDefinitions.hnsw, 0, 0)]);
    await page.locator('.react-flow__node').click();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'Connect to' }).getByRole('option').first().waitFor();
  },
  async 'own-sources'(page, url) {
    await openOwnSources(page, url, '~/Documents/handbook');
  },
  async 'own-sources-failed'(page, url) {
    await openOwnSources(page, url, '/documents/that are not there');
    const drawer = page.getByRole('region', { name: 'Upsert', exact: true });
    await drawer.getByRole('button', { name: 'Upsert', exact: true }).click();
    await drawer.getByRole('alert').waitFor();
  },
} satisfies Record<string, (page: Page, url: string) => Promise<void>>;
