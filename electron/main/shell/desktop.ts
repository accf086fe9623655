import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type BrowserWindow, clipboard, Menu, nativeTheme, session, type WebContents } from 'electron';
import type { CommandId } from '../../../shared/commands/command-table.ts';
import type { ServerStatus } from '../../../shared/ipc/bridge.ts';
import type { DraggedFile } from '../../../shared/ipc/dialogs.ts';
import type { OpenRequest } from '../../../shared/ipc/opened.ts';
import type { Look } from '../../../shared/ipc/page-facts.ts';
import type { Preferences } from '../../../shared/ipc/preferences.ts';
import type { EndedRun, Work } from '../../../shared/ipc/work.ts';
import { firstSpoken } from '../../../shared/texts/first-spoken.ts';
import { type Catalogue, type Language, speak, t } from '../../../shared/texts/t.ts';
import { type RequestHandlers, send } from '../bridge/ipc-main.ts';
import { messageOf, note } from '../logs/app-log.ts';
import { WindowMemory } from '../memory/window-memory.ts';
import { AppWindow } from '../page/app-window.ts';
import { openOutside } from '../page/open-outside.ts';
import { APP_ICON, TRAY_ICON } from '../places.ts';
import type { Keeping } from './closing.ts';
import { endedNote } from './ended-note.ts';
import { FileDialogs } from './file-dialogs.ts';
import { LoginStart } from './login-start.ts';
import { type ContextActions, contextMenu } from './menus/context-menu.ts';
import { AppMenu, editOutsidePage } from './menus/menu.ts';
import { AppTray } from './menus/tray.ts';
import { Notices } from './notices.ts';
import { OpenedFiles } from './opened-files.ts';
import { ownStart } from './own-start.ts';

export interface DesktopOptions {
  readonly dataFolder: string;
  /** Called with each new window. */
  readonly onOpened: (window: BrowserWindow) => void;
  /** Whether a start without arguments uses the same data folder. */
  readonly isUsualFolder: boolean;
  /** No window until somebody asks for it. */
  readonly isHidden: boolean;
  /** In the system's file manager. */
  readonly showDataFolder: () => void;
}

type Requests = Pick<
  RequestHandlers,
  | 'edit-text'
  | 'offer-commands'
  | 'choose-look'
  | 'name-recent-flows'
  | 'read-preferences'
  | 'change-preferences'
  | 'tell-work'
  | 'tell-ended-run'
  | 'take-opened'
  | 'choose-path'
  | 'save-file'
  | 'show-in-folder'
  | 'drag-out'
>;

const NO_WORK: Work = { running: 0, share: null, watching: 'nothing', missing: 0 };

const CATALOGUES: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => Promise.resolve({ default: {} }),
  de: () => import('../../../shared/texts/de.json'),
  zh: () => import('../../../shared/texts/zh.json'),
};

/** Speaks a language from now on. What was built before, such as a menu, has to be built again. */
async function speakLanguage(language: Language): Promise<void> {
  const { default: texts } = await CATALOGUES[language]();
  speak(language, texts);
}

/** Gives the texts and links of a window their menu. */
function showContextMenus(window: BrowserWindow): void {
  const { webContents } = window;
  const actions: ContextActions = {
    edit: (edit) => webContents[edit](),
    openOutside,
    copyText: (text) => clipboard.writeText(text),
  };
  webContents.on('context-menu', (_event, clicked) => {
    const items = contextMenu(clicked, actions);
    if (items.length > 0) Menu.buildFromTemplate([...items]).popup({ window });
  });
}

/** What is dragged out of the window: a file in the system's temporary folder, which another program may read as long as the app runs. */
class DraggedFiles {
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

/** What the system shows of the app: its window, menus, tray and notices, and what they remember. */
export class Desktop {
  readonly window: AppWindow;
  readonly opened = new OpenedFiles();
  readonly #dialogs = new FileDialogs();
  readonly #dragged = new DraggedFiles();
  readonly #notices = new Notices();
  readonly #options: DesktopOptions;
  readonly #memory: WindowMemory;
  readonly #menu: AppMenu;
  readonly #loginStart: LoginStart;
  #tray: AppTray | undefined;
  #work = NO_WORK;
  #dressing: Promise<void> | undefined;
  /** Of the menu, for the page that is being opened. */
  #awaiting: CommandId | undefined;

  constructor(options: DesktopOptions) {
    this.#options = options;
    this.#memory = new WindowMemory(join(options.dataFolder, 'window', 'window.json'), (message) =>
      note('warning', message),
    );
    this.window = new AppWindow({
      memory: this.#memory,
      onOpened: (window) => {
        showContextMenus(window);
        this.#menu.follow(window);
        options.onOpened(window);
      },
    });
    const actions = {
      runCommand: (command: CommandId) => this.#runCommand(command),
      showDataFolder: options.showDataFolder,
      goTo: (page: string) => this.window.goTo(page),
      zoom: (steps: number) => this.#zoom(steps),
    };
    const { env, execPath } = process;
    const { dataFolder, isUsualFolder } = options;
    const start = ownStart({ env, execPath, isPackaged: app.isPackaged, appPath: app.getAppPath(), dataFolder });
    this.#menu = new AppMenu(actions, this.#memory.content.flows, start);
    this.#loginStart = new LoginStart(start, isUsualFolder);
  }

  /** What closing the window depends on. */
  keeping(): Keeping {
    const memory = this.#memory;
    const isWatching = (): boolean => this.#work.watching === 'on';
    return {
      get choice() {
        return memory.content.onClose;
      },
      get isWatching() {
        return isWatching();
      },
      choose: (onClose) => memory.remember({ onClose }),
      showServer: (status) => this.showServer(status),
    };
  }

