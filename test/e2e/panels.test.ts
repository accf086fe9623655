import { describe, expect, test } from 'vitest';
import { axeViolations } from '../helpers/pages/axe.ts';
import { browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { createEmptyFlow, openNewFlow } from '../helpers/pages/editor-page.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE PANELS ARE SKIPPED: ${browserSkipReason}.\n`);

describe.skipIf(browserSkipReason !== undefined)('The panels of the editor', () => {
  const suite = setUpBrowserSuite();

  const question = () => suite.page.getByRole('textbox', { name: 'Question' });
  const tab = (name: string) => suite.page.getByRole('tab', { name });

  function hasFocus(): Promise<boolean> {
    return question().evaluate((element) => element === document.activeElement);
  }

  async function openFlow(): Promise<void> {
    await openNewFlow(suite.page, suite.url, suite.api);
    await suite.canvas.node('Local vector').click();
  }

  async function pressAsk(): Promise<void> {
    await suite.page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
  }

  test('settings and questions are two tabs of one panel', async () => {
    const { page, canvas } = suite;
    await openFlow();
    await pressAsk();
    expect(await tab('Ask').getAttribute('aria-selected')).toBe('true');
    await question().fill('Who keeps the bees?');
    expect(await axeViolations(suite.page)).toEqual([]);
    await tab('Settings').click();
    await canvas.inspector.getByRole('textbox', { name: 'Collection' }).waitFor();
    expect(await axeViolations(suite.page)).toEqual([]);
    await tab('Ask').click();
    expect(await question().inputValue()).toBe('Who keeps the bees?');
    await page.getByRole('button', { name: 'Close the right panel' }).click();
    expect(await page.getByRole('tab').count()).toBe(0);
  });

  test('the question has the focus however it is asked for, and typed words never reach the canvas', async () => {
    const { page, canvas } = suite;
    await openFlow();
    const view = () => canvas.canvas.locator('.react-flow__viewport').evaluate((element) => element.style.transform);
    const before = await view();
    for (const ask of [pressAsk, pressAsk, () => tab('Ask').click()]) {
      await ask();
      expect(await hasFocus()).toBe(true);
      await question().fill('');
      await page.keyboard.type('c 0 1 +');
      expect(await question().inputValue()).toBe('c 0 1 +');
    }
    await page.getByRole('region', { name: 'Ask' }).getByRole('button', { name: 'Ask', exact: true }).click();
    expect(await hasFocus()).toBe(true);
    // From anything else in the panel that has the focus, letters go into the question too.
    await tab('Ask').focus();
    await page.keyboard.press('Enter');
    expect(await hasFocus()).toBe(true);
    expect(await view()).toBe(before);
    expect(await canvas.nodes.count()).toBe(5);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('Escape goes from the question back to the settings, and closes the panel where there were none', async () => {
    const { page, canvas } = suite;
    await openFlow();
    await pressAsk();
    await page.keyboard.press('Escape');
    await canvas.inspector.getByRole('textbox', { name: 'Collection' }).waitFor();
    await page.getByRole('button', { name: 'Close the right panel' }).click();
    await pressAsk();
    await question().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  });

  test('a list that finds nothing is still a list to screen readers', async () => {
    const { page, canvas } = suite;
    await openFlow();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A flow, a store, a file, a command or a question').fill('zzzz');
    await page.getByRole('option', { name: 'Ask everything: zzzz' }).waitFor();
    expect(await axeViolations(suite.page)).toEqual([]);
    await page.keyboard.press('Escape');
    await canvas.canvas.focus();
    await page.getByRole('combobox', { name: 'Search nodes' }).fill('zzzz');
    await page.getByText('No node is called “zzzz”.').waitFor();
    expect(await axeViolations(suite.page)).toEqual([]);
  });

  test('every new flow has a name of its own', async () => {
    const { page } = suite;
    const names: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      await page.goto(`${suite.url}/#/`);
      await createEmptyFlow(page);
      const name = page.getByRole('textbox', { name: 'Name of the flow' });
      await name.waitFor();
      names.push(await name.inputValue());
    }
    expect(names).toEqual(['New flow', 'New flow 2']);
  });

  test('what a new flow needs is said once, on its canvas', async () => {
    const { page, canvas } = suite;
    await page.goto(`${suite.url}/#/`);
    await createEmptyFlow(page);
    expect(await canvas.canvas.getByText(/vector store/).count()).toBe(1);
    expect(await page.getByText(/problem/).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Checklist' }).count()).toBe(0);
    await page.getByRole('option', { name: 'PDF File' }).click();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /problem/ })
      .waitFor();
  });
});
