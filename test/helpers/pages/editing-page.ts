import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserSuite } from './browser-suite.ts';
import { openNewFlow } from './editor-page.ts';

interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** What tests of editing on the canvas look at and point to: wires, menus, places. */
export function editingPage(suite: BrowserSuite) {
  return {
    /** Opens a flow like the starter flow, and waits until it is drawn. */
    async open(): Promise<void> {
      await openNewFlow(suite.page, suite.url, suite.api);
      await suite.canvas.node('SQLite Record Manager').waitFor();
      await expect.poll(() => suite.canvas.edges.count()).toBe(4);
    },
    edge: (name: string): Locator => suite.canvas.canvas.getByRole('group', { name }),
    menu: (name: string): Locator => suite.page.getByRole('menu', { name }),
    item: (name: string): Locator => suite.page.getByRole('menuitem', { name }),
    /** Where a node stands on the canvas, as its style says. */
    async placeOf(label: string): Promise<string> {
      return suite.canvas.node(label).evaluate((element) => element.style.transform);
    },
    async middleOf(target: Locator): Promise<ScreenPoint> {
      const box = await target.boundingBox();
      if (box === null) throw new Error('It is not on the screen.');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    /** The middle of a wire, in window pixels. */
    async pointOf(name: string): Promise<ScreenPoint> {
      return suite.canvas.canvas.getByRole('group', { name }).evaluate((group) => {
        const path = group.querySelector('path');
        if (path === null) throw new Error('The wire has no path.');
        const matrix = path.getScreenCTM();
        const point = path.getPointAtLength(path.getTotalLength() / 2);
        const { x, y } = point.matrixTransform(matrix ?? undefined);
        return { x, y };
      });
    },
    /** How many nodes cover another one. */
    async covered(): Promise<number> {
      const boxes = await suite.canvas.nodes.evaluateAll((nodes) =>
        nodes.map((node) => node.getBoundingClientRect().toJSON()),
      );
      return boxes.filter((a, index) =>
        boxes
          .slice(index + 1)
          .some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
      ).length;
    },
  };
}
