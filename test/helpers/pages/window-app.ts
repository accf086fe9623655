import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { z } from 'zod';
import { PAGE_ORIGIN } from '../../../shared/ipc/page-origin.ts';
import { testDisplay } from './virtual-display.ts';

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));
const electronPath = process.env.TRIBUTARY_TEST_ELECTRON;
const HolderSchema = z.object({ pid: z.int(), url: z.url() });

function isInPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

function reasonToSkip(): string | undefined {
  if (!electronPath) return 'TRIBUTARY_TEST_ELECTRON does not name an Electron executable';
  accessSync(electronPath, constants.X_OK);
  if (!existsSync(join(projectFolder, 'dist', 'main', 'main.cjs'))) return 'the app is not built: run npm run build';
  if (!process.env.DISPLAY && !isInPath('Xvfb')) return 'there is no display, and no Xvfb to make one';
  return undefined;
}

/** Why the window can't be tested here; undefined if it can. */
export const windowSkipReason = reasonToSkip();

/** The app in its window. */
export interface WindowApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Of its page, to which routes are added. */
  readonly address: string;
  /** Its server. */
  serverFacts(): { readonly pid: number; readonly url: string };
  /** Starts it once more on the same data folder. @returns the exit code of the second start */
  startAgain(given: readonly string[]): Promise<number | null>;
  /** Settles with the exit code when the app has ended. */
  readonly ended: Promise<number | null>;
  /** Ends it if it still runs. */
  close(): Promise<void>;
}

function argumentsFor(dataFolder: string, more: readonly string[]): string[] {
  return [
    // As root, Chromium does not start with its sandbox.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    // On a machine without graphics the GPU process fails to start, and then one window in 25 never loads.
    '--disable-gpu',
    // What the main process answers to a test is held weakly until it arrives: a collection of garbage at that moment fails the test.
    // The window is gone before the work of the optimizing compilers pays.
    '--js-flags=--min-semi-space-size=64 --no-opt --no-maglev',
    projectFolder,
    ...['--data-dir', dataFolder],
    ...more,
  ];
}

/** The folders that programs on Linux take from the home folder if nothing else is said. */
function homeVariables(home: string): Record<string, string> {
  const names = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME'];
  return { HOME: home, ...Object.fromEntries(names.map((name) => [name, ''])) };
}

export interface WindowStart {
  /** 0, unless given, is any free one. */
  readonly port?: string;
  /** The user's home folder, in place of the real one. */
  readonly home?: string;
  /** Further arguments. */
  readonly more?: readonly string[];
  /** Called before the page is there. */
  readonly prepare?: (app: ElectronApplication) => Promise<unknown>;
}

/** Starts the built app on a data folder, and waits for its page. */
export async function openWindowApp(dataFolder: string, start: WindowStart = {}): Promise<WindowApp> {
  const { port = '0', home, more = [], prepare } = start;
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    DISPLAY: await testDisplay(),
    ...(home === undefined ? {} : homeVariables(home)),
    // The tests' Electron may be older than the server's Node.
    TRIBUTARY_SERVER_NODE: process.execPath,
  };
  const app = await _electron.launch({
    executablePath: electronPath ?? '',
    args: argumentsFor(dataFolder, ['--port', port, ...more]),
    env,
  });
  const main = app.process();
  const ended = new Promise<number | null>((resolve) => main.once('exit', (code) => resolve(code)));
  await prepare?.(app);
  const page = await app.firstWindow();
  await page.locator('nav[aria-label="Main"]').waitFor();
  return {
    app,
    page,
    ended,
    address: PAGE_ORIGIN,
    async startAgain(given) {
      const second = spawn(electronPath ?? '', argumentsFor(dataFolder, given), { env, stdio: 'ignore' });
      const [code] = await once(second, 'exit');
      return code;
    },
    serverFacts: () => HolderSchema.parse(JSON.parse(readFileSync(join(dataFolder, 'server.json'), 'utf8'))),
    async close() {
      if (main.exitCode === null && main.signalCode === null) await app.close();
    },
  };
}

/** Chooses an item of the native menu by its visible labels; the letter that opens the menu is marked there. */
export async function chooseMenuItem(app: ElectronApplication, menu: string, label: string): Promise<void> {
  await app.evaluate(
    ({ Menu }, [top, name]) => {
      const items =
        Menu.getApplicationMenu()?.items.find((item) => item.label.replace('&', '') === top)?.submenu?.items ?? [];
      const found = items.find((item) => item.label === name);
      if (found === undefined) throw new Error(`The menu ${top} has: ${items.map((item) => item.label).join(', ')}.`);
      found.click();
    },
    [menu, label],
  );
}

/** Answers the system's dialogs with the button of this index. @returns a function with their messages so far */
export async function answerQuestions(app: ElectronApplication, button: number): Promise<() => Promise<unknown>> {
  await app.evaluate(({ dialog }, response) => {
    Reflect.set(globalThis, 'questions', []);
    Reflect.set(dialog, 'showMessageBox', async (...args: unknown[]) => {
      Reflect.get(globalThis, 'questions').push(Reflect.get(Object(args.at(-1)), 'message'));
      return { response, checkboxChecked: true };
    });
  }, button);
  return () => app.evaluate(() => Reflect.get(globalThis, 'questions'));
}

/** Keeps the menu of the tray, as it is set last, in the global `trayMenu` of the app. */
export async function keepTrayMenu(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ Tray }) => {
    const setMenu = Tray.prototype.setContextMenu;
    Tray.prototype.setContextMenu = function setContextMenu(menu) {
      Reflect.set(globalThis, 'trayMenu', menu);
      setMenu.call(this, menu);
    };
  });
}