  /** Shows how the server is. */
  showServer(status: ServerStatus): void {
    this.window.send('server-status', status);
    this.#tray?.set({ server: status.state });
  }

  /** Menus and dialogs look and speak as the page did last, as soon as Electron is ready. */
  dress(): Promise<void> {
    this.#dressing ??= this.#dress();
    return this.#dressing;
  }

  async #dress(): Promise<void> {
    await app.whenReady();
    const { look } = this.#memory.content;
    await this.#applyLook(look ?? { theme: 'system', language: firstSpoken(app.getPreferredSystemLanguages()) });
  }

  /** Opens the window; the server is ready, and {@link dress} has ended. */
  start(): void {
    if (!app.isPackaged) app.dock?.setIcon(APP_ICON);
    this.#dialogs.guard(session.defaultSession);
    this.#tray = new AppTray(
      {
        show: () => this.window.show(),
        goTo: (page) => this.window.goTo(page),
        pauseWatching: (isPaused) => this.window.send('pause-watching', isPaused),
        quit: () => app.quit(),
      },
      { server: 'running', work: this.#work, flows: this.#memory.content.flows },
    );
    this.window.start({ isHidden: this.#options.isHidden || this.#loginStart.isThisStart });
    app.on('activate', () => this.window.show());
    app.on('will-quit', () => {
      this.#memory.write();
      this.#dragged.clean();
    });
  }

  /** Shows the window with the requested page, and gives it the files and folders. */
  open({ page, paths }: OpenRequest): void {
    if (paths.length > 0) {
      this.opened.add(paths);
      this.window.send('something-opened', null);
    }
    if (page === undefined) this.window.show();
    else this.window.goTo(page);
  }

  /** Answers the requests of the page that are about the system. */
  requests(): Requests {
    return {
      'edit-text': (page, edit) => page[edit](),
      'offer-commands': (page, commands) => this.#offer(page, commands),
      'choose-look': async (_page, look) => {
        this.#memory.remember({ look });
        await this.#applyLook(look);
      },
      'name-recent-flows': (_page, flows) => {
        this.#memory.remember({ flows: [...flows] });
        this.#menu.setFlows(flows);
        this.#tray?.set({ flows });
      },
      'read-preferences': () => this.#preferences(),
      'change-preferences': (_page, { startsAtLogin, ...kept }) => {
        this.#memory.remember(kept);
        if (startsAtLogin !== null && startsAtLogin !== this.#loginStart.isOn) this.#loginStart.set(startsAtLogin);
      },
      'tell-work': (_page, work) => this.#showWork(work),
      'tell-ended-run': (_page, run) => this.#tellEnded(run),
      'take-opened': () => this.opened.take(),
      'choose-path': (page, wanted) => this.#dialogs.choosePath(page, wanted),
      'save-file': (page, content) => this.#dialogs.save(page, content),
      'show-in-folder': (_page, path) => this.#dialogs.show(path),
      'drag-out': (page, file) => this.#dragged.drag(page, file),
    };
  }

  #preferences(): Preferences {
    const { onClose, notifies } = this.#memory.content;
    return { onClose, notifies, startsAtLogin: this.#loginStart.isOn };
  }

  #showWork(work: Work): void {
    this.#work = work;
    this.#tray?.set({ work });
    // 2 shows that something goes on, -1 that nothing does (Electron's numbers).
    this.window.window?.setProgressBar(work.running === 0 ? -1 : (work.share ?? 2));
  }

  /** Says why no window appears yet. */
  sayPreparing(): void {
    const body = t('After an update, and with large collections, this can take a few minutes.');
    this.#notices.show({ title: t('Tributary is preparing your data.'), body }, () => undefined);
  }

  #tellEnded(run: EndedRun): void {
    const note = endedNote(run);
    if (note === undefined || !this.#memory.content.notifies || this.window.window?.isFocused() === true) return;
    this.#notices.show(note, () => this.window.goTo(`#/runs/${run.id}`));
  }

  async #applyLook({ theme, language }: Look): Promise<void> {
    nativeTheme.themeSource = theme === 'contrast' ? 'system' : theme;
    await speakLanguage(language);
    this.#menu.build();
    this.#tray?.build();
  }

  /** Does a command of the menu in the page, which is opened for it if there is none. */
  #runCommand(command: CommandId): void {
    const { window } = this.window;
    if (editOutsidePage(command, window)) return;
    if (window === undefined) this.#awaiting = command;
    else this.#sendCommand(window.webContents, command);
    this.window.show();
  }

  /** A page that has reported its commands can run them. */
  #offer(page: WebContents, commands: readonly CommandId[]): void {
    this.#menu.offer(commands);
    if (this.#awaiting !== undefined) this.#sendCommand(page, this.#awaiting);
    this.#awaiting = undefined;
  }

  /** A menu choice counts as a user gesture, like a click in the page: it may open a file chooser. */
  #sendCommand(page: WebContents, command: CommandId): void {
    page
      .executeJavaScript('undefined', true)
      .then(() => send(page, 'menu-command', command))
      .catch((error: unknown) => note('error', `The command ${command} did not reach the page: ${messageOf(error)}`));
  }

  #zoom(steps: number): void {
    const contents = this.window.window?.webContents;
    if (contents === undefined) return;
    // Chromium goes from 25 to 500 %; outside of 58 to 249 % the page can't be used.
    const zoomLevel = steps === 0 ? 0 : Math.min(5, Math.max(-3, contents.getZoomLevel() + steps));
    contents.setZoomLevel(zoomLevel);
    this.#memory.remember({ zoomLevel });
  }
}
