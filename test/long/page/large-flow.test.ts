import type { Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ChatflowSchema } from '../../../shared/api/chatflows.ts';
import { parseFlowDocument } from '../../../shared/flow/flow-document.ts';
import { canvasActions } from '../../bench/ui/canvas-actions.ts';
import { makeLargeFlow } from '../../helpers/builders/large-flow.ts';
import { browserSkipReason, setUpBrowserSuite } from '../../helpers/pages/browser-suite.ts';
import { quantile, tracePage } from '../../helpers/pages/page-trace.ts';

if (browserSkipReason !== undefined)
  console.warn(`\nTHE BROWSER TESTS OF LARGE FLOWS ARE SKIPPED: ${browserSkipReason}.\n`);

/** Groups of 5 nodes. */
const LARGE = 100;

/** Of 500 nodes so many may be elements at once: those in sight, and those that edges lead to. */
const MOST_DRAWN = 110;

/** The moves that are compared. */
const COMPARED = ['Drag a node', 'Pan', 'Zoom'];

/** How many times the script of 5 nodes a move may take with 500: their medians, of the same machine at the same time. */
const MOST_TIMES = 5;

describe.skipIf(browserSkipReason !== undefined)('A flow of 500 nodes', () => {
  const suite = setUpBrowserSuite();

  async function open(groups: number): Promise<string> {
    const { id } = await suite.api.createFlow(makeLargeFlow(groups));
    await suite.page.goto(`${suite.url}/#/flows/${id}`);
    await suite.page.getByRole('img', { name: 'Map of the flow' }).waitFor();
    await suite.canvas.saved();
    return id;
  }

  const focusedLabel = () =>
    suite.page.evaluate(() => {
      const card = document.activeElement?.closest('.react-flow__node');
      return card === document.activeElement ? card?.getAttribute('aria-label') : undefined;
    });
  const isInSight = () =>
    suite.page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect();
      const canvas = document.querySelector('.react-flow')?.getBoundingClientRect();
      if (box === undefined || canvas === undefined) return false;
      return box.right > canvas.left && box.left < canvas.right && box.bottom > canvas.top && box.top < canvas.bottom;
    });
  const places = async (id: string) => {
    const { body } = await suite.api.get(`/chatflows/${id}`);
    const { nodes } = parseFlowDocument(ChatflowSchema.parse(body).flowData);
    return new Map(nodes.map((node) => [node.id, node.position]));
  };

  test('is drawn as far as it is in sight, and Tab, find and select all reach the rest', async () => {
    const { page, canvas } = suite;
    const id = await open(LARGE);
    await page.keyboard.press('0');
    await canvas.nodes.nth(5).waitFor();
    expect(await canvas.nodes.count()).toBeLessThan(MOST_DRAWN);
    expect(await canvas.edges.count()).toBeLessThan(400);

    // Tab comes to the first node, and goes on in the order of the flow, wherever the nodes are.
    await page.getByRole('textbox', { name: 'Name of the flow' }).focus();
    for (let stop = 0; stop < 120 && (await focusedLabel()) === undefined; stop += 1) await page.keyboard.press('Tab');
    expect(await focusedLabel()).toBe('Recursive Character Text Splitter 0');
    // The store's card has a button of its own.
    for (let stop = 0; stop < 7; stop += 1) await page.keyboard.press('Tab');
    expect(await focusedLabel()).toBe('File Loader 1');
    await expect.poll(isInSight).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await focusedLabel()).toBe('Recursive Character Text Splitter 1');

    await page.keyboard.press('Control+f');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('record manager 87');
    await page.getByRole('option', { name: 'SQLite Record Manager 87' }).click();
    await expect.poll(focusedLabel).toBe('SQLite Record Manager 87');
    await expect.poll(isInSight).toBe(true);

    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await places(id)).size).toBe(0);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await places(id)).size).toBe(500);
  });

  test('is painted from afar: a painted node is dragged as one step, a box selects painted nodes, and panning selects no text', async () => {
    const { page, canvas } = suite;
    const id = await open(LARGE);
    expect(await canvas.nodes.count()).toBeLessThan(10);
    const before = await places(id);
    const from = await page.evaluate(() => {
      const box = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    // The middle of the flow is between groups: to the right and below is the splitter of the next one.
    const target = await page.evaluate(({ x, y }) => {
      const transform = document.querySelector('.react-flow__viewport')?.getAttribute('style') ?? '';
      const [, tx = 0, ty = 0, zoom = 1] = (/translate\((.*)px, ?(.*)px\) scale\((.*)\)/.exec(transform) ?? []).map(
        Number,
      );
      const canvas = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect(x, y);
      const node = { x: 5 * 640 + 120, y: 5 * 600 + 20 };
      return { x: canvas.x + tx + node.x * zoom, y: canvas.y + ty + node.y * zoom };
    }, from);
    await page.mouse.move(target.x, target.y);
    await canvas.node('Recursive Character Text Splitter 55').waitFor();
    await page.mouse.down();
    await page.mouse.move(target.x + 20, target.y - 12, { steps: 5 });
    await page.mouse.up();
    const moved = 'recursiveCharacterTextSplitter_55';
    await expect.poll(async () => (await places(id)).get(moved)).not.toEqual(before.get(moved));
    await page.keyboard.press('Control+z');
    await expect.poll(async () => Object.fromEntries(await places(id))).toEqual(Object.fromEntries(before));

    const corner = { x: from.x - 320, y: from.y - 280 };
    await page.keyboard.down('Shift');
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 320, from.y + 240, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await places(id)).size).toBeLessThan(300);

    await page.keyboard.press('0');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 200, from.y - 100, { steps: 6 });
    await page.mouse.up();
    expect(await page.evaluate(() => window.getSelection()?.toString() ?? '')).toBe('');
  });

  /** The median script of each kind of move, in ms a frame. */
  async function medians(browser: Browser, groups: number): Promise<ReadonlyMap<string, number>> {
    await open(groups);
    const found = new Map<string, number>();
    for (const { name, prepare, act } of canvasActions.filter((action) => COMPARED.includes(action.name))) {
      await prepare(suite.page);
      const { scriptOfMoves } = await tracePage(browser, suite.page, () => act(suite.page));
      found.set(name, quantile(scriptOfMoves, 0.5));
    }
    return found;
  }

  test('costs a move hardly more than one of 5 nodes does', async () => {
    const browser = suite.page.context().browser();
    if (browser === null) throw new Error('The page has no browser.');
    const small = await medians(browser, 1);
    const large = await medians(browser, LARGE);
    const times = [...large].map(([name, median]) => ({ name, times: median / (small.get(name) ?? 0) }));
    expect(times.filter(({ times: found }) => !(found < MOST_TIMES))).toEqual([]);
  });
});
