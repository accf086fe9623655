import { describe, expect, test } from 'vitest';
import { ChatflowSchema } from '../../shared/api/chatflows.ts';
import { createFlowForText } from '../../shared/flow/flow-for-documents.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { editorPage } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined) console.warn(`\nTHE TESTS OF THE INSPECTOR ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The inspector', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  async function openFlow(text = 'Bees fly.'): Promise<string> {
    const { id } = await suite.api.createFlow(createFlowForText(text));
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.canvas.nodes.first().waitFor();
    return id;
  }

  async function select(label: string): Promise<void> {
    await suite.canvas.node(label).focus();
    await suite.page.keyboard.press('Enter');
    await suite.page.getByRole('region', { name: label, exact: true }).waitFor();
  }

  test('lets API calls change an input where it stands, and keeps that', async () => {
    await suite.openPage({ viewport: { width: 1280, height: 800 } });
    const { page, canvas } = suite;
    const id = await openFlow();
    await select('Recursive Character Text Splitter');
    const toggle = canvas.inspector.getByRole('button', { name: 'API calls may change Chunk size' });
    expect(await toggle.getAttribute('aria-pressed')).toBe('false');
    await toggle.click();
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
    await toggle.press('Space');
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Control+z');
    await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('true');
    await select('Plain Text');
    await canvas.inspector.getByRole('switch', { name: /Chunks in the answer/ }).click();
    await canvas.saved();
    const { apiConfig } = ChatflowSchema.parse((await suite.api.get(`/chatflows/${id}`)).body);
    expect(apiConfig).toContain('{"name":"chunkSize","enabled":true}');
  });

  test('puts a variable into a text: by typing two braces, and by its button', async () => {
    const { page, canvas } = suite;
    await suite.api.json('POST', '/variables', { name: 'team', value: 'Garden', type: 'static' });
    await openFlow('');
    await select('Plain Text');
    const field = canvas.inspector.getByRole('textbox', { name: 'Text', exact: true });
    await field.focus();
    await page.keyboard.type('Hello {{');
    const item = page.getByRole('menuitem', { name: 'team' });
    await item.waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    // At once, without a wait for the menu to close.
    await page.keyboard.type(' and ');
    await expect.poll(() => field.inputValue()).toBe('Hello {{$vars.team}} and ');
    await canvas.inspector.getByRole('button', { name: 'Insert a variable into Text' }).click();
    await item.click();
    await expect.poll(() => field.inputValue()).toBe('Hello {{$vars.team}} and {{$vars.team}}');
    // The menu that closes gives the focus back.
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('{{');
    await item.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('x');
    await expect.poll(() => field.inputValue()).toBe('Hello {{$vars.team}} and {{$vars.team}}{{x');
  });

  test('says what a node gave in the last run, and leads to it', async () => {
    const { page, canvas } = suite;
    await openFlow('Bees fly at noon.');
    await editorPage(page).openUpsert();
    await editorPage(page).upsert();
    await editorPage(page).drawer.getByRole('heading', { name: '1 chunk added' }).waitFor();
    await select('Local vector store (HNSW)');
    const last = canvas.inspector.getByRole('region', { name: 'Last run' });
    await last.getByText(/1 chunk/).waitFor();
    await last.getByText('First chunks that were added').waitFor();
    await last.getByText('Bees fly at noon.').waitFor();
    await last.getByRole('link', { name: 'Open the run' }).press('Enter');
    await expect.poll(() => page.url()).toContain('/runs/');
  });
});
