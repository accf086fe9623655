import type { Locator, Page } from 'playwright-core';

/** The canvas and its surroundings, by the names that users read. */
export function canvasPage(page: Page) {
  const canvas = page.getByRole('region', { name: 'Canvas' });
  const node = (label: string): Locator => canvas.locator('.react-flow__node').filter({ hasText: label });

  async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
    const box = await target.boundingBox();
    if (box === null) throw new Error('What is looked for is not on the screen.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  return {
    page,
    canvas,
    node,
    nodes: canvas.locator('.react-flow__node'),
    edges: canvas.locator('.react-flow__edge'),
    inspector: page.locator('[data-flow-form]'),
    handle: (label: string, name: string): Locator => node(label).getByRole('img', { name: new RegExp(`^${name},`) }),
    /** Drags a node from the palette to a position on the canvas. */
    async dragIn(name: string, x: number, y: number): Promise<void> {
      await page.getByRole('option', { name, exact: true }).dragTo(canvas, { targetPosition: { x, y } });
      await node(name).last().waitFor();
    },
    /** Draws an edge with the pointer; `hold` runs over the second handle, before the button is released. */
    async drawEdge(from: Locator, to: Locator, hold?: () => Promise<void>): Promise<void> {
      const start = await middleOf(from);
      const end = await middleOf(to);
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
