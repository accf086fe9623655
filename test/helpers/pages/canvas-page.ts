import type { Locator, Page } from 'playwright-core';

/** A point of the page, in pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** The canvas and its surroundings, by the names that users read. */
export function canvasPage(page: Page) {
  const canvas = page.getByRole('region', { name: 'Canvas' });
  const node = (label: string): Locator => canvas.locator('.react-flow__node').filter({ hasText: label });

  /** The middle of something once it stands still, as people wait for it: the view may still be moving to a node that was dropped. */
  async function middleOf(target: Locator): Promise<Place> {
    await target.hover({ trial: true });
    const box = await target.boundingBox();
    if (box === null) throw new Error('What is looked for is not on the screen.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  const palette = page.getByRole('region', { name: 'Nodes', exact: true });
  const search = page.getByRole('combobox', { name: 'Search nodes' });

  /** Opens the list of nodes, if it is not there. */
  async function openPalette(): Promise<void> {
    if (!(await palette.isVisible())) await page.getByRole('button', { name: 'Add node' }).click();
    await palette.waitFor();
  }

  return {
    page,
    canvas,
    palette,
    node,
    nodes: canvas.locator('.react-flow__node'),
    edges: canvas.locator('.react-flow__edge'),
    inspector: page.locator('[data-flow-form]'),
    handle: (label: string, name: string): Locator => node(label).getByRole('img', { name: new RegExp(`^${name},`) }),
    search,
    openPalette,
    /** Adds a node in the middle by a click in the palette, which closes. */
    async addNode(name: string): Promise<void> {
      await openPalette();
      await palette.getByRole('option', { name, exact: true }).last().click();
    },
    /** Drags a node from the palette to a position on the canvas, where the palette may have been. */
    async dragIn(name: string, x: number, y: number): Promise<void> {
      await openPalette();
      const option = palette.getByRole('option', { name, exact: true }).last();
      await option.scrollIntoViewIfNeeded();
      const from = await middleOf(option);
      const corner = await canvas.boundingBox();
      if (corner === null) throw new Error('The canvas is not on the screen.');
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 8, from.y + 8, { steps: 2 });
      await page.locator('[data-dragging]').waitFor();
      await page.mouse.move(corner.x + x, corner.y + y, { steps: 2 });
      await page.mouse.up();
      await node(name).last().waitFor();
    },
    /** Opens the settings of the flow itself, with its checklist. */
    async openFlowSettings(): Promise<void> {
      await page.getByRole('banner').getByRole('button', { name: 'Flow settings' }).click();
    },
    /** Waits until nothing keeps the flow from running, and closes what said so. */
    async ready(): Promise<void> {
      await this.openFlowSettings();
      await page.getByText('Everything is in place').waitFor();
      await page.getByRole('button', { name: 'Close the right panel' }).click();
    },
    /** Draws an edge with the pointer; `hold` runs over the second handle, before the button is released. */
    async drawEdge(from: Locator, to: Locator | Place, hold?: () => Promise<void>): Promise<void> {
      const start = await middleOf(from);
      const end = 'x' in to ? to : await middleOf(to);
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
      await page.mouse.move(end.x, end.y, { steps: 4 });
      await hold?.();
      await page.mouse.up();
    },
    /** Waits until the top bar says that everything is saved. */
    async saved(): Promise<void> {
      await page
        .getByRole('banner')
        .getByText(/^Saved/)
        .waitFor();
    },
  };
}

export type CanvasPage = ReturnType<typeof canvasPage>;
