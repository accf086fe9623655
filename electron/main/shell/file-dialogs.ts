import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import {
  app,
  BrowserWindow,
  type DownloadItem,
  dialog,
  type FileFilter,
  type OpenDialogOptions,
  type OpenDialogReturnValue,
  type SaveDialogOptions,
  type SaveDialogReturnValue,
  type Session,
  shell,
  type WebContents,
} from 'electron';
import type { PathChoice, SavedContent, SaveOutcome } from '../../../shared/ipc/dialogs.ts';
import { t } from '../../../shared/texts/t.ts';
import { askUser } from './ask-user.ts';
import { fullPath, KnownPaths } from './known-paths.ts';

/** A download of what the page has begins at once; of what it has no longer, never. */
const BEGIN_LIMIT_MS = 10_000;

function askToOpen(page: WebContents, options: OpenDialogOptions): Promise<OpenDialogReturnValue> {
  const window = BrowserWindow.fromWebContents(page);
  return window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
}

function askToSave(page: WebContents, options: SaveDialogOptions): Promise<SaveDialogReturnValue> {
  const window = BrowserWindow.fromWebContents(page);
  return window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options);
}

/** The kinds of files that a dialog offers for a name. */
function filtersFor(name: string): FileFilter[] {
  const extension = extname(name).slice(1);
  const all = { name: t('All files'), extensions: ['*'] };
  return extension === '' ? [all] : [{ name: extension.toUpperCase(), extensions: [extension] }, all];
}

/** The system's dialogs for the files of the page, and what is done with what they answer. */
export class FileDialogs {
  /** By the address of their content: requested downloads that have not begun. */
  readonly #awaited = new Map<string, (item: DownloadItem) => void>();
  readonly #known = new KnownPaths();
  #lastFolder: string | undefined;

  /** Lets no page download anything but what {@link save} writes. */
  guard(session: Session): void {
    session.on('will-download', (event, item) => {
      const begin = this.#awaited.get(item.getURL());
      if (begin === undefined) event.preventDefault();
      else begin(item);
    });
  }

  /** @returns undefined if the user cancels */
  async choosePath(page: WebContents, { kind, now }: PathChoice): Promise<string | undefined> {
    const defaultPath = this.#startOf(now);
    const { canceled, filePaths } = await askToOpen(page, {
      properties: kind === 'folder' ? ['openDirectory', 'createDirectory'] : ['openFile'],
      ...(defaultPath === undefined ? {} : { defaultPath }),
    });
    const [path] = filePaths;
    if (canceled || path === undefined) return undefined;
    this.#known.add(path);
    return path;
  }

  /** Where a dialog can begin. On Windows not on another machine, unless the user has been there: the dialog would greet it with the user's name. */
  #startOf(path: string): string | undefined {
    const full = fullPath(path, app.getPath('home'));
    const isOnNetwork = process.platform === 'win32' && full?.startsWith('\\\\') === true;
    return isOnNetwork && !this.#known.has(full) ? undefined : full;
  }

  /**
   * Asks where to save, and writes the file as the page gives its content: it is never held as a whole.
   */
  async save(page: WebContents, { name, address }: SavedContent): Promise<SaveOutcome> {
    const folder = this.#lastFolder ?? app.getPath('downloads');
    const { canceled, filePath } = await askToSave(page, {
      defaultPath: join(folder, name),
      filters: filtersFor(name),
    });
    if (canceled || filePath === '') return { state: 'cancelled' };
    this.#lastFolder = dirname(filePath);
    if (!(await this.#download(page, address, filePath))) return { state: 'failed', path: filePath };
    this.#known.add(filePath);
    return { state: 'saved', path: filePath };
  }

  /**
   * Shows a file or folder in the system's file manager. The user is asked first about a path that no dialog has chosen or saved: a page might name a place of
   * another machine, which the system would greet with the user's name.
   * @returns false if it is not there
   */
  async show(path: string): Promise<boolean> {
    const full = fullPath(path, app.getPath('home'));
    if (full === undefined) return false;
    if (!this.#known.has(full)) {
      if (!(await this.#mayShow(full))) return true;
      this.#known.add(full);
    }
    if (!existsSync(full)) return false;
    shell.showItemInFolder(full);
    return true;
  }

  async #mayShow(path: string): Promise<boolean> {
    const { response } = await askUser({
      type: 'question',
      message: t('Show {path} in the file manager?', { path }),
      buttons: [t('Show in folder'), t('Cancel')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    return response === 0;
  }

  /** @returns whether all of it was written; false too if the page no longer has it */
  #download(page: WebContents, address: string, path: string): Promise<boolean> {
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        this.#awaited.delete(address);
        resolve(false);
      }, BEGIN_LIMIT_MS);
      this.#awaited.set(address, (item) => {
        clearTimeout(limit);
        this.#awaited.delete(address);
        item.setSavePath(path);
        item.once('done', (_event, state) => resolve(state === 'completed'));
      });
      page.downloadURL(address);
    });
  }
}
