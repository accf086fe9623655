import type { Locator, Page } from 'playwright-core';

/** Drops a file or a folder of the disk, as a file manager does. */
export async function dropPath(page: Page, target: Locator, path: string): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('What to drop on is not on the screen.');
  const session = await page.context().newCDPSession(page);
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
}
