import type { Page } from 'playwright-core';

/** Steps of a drag, of panning and of zooming. */
const STEPS = 60;

/** Something that is done to a flow on the canvas, and measured. */
export interface CanvasAction {
  readonly name: string;
  /** Many moves, each of which wants a frame; or one edit, which wants to be seen soon. */
  readonly kind: 'moves' | 'edit';
  /** What has to be so before; not measured. */
  readonly prepare: (page: Page) => Promise<void>;
  readonly act: (page: Page) => Promise<void>;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Two frames, so that what went before is drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
      }),
  );
}

/** The heads of the cards in sight with such a label, the one nearest to the canvas's middle first. */
async function headsOf(page: Page, label: string): Promise<readonly Point[]> {
  return page.evaluate((words) => {
    const box = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect();
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const heads = [...document.querySelectorAll('.react-flow__node')]
      .filter((card) => card.getAttribute('aria-label')?.startsWith(words))
      .map((card) => card.getBoundingClientRect())
      .map(({ x, y, width }) => ({ x: x + width / 2, y: y + 8 }))
      .filter(({ x, y }) => document.elementFromPoint(x, y)?.closest('.react-flow__node') instanceof Element);
    const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - middle.x, y - middle.y);
    return heads.toSorted((a, b) => distance(a) - distance(b));
  }, label);
}

async function headOf(page: Page, label: string): Promise<Point> {
  const [head] = await headsOf(page, label);
  if (head === undefined) throw new Error(`No card "${label}" is in sight.`);
  return head;
}

/** A place of the canvas without card, edge or tool, near its middle. */
async function emptyPlace(page: Page): Promise<Point> {
  const place = await page.evaluate(() => {
    const box = document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect();
    const steps = Array.from({ length: 400 }, (_, step) => step);
    const places = steps.map((step) => ({
      x: box.x + box.width / 2 + Math.cos(step) * step * 0.9,
      y: box.y + box.height / 2 + Math.sin(step) * step * 0.9,
    }));
    return places.find(({ x, y }) => document.elementFromPoint(x, y)?.classList.contains('react-flow__pane'));
  });
  if (place === undefined) throw new Error('The canvas has no empty place.');
  return place;
}

async function selectCard(page: Page, label: string): Promise<void> {
  const head = await headOf(page, label);
  await page.mouse.click(head.x, head.y);
  await settle(page);
}

async function selectNothing(page: Page): Promise<void> {
  const place = await emptyPlace(page);
  await page.mouse.click(place.x, place.y);
  // The canvas leaves the focus where it was.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await settle(page);
}

/** All of the flow, or its middle one to one. */
function zoomBy(...keys: readonly string[]) {
  return async (page: Page): Promise<void> => {
    await selectNothing(page);
    for (const key of keys) {
      await page.keyboard.press(key);
      for (let frame = 0; frame < 3; frame += 1) await settle(page);
    }
  };
}
const toFull = zoomBy('1', '0');
const toAll = zoomBy('1');

/** Moves the pressed pointer in a circle around the place where it was pressed first. */
async function moveAround(page: Page, from: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step += 1) {
    const turn = (step / STEPS) * 2 * Math.PI;
    await page.mouse.move(from.x + 180 * Math.sin(turn), from.y + 140 * (1 - Math.cos(turn)));
  }
  await page.mouse.up();
}

async function turnWheel(page: Page): Promise<void> {
  const { x, y } = await emptyPlace(page);
  await page.mouse.move(x, y);
  for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, step < STEPS / 2 ? 100 : -100);
}

async function drawBox(page: Page): Promise<void> {
  const from = await emptyPlace(page);
  await page.keyboard.down('Shift');
  await moveAround(page, from);
  await page.keyboard.up('Shift');
}

const moves: readonly CanvasAction[] = [
  {
    name: 'Drag a node',
    kind: 'moves',
    prepare: toFull,
    act: async (page) => moveAround(page, await headOf(page, 'File Loader')),
  },
  { name: 'Pan', kind: 'moves', prepare: toFull, act: async (page) => moveAround(page, await emptyPlace(page)) },
  {
    name: 'Pan, all in sight',
    kind: 'moves',
    prepare: toAll,
    act: async (page) => moveAround(page, await emptyPlace(page)),
  },
  { name: 'Zoom', kind: 'moves', prepare: toFull, act: turnWheel },
  { name: 'Draw a box', kind: 'moves', prepare: toFull, act: drawBox },
];

function key(name: string, keys: string, prepare: (page: Page) => Promise<void>): CanvasAction {
  return { name, kind: 'edit', prepare, act: (page) => page.keyboard.press(keys) };
}

const edits: readonly CanvasAction[] = [
  key('Type a value', '7', async (page) => {
    await toFull(page);
    await selectCard(page, 'Local vector store');
    await page.getByRole('textbox', { name: 'Top K' }).focus();
    await page.keyboard.press('End');
  }),
  key('Add a node', 'Enter', async (page) => {
    await toFull(page);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search nodes' }).fill('offline');
    await settle(page);
  }),
  key('Connect', 'Enter', async (page) => {
    await page.keyboard.press('Escape');
    await toFull(page);
    await selectCard(page, 'File Loader');
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'Connect to' }).waitFor();
    await settle(page);
  }),
  key('Delete a node', 'Delete', async (page) => {
    await toFull(page);
    await selectCard(page, 'File Loader');
  }),
  key('Undo', 'Control+z', settle),
  key('Redo', 'Control+Shift+z', settle),
  key('Paste', 'Control+v', async (page) => {
    await page.keyboard.press('Control+z');
    await toFull(page);
    await selectCard(page, 'File Loader');
    await page.keyboard.press('Control+c');
    await settle(page);
  }),
  key('Select all', 'Control+a', toFull),
  key('Fit the flow', '1', toFull),
];

/** Moves first, then edits in an order in which one makes what the next one needs. */
export const canvasActions: readonly CanvasAction[] = [...moves, ...edits];
