import { describe, expect, test } from 'vitest';
import { type BrowserSuite, browserSkipReason, setUpBrowserSuite } from '../helpers/pages/browser-suite.ts';
import { createEmptyFlow, openNewFlow } from '../helpers/pages/editor-page.ts';
import { retype } from '../helpers/pages/retype.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF THE PANELS ARE SKIPPED: ${browserSkipReason}.\n`);

const canvasWidth = async ({ canvas }: BrowserSuite) => (await canvas.canvas.boundingBox())?.width ?? 0;

const questionOf = ({ page }: BrowserSuite) => page.getByRole('textbox', { name: 'Question' });

async function pressAskIn({ page }: BrowserSuite): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Ask' }).click();
}

describe.skipIf(browserSkipReason !== undefined)('The panels of the editor', () => {
  const suite = setUpBrowserSuite({ staysLoaded: true });

  const question = () => questionOf(suite);
  const tab = (name: string) => suite.page.getByRole('tab', { name });

  function hasFocus(): Promise<boolean> {
    return question().evaluate((element) => element === document.activeElement);
  }

  async function openFlow(): Promise<void> {
    await openNewFlow(suite.page, suite.url, suite.api);
    await suite.canvas.node('Local vector').click();
  }

  const pressAsk = () => pressAskIn(suite);

  test('settings and questions are two tabs of one panel; Escape goes from the question back to the settings, and closes the panel where there were none', async () => {
    const { page, canvas } = suite;
    await openFlow();
    await pressAsk();
    expect(await tab('Ask').getAttribute('aria-selected')).toBe('true');
    await question().fill('Who keeps the bees?');
    await tab('Settings').click();
    await canvas.inspector.getByRole('textbox', { name: 'Collection' }).waitFor();
    await tab('Ask').click();
    await expect.poll(() => question().inputValue()).toBe('Who keeps the bees?');
    await page.keyboard.press('Escape');
    await canvas.inspector.getByRole('textbox', { name: 'Collection' }).waitFor();
    await page.getByRole('button', { name: 'Close the right panel' }).click();
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
    await pressAsk();
    await question().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  });

  test('another flow opens without the panels of the one before, so that / adds a node, as an empty one says', async () => {
    const { page, canvas } = suite;
    await openFlow();
    await page.keyboard.press('Control+Enter');
    const drawer = page.getByRole('region', { name: 'Upsert', exact: true });
    await drawer.waitFor();
    await pressAsk();
    await question().waitFor();
    await page.goto(`${suite.url}/#/`);
    await createEmptyFlow(page);
    expect([await page.getByRole('tab').count(), await drawer.count()]).toEqual([0, 0]);

    await page.getByRole('button', { name: 'Start blank' }).click();
    await page.getByText('Choose the first node at the left').waitFor();
    await canvas.canvas.click({ position: { x: 600, y: 400 } });
    await page.getByText(/^Press . to add a node/).waitFor();
    await page.keyboard.type('/qdrant');
    await page.keyboard.press('Enter');
    await expect.poll(() => canvas.node('Qdrant').count()).toBe(1);

    // What belongs to the flow itself is as it was left.
    await pressAsk();
    await question().waitFor();
    await page.goto(`${suite.url}/#/`);
    await page.getByRole('heading', { name: /^Flows/ }).waitFor();
    await page.goBack();
    await question().waitFor();
  });

  test('the question has the focus however it is asked for, and typed words never reach the canvas', async () => {
    const { page, canvas } = suite;
    await openFlow();
    const view = () => canvas.canvas.locator('.react-flow__viewport').evaluate((element) => element.style.transform);
    const before = await view();
    for (const ask of [pressAsk, pressAsk, () => tab('Ask').click()]) {
      await ask();
      await expect.poll(hasFocus).toBe(true);
      await retype(question(), '');
      await page.keyboard.type('c 0 1 +');
      expect(await question().inputValue()).toBe('c 0 1 +');
    }
    await page.getByRole('region', { name: 'Ask' }).getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(hasFocus).toBe(true);
    // From anything else in the panel that has the focus, letters go into the question too.
    await tab('Ask').focus();
    await page.keyboard.press('Enter');
    await expect.poll(hasFocus).toBe(true);
    expect(await view()).toBe(before);
    expect(await canvas.nodes.count()).toBe(5);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('the canvas has the room: an inspector comes with a node and goes with it, and the flow has settings of its own', async () => {
    await suite.openPage({ viewport: { width: 1280, height: 800 } });
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('Local vector').waitFor();
    expect(await canvasWidth(suite)).toBeGreaterThanOrEqual(1100);
    await canvas.node('Local vector').click();
    await canvas.inspector.waitFor();
    expect(await canvasWidth(suite)).toBeGreaterThanOrEqual(850);
    // The node that was covered by the panel is in sight.
    const card = await canvas.node('Local vector').boundingBox();
    const panel = await canvas.inspector.boundingBox();
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThan(panel?.x ?? 0);
    await page.keyboard.press('Escape');
    await canvas.inspector.waitFor({ state: 'detached' });
    expect(await canvasWidth(suite)).toBeGreaterThanOrEqual(1100);
    // By keys.
    await canvas.node('File Loader').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'File Loader', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close the right panel' }).click();
    await canvas.inspector.waitFor({ state: 'detached' });
    await canvas.openFlowSettings();
    await page.getByRole('region', { name: 'Checklist' }).waitFor();
    await canvas.node('File Loader').click();
    await page.getByRole('region', { name: 'File Loader', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Flow', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await canvas.inspector.waitFor({ state: 'detached' });
  });

  test('a new flow has a name of its own and says on its canvas how to begin, and of no problem before there is a node', async () => {
    const { page, canvas } = suite;
    const name = page.getByRole('textbox', { name: 'Name of the flow' });
    await page.goto(`${suite.url}/#/`);
    await createEmptyFlow(page);
    const first = await name.inputValue();
    await page.goto(`${suite.url}/#/`);
    await createEmptyFlow(page);
    expect(await name.inputValue()).not.toBe(first);
    expect(await page.getByRole('heading', { name: 'Your flow begins here' }).count()).toBe(1);
    expect(await page.getByText(/problem/).count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Checklist' }).count()).toBe(0);
    await canvas.addNode('PDF File');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /problem/ })
      .waitFor();
  });
});

/** What was added last, the favourites and the sizes are kept: each test begins with none. */
describe.skipIf(browserSkipReason !== undefined)('What the panels of the editor keep', () => {
  const suite = setUpBrowserSuite();

  test('the palette lies over the canvas until a node is added, keeps the last ones and the favourites, and stays where it is pinned', async () => {
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('Local vector').waitFor();
    const namesIn = (name: string) => canvas.palette.getByRole('group', { name }).getByRole('option').allTextContents();
    await page.keyboard.press('/');
    await page.keyboard.type('scrap');
    await page.keyboard.press('Enter');
    await canvas.node('Cheerio').waitFor();
    await canvas.palette.waitFor({ state: 'detached' });
    await canvas.addNode('CSV File');
    await canvas.palette.waitFor({ state: 'detached' });
    await canvas.dragIn('PDF File', 40, 140);
    await canvas.palette.waitFor({ state: 'detached' });
    const add = page.getByRole('button', { name: 'Add node' });
    await add.focus();
    await page.keyboard.press('Enter');
    await canvas.palette.waitFor();
    await page.keyboard.press('Escape');
    await canvas.palette.waitFor({ state: 'detached' });
    expect(await add.evaluate((element) => element === document.activeElement)).toBe(true);
    // Letters typed before the browser draws again stay when it has drawn.
    const typed = await add.evaluate(async (button: HTMLElement) => {
      const type = (letter: string) => document.execCommand('insertText', false, letter);
      button.click();
      type('c');
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      type('s');
      return document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined;
    });
    expect(typed).toBe('cs');
    await canvas.canvas.click({ position: { x: 700, y: 20 } });
    await canvas.palette.waitFor({ state: 'detached' });

    await canvas.openPalette();
    expect(await namesIn('Favourites')).toEqual([]);
    await page.keyboard.type('json');
    await page.keyboard.press('Shift+Enter');
    expect(await canvas.nodes.count()).toBe(8);
    await canvas.search.fill('');
    await expect.poll(() => namesIn('Favourites')).toEqual(['JSON File']);
    const csv = canvas.palette.getByRole('option', { name: 'CSV File', exact: true }).last();
    await csv.hover();
    await csv.locator('[data-favourite]').click();
    await expect.poll(() => namesIn('Favourites')).toEqual(['JSON File', 'CSV File']);

    const before = await canvasWidth(suite);
    await page.getByRole('button', { name: 'Pin to the side' }).click();
    await expect.poll(() => canvasWidth(suite)).toBeLessThan(before);
    await page.reload();
    await canvas.palette.waitFor();
    await canvas.node('Local vector').waitFor();
    expect(await namesIn('Recent')).toEqual(['PDF File', 'CSV File', 'Cheerio Web Scraper']);
    const favourites = canvas.palette.getByRole('group', { name: 'Favourites' });
    await favourites.getByRole('option', { name: 'JSON File' }).locator('[data-favourite]').click();
    await expect.poll(() => namesIn('Favourites')).toEqual(['CSV File']);
    await favourites.getByRole('option').click();
    await expect.poll(() => canvas.nodes.count()).toBe(9);
    await page.keyboard.press('/');
    expect(await canvas.search.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Unpin from the side' }).click();
    await page.keyboard.press('Escape');
    await canvas.palette.waitFor({ state: 'detached' });
  });

  test('panels lie over the canvas in small windows, and what was added is beside them', async () => {
    await suite.openPage({ viewport: { width: 800, height: 600 } });
    const { page, canvas } = suite;
    await openNewFlow(page, suite.url, suite.api);
    await canvas.node('Local vector').waitFor();
    const besideRail = () => page.evaluate(() => innerWidth - 56);
    const liesOver = async (name: string) => {
      await canvas.addNode(name);
      await canvas.inspector.waitFor();
      const panel = await page.getByRole('tablist', { name: 'Right panel' }).boundingBox();
      const right = async () => {
        const card = await canvas.node(name).boundingBox();
        return (card?.x ?? 0) + (card?.width ?? 0);
      };
      await expect.poll(right).toBeLessThan(panel?.x ?? 0);
      expect(await canvasWidth(suite)).toBe(await besideRail());
    };
    await liesOver('CSV File');
    await page.getByRole('button', { name: 'Close the right panel' }).click();
    await page.setViewportSize({ width: 640, height: 400 });
    await expect.poll(() => canvasWidth(suite)).toBe(640 - 56);
    await liesOver('JSON File');
    await pressAskIn(suite);
    await questionOf(suite).waitFor();
    await page.getByRole('button', { name: 'Close the right panel' }).click();
    await canvas.inspector.waitFor({ state: 'detached' });
    const drawer = page.getByRole('region', { name: 'Upsert', exact: true });
    await page.getByRole('banner').getByRole('button', { name: 'Upsert' }).click();
    await drawer.waitFor();
    const edge = page.getByRole('separator', { name: 'Height of the upsert panel' });
    const heightOf = async () => (await drawer.boundingBox())?.height ?? 0;
    await edge.focus();
    await page.keyboard.press('Home');
    await expect.poll(heightOf).toBe(220);
    await page.keyboard.press('ArrowUp');
    await expect.poll(heightOf).toBe(240);
  });
});
