import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UpsertAcceptedSchema } from '../../shared/api/vector.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { edge, makeFlow, node } from '../helpers/builders/flows.ts';
import { makeTemporaryFolder } from '../helpers/builders/temporary-folder.ts';
import { type FakeQdrant, startFakeQdrant } from '../helpers/fakes/fake-qdrant.ts';
import { axeViolations, violationsInBoth } from '../helpers/pages/axe.ts';
import { browserSkipReason } from '../helpers/pages/browser-suite.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';
import { setUpStoresSuite } from '../helpers/pages/stores-suite.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE WALK OVER UPSERTS IS SKIPPED: ${browserSkipReason}.\n`);

const RunIdSchema = UpsertAcceptedSchema.pick({ runId: true });
const RULES = 'Books may be kept for three weeks; the desk in room 3 renews them. '.repeat(8);

/** Answers the test of the settings, and nothing of documents. */
const LATE_MODEL = 'text-embedding-3-large';

describe.skipIf(browserSkipReason !== undefined)('Upserts, runs and stores, without a violation', () => {
  const setup = setUpStoresSuite(({ model, texts }) => {
    const isHeld = texts.some((text) => text.includes('Held') || (model === LATE_MODEL && text.includes('Paragraph')));
    return isHeld ? 'hang' : undefined;
  });
  const { suite } = setup;
  const folder = makeTemporaryFolder();
  let qdrant: FakeQdrant;
  let keptInStep: string;
  let page: Page;
  let faults: Record<string, readonly string[]>;

  beforeAll(async () => {
    qdrant = await startFakeQdrant();
    // Before the page first asks which flows there are.
    const flow = makeFlow({
      basepath: setup.fake.basepath,
      loader: nodeDefinitions.folderFiles,
      loaderInputs: { folderPath: folder.path },
      records: { cleanup: 'incremental' },
    });
    ({ id: keptInStep } = await suite.api.createFlow(flow));
    await suite.api.json('PUT', `/chatflows/${keptInStep}`, { name: 'To be moved' });
  });
  afterAll(async () => {
    await qdrant.close();
    folder.remove();
  });
  beforeEach(async () => {
    ({ page } = suite);
    await page.setViewportSize({ width: 1280, height: 800 });
    faults = {};
  });

  /** A fault does not end the walk, so that one run tells all. */
  async function look(name: string, violations = axeViolations): Promise<void> {
    const found = await violations(page);
    if (found.length > 0) faults[name] = found;
  }
  const open = (path: string) => page.goto(`${suite.url}/#${path}`);

  /** What the server answers, and more. */
  const withMore = (fields: object) => async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...fields } });
  };

  /** A flow with two vector stores, of which one is chosen. */
  async function newForkedFlow(): Promise<string> {
    const { hnsw, fileLoader, openAIEmbeddings } = nodeDefinitions;
    const flow = makeFlow({ loader: fileLoader, basepath: setup.fake.basepath });
    const second = node(hnsw, { collection: 'second' }, 'hnsw_1');
    const edges = [
      ...flow.edges,
      edge(node(fileLoader), second, 'document'),
      edge(node(openAIEmbeddings), second, 'embeddings'),
    ];
    return (await suite.api.createFlow({ nodes: [...flow.nodes, second], edges })).id;
  }

  /** Pastes into the drawer. */
  function paste(text: string): Promise<void> {
    const button = editorPage(page).drawer.getByRole('button', { name: 'Choose files' });
    return button.evaluate((target, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  test('the drawer of an upsert before, during and after one that was cancelled or failed', async () => {
    const editor = editorPage(page);
    const { drawer } = editor;
    await open(`/flows/${await newForkedFlow()}`);
    await editor.openUpsert();
    await drawer.getByRole('combobox', { name: 'Vector store to fill' }).waitFor();
    await editor.chooseFiles({ name: 'held.txt', content: 'Held.' }, { name: 'photo.png', content: 'not text' });
    await drawer.getByRole('alert').getByText('photo.png').waitFor();
    await drawer.getByRole('button', { name: 'Paste a text' }).press('Enter');
    const form = drawer.getByRole('form', { name: 'Add a text' });
    await form.waitFor();
    await look('A refused file, and a text to add');
    await form.getByRole('button', { name: 'Cancel' }).click();
    suite.expectFault('422 (Unprocessable Entity)');
    await paste('http://127.0.0.1:9/hours');
    const address = drawer.getByRole('form', { name: 'Add from the web' });
    await address.getByLabel('Address').press('Enter');
    await address.getByText('Read it only if you trust what answers there.').waitFor();
    await look('A page to add from this machine');
    await address.getByRole('button', { name: 'Cancel' }).click();

    await editor.upsert();
    await drawer.getByRole('progressbar', { name: 'Progress of OpenAI Embedding' }).waitFor();
    await look('An upsert that runs');
    await drawer.getByRole('button', { name: 'Cancel', exact: true }).click();
    await drawer.getByText('The upsert was cancelled.').waitFor();
    await look('An upsert that was cancelled');

    const loaderInputs = { folderPath: `${folder.path}/nowhere` };
    const flow = makeFlow({ basepath: setup.fake.basepath, loader: nodeDefinitions.folderFiles, loaderInputs });
    await open(`/flows/${(await suite.api.createFlow(flow)).id}`);
    await editor.openUpsert();
    await drawer.getByRole('region', { name: 'This flow reads by itself' }).waitFor();
    await editor.upsert();
    await drawer.getByRole('alert').getByText('Check the path.').waitFor();
    await look('An upsert that failed, of a flow that reads by itself');
    expect(faults).toEqual({});
  });

  test('a dry run, what an upsert has done, and what a question finds', async () => {
    const editor = editorPage(page);
    const { drawer } = editor;
    const loader = nodeDefinitions.fileLoader;
    const { id } = await suite.api.createFlow(
      makeFlow({ basepath: setup.fake.basepath, loader, records: { cleanup: 'incremental' } }),
    );
    await suite.api.upsert(id, [{ name: 'rules.txt', content: RULES }]);
    await open(`/flows/${id}`);
    await editor.openUpsert();
    await editor.chooseFiles(
      { name: 'rules.txt', content: RULES.replace('three', 'four') },
      { name: 'fake.pdf', content: 'just text' },
    );
    await drawer.getByRole('button', { name: 'Dry run' }).click();
    const dryRun = drawer.getByRole('region', { name: 'Dry run' });
    await dryRun.getByRole('list', { name: 'Changed chunks' }).locator('ins').first().waitFor();
    await look('A dry run');
    await editor.upsert();
    await drawer.getByText('1 file could not be read.').waitFor();
    await look('An upsert that left out a file');
    await drawer.getByRole('button', { name: 'Ask a question' }).click();
    await editor.queryPanel.getByRole('textbox', { name: 'Question' }).pressSequentially('books');
    await page.keyboard.press('Enter');
    await editor.queryPanel.getByRole('listitem').first().waitFor();
    await look('Passages that were found');
    expect(faults).toEqual({});
  });

  test('a run with its settings and chunks, and the question whether to undo it', async () => {
    const flow = makeFlow({ basepath: setup.fake.basepath, records: { cleanup: 'full' } });
    const { id } = await suite.api.createFlow(flow);
    await suite.api.upsert(id, [
      { name: 'a.txt', content: RULES },
      { name: 'gone.txt', content: 'Gone.' },
    ]);
    const files = [
      { name: 'a.txt', content: RULES.replace('three', 'four') },
      { name: 'bad.txt', content: '' },
    ];
    const { body } = await suite.api.upload(id, files, { skipFailedFiles: 'true' });
    await open(`/runs/${RunIdSchema.parse(body).runId}`);
    await page.getByRole('region', { name: 'Compared with the run before' }).waitFor();
    await page.getByRole('button', { name: 'Try again: bad.txt' }).waitFor();
    await page.getByRole('button', { name: 'Settings used' }).press('Enter');
    await page.getByRole('region', { name: 'Settings used' }).getByText('Chunk size').waitFor();
    await look('A run with its settings', violationsInBoth);
    const counts = page.getByRole('navigation', { name: 'Chunks' });
    await counts.getByRole('link', { name: /^chunks deleted/ }).click();
    await page.getByRole('region', { name: 'Deleted chunks' }).getByRole('listitem').first().waitFor();
    await look('The chunks of a run', violationsInBoth);
    await page.getByRole('button', { name: 'Undo this upsert' }).click();
    await page.getByRole('alertdialog', { name: 'Undo this upsert?' }).waitFor();
    await look('The question whether to undo');
    expect(faults).toEqual({});
  });

  test('loaders of a document store: one that failed, a new one, and one with other settings', async () => {
    const failing = await setup.newStore('Fails');
    const loader = { name: 'folderFiles', config: { folderPath: `${folder.path}/nowhere` } };
    await setup.api.upload('/loader/save', [], { storeId: failing, loader: JSON.stringify(loader) });
    expect((await setup.api.json('POST', `/upsert/${failing}`, {})).status).toBeGreaterThanOrEqual(400);
    await open(`/stores/${failing}`);
    await setup.window.loaders().getByRole('alert').waitFor();
    await setup.window.pickLoader('File Loader');
    await setup.window.chooseFiles([{ name: 'plots.csv', content: 'All plots,\n\nplot,size\n1,20\n2,35\n' }]);
    await setup.window.button('Preview chunks').click();
    await page.getByText('"plots.csv": Header taken from row 3.').waitFor();
    await look('A loader that failed, and a new one with its preview');

    const id = await setup.filledStore('Left out');
    const files = [
      { name: 'rules.txt', content: RULES },
      { name: 'broken.pdf', content: '%PDF-1.4 nothing' },
    ];
    const skipping = { loader: JSON.stringify({ name: 'fileLoader', config: {} }), skipFailedFiles: 'true' };
    await setup.api.upsert(id, files, skipping);
    await open(`/stores/${id}`);
    await page.getByRole('region', { name: 'Files that could not be read' }).waitFor();
    await look('Files that could not be read');
    await setup.window.menu('Text File', 'Change settings');
    await page.getByRole('textbox', { name: 'Chunk size' }).press('ControlOrMeta+a');
    await page.keyboard.type('220');
    await setup.window.button('See what changes').click();
    await page.getByText(/^3 chunks would be added/).waitFor();
    await look('What other settings change');
    expect(faults).toEqual({});
  });

  test('a document store on its way to another model or vector store, and edited chunks', async () => {
    const id = await setup.filledStore('On its way');
    await open(`/stores/${id}?tab=settings`);
    await page.getByRole('combobox', { name: 'Vector store' }).click();
    await page.getByRole('option', { name: /^Qdrant/ }).click();
    await page.getByText('All 6 chunks are moved there with their vectors').waitFor();
    await look('Another vector store');
    await open(`/stores/${id}`);
    await setup.window.loaders().first().waitFor();
    await open(`/stores/${id}?tab=settings`);
    await page.getByRole('combobox', { name: 'Model', exact: true }).click();
    await page.getByRole('option', { name: LATE_MODEL }).click();
    await page.getByText('all 6 chunks are embedded again').waitFor();
    await look('Another model');
    await setup.window.button('Test and embed again').click();
    await setup.window.running().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('region', { name: 'Embedding again stopped' }).waitFor();
    await look('Embedding again stopped');

    const edited = await setup.filledStore('Edited');
    const { chunks } = await setup.api.chunks(edited);
    const [loader] = (await setup.api.store(edited)).loaders;
    const path = `/chunks/${edited}/${loader?.id}/${chunks[0]?.id}`;
    expect((await setup.api.json('PUT', path, { pageContent: 'Quokkas smile.' })).status).toBe(200);
    await open(`/contents/${edited}`);
    await page.getByRole('status').filter({ hasText: 'Chunks were changed since the last upsert.' }).waitFor();
    await look('Chunks that were changed');
    expect(faults).toEqual({});
  });

  test('a flow that is synced, and one that is moved', async () => {
    const id = keptInStep;
    expect((await suite.api.json('POST', `/sync/${id}/run`, {})).status).toBeLessThan(300);
    await expect
      .poll(async () => JSON.stringify((await suite.api.get(`/sync/${id}`)).body))
      .not.toContain('"last":null');
    const date = '2025-01-15T10:30:01.250Z';
    const missing = { loaderId: 'folderFiles_0', label: 'Folder', count: 12, why: '12 of 12 files are missing.', date };
    const state = {
      mode: 'schedule',
      schedule: { every: 'week', days: ['monday', 'friday'], at: '09:30' },
      notes: ['The folder is on a drive that may be away.'],
      held: [{ ...missing, answer: null }],
    };
    await page.route(`**/api/v1/sync/${id}`, withMore(state));
    await open(`/flows/${id}`);
    await suite.canvas.openFlowSettings();
    const panel = page.getByRole('region', { name: 'Sync' });
    await panel.getByRole('list', { name: 'Missing files' }).getByText('12 of 12 files').waitFor();
    await panel.getByRole('button', { name: 'What was done' }).press('Enter');
    await panel.getByRole('list', { name: 'What was done' }).waitFor();
    await look('A flow that is synced');
    await panel.getByRole('combobox', { name: 'When' }).press('Enter');
    await page.getByRole('option', { name: /^Every few minutes/ }).press('Enter');
    await panel.getByRole('textbox', { name: 'Minutes between' }).press('ControlOrMeta+a');
    await page.keyboard.type('2');
    await panel.getByText('Write 5 to 1440 minutes.').waitFor();
    await look('Minutes that are too few');

    await open('/');
    await page.getByRole('button', { name: 'More for To be moved' }).click();
    await page.getByRole('menuitem', { name: 'Move to another vector store' }).click();
    await page.getByRole('textbox', { name: 'Server URL' }).press('ControlOrMeta+a');
    await page.keyboard.type(qdrant.url);
    await page.getByRole('textbox', { name: 'Collection name' }).pressSequentially('gate');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page
      .getByRole('region', { name: 'Connection' })
      .getByText(/Qdrant/)
      .waitFor();
    await look('A flow that is moved');
    expect(faults).toEqual({});
  });
});
