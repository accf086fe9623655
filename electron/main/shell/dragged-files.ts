import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type WebContents } from 'electron';
import type { DraggedFile } from '../../../shared/ipc/dialogs.ts';
import { TRAY_ICON } from '../places.ts';

/** What is dragged out of the window: a file in the system's temporary folder, which another program may read as long as the app runs. */
export class DraggedFiles {
  readonly #folders: string[] = [];

  /** Goes on with a drag of the page as one of a file. */
  async drag(page: WebContents, { name, text }: DraggedFile): Promise<void> {
    // A folder for each, so that the file has the very name.
    const folder = await mkdtemp(join(app.getPath('temp'), 'tributary-drag-'));
    this.#folders.push(folder);
    const file = join(folder, name);
    await writeFile(file, text);
    page.startDrag({ file, icon: TRAY_ICON });
  }

  /** Deletes the files. */
  clean(): void {
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}
