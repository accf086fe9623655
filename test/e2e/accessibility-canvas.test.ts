import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { FlowDocument } from '../../shared/flow/flow-document.ts';
import { createStarterFlow } from '../../shared/flow/starter-flow.ts';
import { nodeDefinitions } from '../../shared/nodes/registry.ts';
import { makeFlow, withDisabled } from '../helpers/builders/flows.ts';
import { axeViolations, violationsInBoth } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage, openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE WALK OVER THE CANVAS AND ITS PANELS IS SKIPPED: ${browserSkipReason}.\n`);

const UNKNOWN = new URL('../fixtures/flowise/flowise-unknown-nodes.json', import.meta.url);
const STORE = 'Local vector store (HNSW)';
/** An address where nothing listens. */
const NOBODY = 'http://127.0.0.1:9/v1';

/** The nodes side by side. */
function placed(flow: FlowDocument): FlowDocument {
  return { ...flow, nodes: flow.nodes.map((node, index) => ({ ...node, position: { x: 300 * index, y: 0 } })) };
}

// The screens themselves, with the drawer, are in all-screens.test.ts; the form of every node in every-node.test.ts.
describe.skipIf(browserSkipReason !== undefined)('Panels, dialogs and menus of the canvas, without a violation', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  /** Collects the faults by what is looked at, so that one walk tells all of them. */
  function beginWalk() {
    const faults: Record<string, readonly string[]> = {};
    /** @param within what is new in a window that was looked at: of other themes, tokens.test.ts proves the colours */
    async function look(name: string, within?: string): Promise<void> {
      const found =
        within === undefined ? await violationsInBoth(suite.page) : await axeViolations(suite.page, { within });
      if (found.length > 0) faults[name] = found;
    }
    return { faults, look };
  }

  async function openFlow(flow: FlowDocument): Promise<string> {
    const { id } = await suite.api.createFlow(flow);
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    return id;
  }

  /** Opens the form of a node. */
  async function select(label: string): Promise<void> {
    await suite.canvas.node(label).focus();
    await suite.page.keyboard.press('Enter');
    await suite.canvas.inspector.waitFor();
  }

  /** Chooses a file for the preview of the open form. */
  async function preview(content: string): Promise<void> {
    const chooser = suite.page.waitForEvent('filechooser');
    await suite.page.getByRole('button', { name: 'Choose a file to preview' }).click();
    await (await chooser).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(content) });
    await suite.page
      .getByRole('region', { name: 'Preview' })
      .getByText(/^Chunks \d+–/)
      .waitFor();
  }

  test('a form with a fault, the question, the shortcuts, the command palette with hits and without', async () => {
    const { page, canvas } = suite;
    const { faults, look } = beginWalk();
    await openNewFlow(page, suite.url, suite.api);
    await canvas.edges.nth(3).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.keyboard.type('Who keeps the bees?');
    await look('a question');
    await page.getByRole('button', { name: 'Close the right panel' }).click();
    await select('Recursive');
    await canvas.inspector.getByRole('button', { name: 'More settings' }).click();
    await canvas.inspector.getByRole('button', { name: 'API calls may change Chunk overlap' }).click();
    await canvas.inspector.getByRole('textbox', { name: 'Chunk size' }).selectText();
    await page.keyboard.type('many');
    await look('a form with a fault and an input that calls may change');
    await canvas.node('Recursive').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('the shortcuts', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await look('the command palette', '[role="dialog"]');
    await page.keyboard.type('zzzz');
    await page.getByRole('option', { name: 'Ask everything: zzzz' }).waitFor();
    await look('the command palette without a hit', '[role="dialog"]');
    // The dialog is the window's, not the flow's: it would stay for the next test.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(faults).toEqual({});
  });

  test('the nodes to add, with favourites and without a hit', async () => {
    const { page, canvas } = suite;
    const { faults, look } = beginWalk();
    await openNewFlow(page, suite.url, suite.api);
    await canvas.edges.nth(3).waitFor();
    await canvas.openPalette();
    await page.keyboard.type('json');
    await page.keyboard.press('Shift+Enter');
    await canvas.search.selectText();
    await page.keyboard.press('Delete');
    await canvas.palette.getByRole('group', { name: 'Favourites' }).waitFor();
    await look('the nodes, with favourites');
    await page.keyboard.type('zzzz');
    await page.getByText('No node is called “zzzz”.').waitFor();
    await look('the nodes without a hit');
    expect(faults).toEqual({});
  });

  test('high contrast: a form with a fault, and the nodes', async () => {
    const { page, canvas } = suite;
    const { faults, look } = beginWalk();
    await page.emulateMedia({ contrast: 'more' });
    await openNewFlow(page, suite.url, suite.api);
    await select('Recursive');
    await canvas.inspector.getByRole('textbox', { name: 'Chunk size' }).selectText();
    await page.keyboard.type('many');
    await canvas.openPalette();
    await expect.poll(() => page.locator('html').getAttribute('data-contrast')).toBe('more');
    await look('the editor');
    expect(faults).toEqual({});
  });

  test('menus, tools and lists in a small window, as at 200 %', async () => {
    // What is left of a window of 1280 x 800.
    await suite.openPage({ viewport: { width: 640, height: 400 } });
    const { page, canvas } = suite;
    const { faults, look } = beginWalk();
    await openNewFlow(page, suite.url, suite.api);
    await canvas.edges.nth(3).waitFor();
    await canvas.canvas.getByRole('group', { name: `Wire from File Loader to ${STORE}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('toolbar', { name: /^Tools of wire/ }).waitFor();
    await page.keyboard.press('i');
    await page.getByRole('dialog', { name: 'Add on the wire' }).waitFor();
    await look('a wire with its tools and its list');
    await page.keyboard.press('Escape');
    await canvas.node('On-device').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('toolbar', { name: 'Node', exact: true }).waitFor();
    await page.keyboard.press('F2');
    await canvas.canvas.getByRole('textbox', { name: 'Name of the node' }).waitFor();
    await look('a node with its tools, its name and its form over the canvas');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu', { name: 'Menu of the node' }).waitFor();
    await look('the menu of a node', '[role="menu"]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close the right panel' }).click();
    await editorPage(page).openUpsert();
    await look('the drawer');
    expect(faults).toEqual({});
  });

  test('the menu of the canvas, a note, nodes that are disabled or not available, and a flow that is not as this version has it', async () => {
    const { page, canvas } = suite;
    const { faults, look } = beginWalk();
    const starter = createStarterFlow();
    const [splitter] = starter.nodes;
    const loose = [...starter.edges, { id: 'loose', source: 'gone_0', target: 'hnsw_0' }];
    await openFlow({ ...withDisabled(starter, splitter?.id ?? ''), edges: loose });
    await page.getByRole('status').filter({ hasText: 'Nothing is lost' }).waitFor();
    await canvas.canvas.focus();
    await page.keyboard.press('n');
    await page.keyboard.type('Handbook');
    await page.keyboard.press('Escape');
    await look('a flow with a loose wire, and a note with its colours');
    await select('Recursive');
    await page.getByRole('region', { name: 'Disabled' }).waitFor();
    await editorPage(page).openUpsert();
    await editorPage(page).drawer.getByRole('region', { name: 'Left out' }).waitFor();
    await look('a disabled node');
    await page.getByRole('button', { name: 'Close upsert' }).click();
    await canvas.canvas.locator('.react-flow__pane').click({ button: 'right', position: { x: 30, y: 300 } });
    await page.getByRole('menu', { name: 'Menu of the canvas' }).waitFor();
    await look('the menu of the canvas', '[role="menu"]');
    await page.keyboard.press('Escape');
    await openFlow(JSON.parse(readFileSync(UNKNOWN, 'utf8')));
    await select('Garden index');
    await page.getByRole('region', { name: 'Replace by' }).getByRole('button').first().waitFor();
    await look('a node that is not available');
    await openFlow({ nodes: [], edges: [] });
    await page.getByRole('region', { name: 'Begin the flow' }).waitFor();
    await look('an empty flow');
    expect(faults).toEqual({});
  });

  test('versions: none, and one with what differs', async () => {
    const { page } = suite;
    const { faults, look } = beginWalk();
    const starter = createStarterFlow();
    const id = await openFlow(starter);
    await suite.canvas.edges.nth(3).waitFor();
    const openVersions = async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('Versions of the flow');
      await page.keyboard.press('Enter');
    };
    await openVersions();
    const panel = page.getByRole('region', { name: 'Versions' });
    await panel.getByText('Earlier versions will be here').waitFor();
    await look('no versions');
    await page.keyboard.press('Escape');
    await page.goto(`${suite.url}/#/`);
    await page.getByRole('button', { name: 'New flow', exact: true }).waitFor();
    await suite.api.json('PUT', `/chatflows/${id}`, { flowData: JSON.stringify({ ...starter, nodes: [], edges: [] }) });
    await page.goto(`${suite.url}/#/flows/${id}`);
    await page.getByText('Your flow begins here').waitFor();
    await openVersions();
    await panel.getByRole('list', { name: 'Earlier versions' }).getByRole('button').first().click();
    await panel.getByRole('list', { name: 'What differs' }).waitFor();
    await look('a version');
    expect(faults).toEqual({});
  });

  test('a credential, a connection that fails, a preview, the variables, and the last run of a node', async () => {
    const { page, canvas, api } = suite;
    const { faults, look } = beginWalk();
    await api.json('POST', '/variables', { name: 'team', value: 'Garden', type: 'static' });
    const { plainText, textFile } = nodeDefinitions;
    await openFlow(placed(makeFlow({ basepath: NOBODY, loader: textFile })));
    await select('OpenAI');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('region', { name: 'Connection' }).getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('form', { name: 'New credential' }).waitFor();
    await look('a new credential, and a connection that failed');
    await select('Text File');
    const lines = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} of a long note about bees and beans.`);
    await preview(lines.join('\n\n'));
    await look('a preview', '[data-flow-form]');
    const { id } = await api.createFlow(placed(makeFlow({ loader: plainText, loaderInputs: { text: 'Bees fly.' } })));
    await api.json('POST', `/vector/upsert/${id}`, {});
    await page.goto(`${suite.url}/#/flows/${id}`);
    await select(STORE);
    await canvas.inspector.getByRole('region', { name: 'Last run' }).getByText('Bees fly.').waitFor();
    await look('the last run', '[data-flow-form]');
    await select('Plain Text');
    await canvas.inspector.getByRole('textbox', { name: 'Text', exact: true }).focus();
    await page.keyboard.type('{{');
    await page.getByRole('menuitem', { name: 'team' }).waitFor();
    await look('the variables', '[role="menu"]');
    expect(faults).toEqual({});
  });

  test('what is asked before a flow is deleted, and what the server has to say', async () => {
    const { page, api } = suite;
    const { faults, look } = beginWalk();
    const backup = { name: 'tributary-000007.db', date: '2026-01-31T13:05:00.000Z', sizeBytes: 1000 };
    const told = [{ code: 'DATABASE_SET_ASIDE', message: 'The database was damaged. It was put aside.', backup }];
    await page.route('**/api/v1/notices', (route) => route.fulfill({ json: told }));
    const store = { qdrantServerUrl: 'http://127.0.0.1:6333', qdrantCollection: 'notes' };
    const { id } = await api.createFlow(makeFlow({ storeNode: nodeDefinitions.qdrant, store }));
    await api.json('PUT', `/chatflows/${id}`, { name: 'In Qdrant' });
    await page.goto(`${suite.url}/#/`);
    await page.reload();
    await page.getByRole('status').filter({ hasText: 'It was put aside' }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look('a notice');
    await page.getByRole('button', { name: 'More for In Qdrant', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('checkbox').waitFor();
    await look('the question about a flow');
    expect(faults).toEqual({});
  });
});
