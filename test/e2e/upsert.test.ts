import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { QUERY_LIMIT } from '../../shared/api/vector.ts';
import { createStarterFlow, STARTER_FLOW_NAME } from '../../shared/flow/starter-flow.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../helpers/builders/flows.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { canvasPage } from '../helpers/pages/canvas-page.ts';
import { drawPdfFlow, upsertPdfAndQuery } from '../helpers/pages/draw-pdf-flow.ts';
import { type EditorPage, editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE UPSERT ARE SKIPPED: ${browserSkipReason}.\n`);

function sample(name: string): { readonly name: string; readonly content: Uint8Array } {
  return { name, content: readFileSync(fileURLToPath(new URL(`../../samples/${name}`, import.meta.url))) };
}

describe.skipIf(browserSkipReason !== undefined)('Upsert and ask in the page', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });
  let page: Page;
  let editor: EditorPage;

  beforeEach(async () => {
    ({ page } = suite);
    await page.setViewportSize({ width: 1280, height: 800 });
    page.setDefaultTimeout(20_000);
    editor = editorPage(page);
  });

  function chunkCount(word: string): Promise<string | null> {
    return editor.drawer
      .locator('dl div', { has: page.locator('dt', { hasText: word }) })
      .locator('dd')
      .textContent();
  }

  test('a flow drawn by hand from nothing upserts a PDF, and a question finds its passage', async () => {
    await page.goto(`${suite.url}/#/`);
    await drawPdfFlow(page);
    expect(await upsertPdfAndQuery(page)).toContain('Our five hives are looked after by Tomasz Brandt');
  });

  test('an empty store offers to upsert; the samples are upserted, a question finds its passage, and the same files again change nothing', async () => {
    await openNewFlow(page, suite.url, suite.api);
    await page.getByRole('button', { name: 'Ask', exact: true }).first().click();
    await editor.queryFor('Anything there?');
    await editor.queryPanel.getByText('Nothing to search yet').waitFor();
    await editor.queryPanel.getByRole('button', { name: 'Upsert documents' }).click();
    await editor.drawer.waitFor();
    await editor.takeSamples();
    await editor.upsert();
    await editor.drawer.getByRole('button', { name: 'Ask a question' }).waitFor();
    const added = Number(await chunkCount('added'));
    expect(added).toBeGreaterThan(15);
    expect(await chunkCount('unchanged')).toBe('0');

    await editor.drawer.getByRole('button', { name: 'Ask a question' }).click();
    await editor.queryFor('Who looks after the bees?');
    const passage = editor.queryPanel.getByRole('listitem').first();
    await passage.getByText('Our five hives are looked after by Tomasz Brandt').waitFor();
    expect(await passage.textContent()).toMatch(/garden-handbook\.pdf.*Score 0\.\d+.*page 3/s);
    expect(await passage.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['Bees', 'looked']));

    await editor.chooseFiles(sample('garden-handbook.pdf'), sample('plots.csv'), sample('spring-meeting.docx'));
    await editor.upsert();
    await editor.drawer.getByText(`Nothing new: all ${added} chunks unchanged`).first().waitFor();
    expect(await chunkCount('added')).toBe('0');
    await whatAnAnswerMayLack();
  });

  test('an open flow shows the newest run, also one that a script began', async () => {
    const { id } = await suite.api.createFlow(makeFlow());
    await suite.api.upsert(id, [{ name: 'bees.txt', content: 'The bees are well.' }]);
    await page.goto(`${suite.url}/#/flows/${id}`);
    await editor.openUpsert();
    await editor.drawer.getByRole('heading', { name: '1 chunk added' }).waitFor();
    const files = ['hives', 'beans'].map((name) => ({ name: `${name}.txt`, content: `About ${name}.` }));
    await suite.api.upsert(id, files);
    await editor.drawer.getByRole('heading', { name: '2 chunks added' }).waitFor();
  });

  /** It is said with the answer; another way to search answers the question anew, and words that are not there find nothing. */
  async function whatAnAnswerMayLack(): Promise<void> {
    // Only while a very large upsert is taken in is the search by words behind.
    await page.route('**/api/v1/vector/query/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), keywordIndexBehind: 1200 } });
    });
    await editor.queryFor(`Who looks after the bees? ${'and so on '.repeat(QUERY_LIMIT / 10)}`);
    await editor.queryPanel.getByText('Only the beginning of the question was looked for').waitFor();
    await editor.queryPanel.getByText('has not read the last 1,200 changes yet').waitFor();
    await editor.queryPanel.getByText(/^\d+ passages in/).waitFor();
    await page.unrouteAll();

    await editor.queryFor('zeppelin');
    await editor.queryPanel.getByText(/^\d+ passages in/).waitFor();
    await editor.queryPanel.getByRole('combobox', { name: 'Search by' }).click();
    await page.getByRole('option', { name: 'Words', exact: true }).click();
    await editor.queryPanel.getByText('Nothing found').waitFor();
  }

  test('of two vector stores the one whose card says so is filled and asked, and the drawer offers the other', async () => {
    const { hnsw, fileLoader, transformersEmbeddings } = nodeDefinitions;
    const flow = makeFlow({ loader: fileLoader });
    const second = { ...node(hnsw, { collection: 'second' }, 'hnsw_1'), position: { x: 400, y: 300 } };
    const { id } = await suite.api.createFlow({
      nodes: [...flow.nodes, { ...second, data: { ...second.data, label: 'Second store' } }],
      edges: [
        ...flow.edges,
        edge(node(fileLoader), second, 'document'),
        edge(node(transformersEmbeddings), second, 'embeddings'),
      ],
    });
    await page.goto(`${suite.url}/#/flows/${id}`);
    await canvasPage(page).ready();
    await page.getByRole('button', { name: 'Upsert into Second store' }).click();
    const choice = editor.drawer.getByRole('combobox', { name: 'Vector store to fill' });
    expect(await choice.textContent()).toContain('Second store');
    await editor.chooseFiles({ name: 'a.txt', content: 'Bees sleep in winter.' });
    await editor.upsert();
    await editor.drawer.getByRole('button', { name: 'Ask a question' }).click();
    await editor.queryFor('Bees');
    await editor.queryPanel.getByText('sleep in winter').first().waitFor();
    expect((await suite.api.query(id, { query: 'Bees', stopNodeId: 'hnsw_1' })).docs).toHaveLength(1);
    expect((await suite.api.query(id, { query: 'Bees', stopNodeId: 'hnsw_0' })).docs).toHaveLength(0);
    await choice.click();
    await page.getByRole('option', { name: 'Local vector store (HNSW)' }).click();
    await editor.chooseFiles({ name: 'b.txt', content: 'Moss likes shade.' });
    await editor.upsert();
    await editor.drawer.getByText('1 chunk added').first().waitFor();
    expect((await suite.api.query(id, { query: 'Moss', stopNodeId: 'hnsw_0' })).docs).toHaveLength(1);
  });

  test('a damaged file ends with an error that names the node and the file', async () => {
    await openNewFlow(page, suite.url, suite.api);
    await editor.openUpsert();
    await editor.chooseFiles({ name: 'broken.pdf', content: '%PDF-1.4\nthis is not the inside of a PDF\n' });
    await editor.upsert();
    const alert = editor.drawer.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('File Loader');
    expect(await alert.textContent()).toContain('broken.pdf');
    await editor.drawer.getByRole('button', { name: 'Try again' }).waitFor();
    await editor.drawer.getByRole('button', { name: 'Show File Loader' }).click();
    await page.locator('.react-flow__node.selected', { hasText: 'File Loader' }).waitFor();
  });

  test('what is wrong with the flow is said, and leads to its node', async () => {
    const starter = createStarterFlow();
    const edges = starter.edges.filter(({ source }) => !source.startsWith('transformersEmbeddings'));
    const { id } = await suite.api.createFlow({ ...starter, edges });
    await page.goto(`${suite.url}/#/flows/${id}`);
    await editor.openUpsert();
    await editor.drawer.getByText('Fix 1 problem first.').waitFor();
    await editor.drawer.getByRole('region', { name: 'Problems' }).getByRole('button').click();
    await page.locator('.react-flow__node.selected', { hasText: 'HNSW' }).waitFor();
    const answers = page.getByText('Questions are answered all the same, from what is stored.');
    expect(await answers.count()).toBe(0);
    const loaderless = starter.edges.filter(({ targetHandle }) => !(targetHandle ?? '').includes('-input-document-'));
    const unfilled = await suite.api.createFlow({ ...starter, edges: loaderless });
    await page.goto(`${suite.url}/#/flows/${unfilled.id}`);
    await page.getByRole('banner').getByRole('button', { name: '1 problem' }).click();
    await answers.waitFor();
  });

  test('a first start shows a canvas with the flow that is ready to run; the next visit shows the list', async () => {
    const { id } = await suite.api.createFlow(createStarterFlow());
    const flow = { ...((await suite.api.get(`/chatflows/${id}`)).body as object), name: STARTER_FLOW_NAME };
    // As a new data folder has it; here are those of other tests.
    await page.route('**/api/v1/chatflows/names', (route) => route.fulfill({ json: [flow] }));
    await page.goto('about:blank');
    await page.goto(suite.url);
    await page.locator('.react-flow__node').nth(4).waitFor();
    expect(page.url()).toBe(`${suite.url}/#/flows/${id}`);
    await page.goto('about:blank');
    await page.goto(suite.url);
    await page.getByRole('link', { name: STARTER_FLOW_NAME }).waitFor();
  });
});
