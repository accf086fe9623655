import { join } from 'node:path';
import { app, type BrowserWindow, nativeTheme, shell } from 'electron';
import type { CommandId } from '../../../shared/commands/command-table.ts';
import type { Look } from '../../../shared/ipc/page-facts.ts';
import { firstSpoken } from '../../../shared/texts/first-spoken.ts';
import { type RequestHandlers, send } from '../bridge/ipc-main.ts';
import { WindowMemory } from '../memory/window-memory.ts';
import { AppWindow } from '../page/app-window.ts';
import { speakLanguage } from './language.ts';
import { AppMenu } from './menu.ts';
import { openArguments } from './open-arguments.ts';
import { showContextMenus } from './show-context-menu.ts';

export interface DesktopOptions {
  readonly dataFolder: string;
  /** Called with each new window. */
  readonly onOpened: (window: BrowserWindow) => void;
}

type Requests = Pick<
  RequestHandlers,
  'show-data-folder' | 'edit-text' | 'offer-commands' | 'choose-look' | 'name-recent-flows'
>;

/** What the system shows of the app: its window, menus, and what they remember. */
export class Desktop {
  readonly window: AppWindow;
  readonly #options: DesktopOptions;
  readonly #memory: WindowMemory;
  readonly #menu: AppMenu;

  constructor(options: DesktopOptions) {
    this.#options = options;
    this.#memory = new WindowMemory(join(options.dataFolder, 'window', 'window.json'), (message) =>
      process.stderr.write(`${message}\n`),
    );
    this.window = new AppWindow({
      memory: this.#memory,
      onOpened(window) {
        showContextMenus(window);
        options.onOpened(window);
      },
    });
    const actions = {
      runCommand: (command: CommandId) => void this.#runCommand(command),
      showDataFolder: () => void this.#showDataFolder(),
      goTo: (page: string) => this.window.goTo(page),
      zoom: (steps: number) => this.#zoom(steps),
    };
    this.#menu = new AppMenu(actions, this.#memory.content.flows, ['--data-dir', options.dataFolder]);
  }

  /** Opens the window; the server and Electron are ready. */
  async start(): Promise<void> {
    const { look } = this.#memory.content;
    await this.#applyLook(look ?? { theme: 'system', language: firstSpoken(app.getPreferredSystemLanguages()) });
    this.window.start({ isHidden: false });
    app.on('activate', () => this.window.show());
    app.on('will-quit', () => this.#memory.write());
  }

  /** Shows the window, with the page that the arguments of a start ask for. */
  openFor(argv: readonly string[]): void {
    const page = openArguments(argv);
    if (page === undefined) this.window.show();
    else this.window.goTo(page);
  }

  /** Answers the requests of the page that are about the system. */
  requests(): Requests {
    return {
      'show-data-folder': () => this.#showDataFolder(),
      'edit-text': (page, edit) => page[edit](),
      'offer-commands': (_page, commands) => this.#menu.offer(commands),
      'choose-look': async (_page, look) => {
        this.#memory.remember({ look });
        await this.#applyLook(look);
      },
      'name-recent-flows': (_page, flows) => {
        this.#memory.remember({ flows: [...flows] });
        this.#menu.setFlows(flows);
      },
    };
  }

  async #applyLook({ theme, language }: Look): Promise<void> {
    nativeTheme.themeSource = theme;
    await speakLanguage(language);
    this.#menu.build();
  }

  /** A menu choice counts as a user gesture, like a click in the page: it may open a file chooser. */
  async #runCommand(command: CommandId): Promise<void> {
    const contents = this.window.window?.webContents;
    if (contents === undefined) return;
    this.window.show();
    await contents.executeJavaScript('undefined', true);
    send(contents, 'menu-command', command);
  }

  async #showDataFolder(): Promise<void> {
    await shell.openPath(this.#options.dataFolder);
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
