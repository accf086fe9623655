import type { Page } from 'playwright-core';
import { toScreen, WHOLE } from '../../../renderer/features/map/camera.ts';

/** The page of a map. */
export function mapPage(page: Page, url: string) {
  const picture = page.getByRole('application');
  const status = page.getByRole('main').getByRole('status');
  return {
    picture,
    status,
    card: page.getByText('Click to open it in Contents'),
    selection: page.getByRole('region', { name: /selected$/ }),
    answers: page.getByRole('list', { name: 'Nearest chunks' }).getByRole('listitem'),
    async open(ownerId: string): Promise<void> {
      await page.goto(`${url}/#/map/${ownerId}`);
      await picture.waitFor();
    },
    /** Points at a chunk of the map. @param place of it in the map, as the server gives it */
    async hover(place: { readonly x: number; readonly y: number }): Promise<void> {
      const box = await picture.boundingBox();
      if (box === null) throw new Error('the map is not in sight');
      const { x, y } = toScreen(WHOLE, box, place);
      await page.mouse.move(box.x + x, box.y + y);
    },
    /** Draws along the edge of the picture, around all points. */
    async lassoAll(): Promise<void> {
      const box = await picture.boundingBox();
      if (box === null) throw new Error('the map is not in sight');
      const corner = (x: number, y: number) =>
        [box.x + 4 + x * (box.width - 8), box.y + 4 + y * (box.height - 8)] as const;
      await page.mouse.move(...corner(0, 1));
      await page.mouse.down();
      await page.mouse.move(...corner(0, 0.2), { steps: 3 });
      await page.mouse.move(...corner(0.5, 0), { steps: 3 });
      await page.mouse.move(...corner(1, 0), { steps: 3 });
      await page.mouse.move(...corner(1, 1), { steps: 3 });
      await page.mouse.up();
    },
    async ask(question: string): Promise<void> {
      await page.getByRole('textbox', { name: 'Question' }).fill(question);
      await page.getByRole('button', { name: 'Show on the map' }).click();
    },
  };
}
