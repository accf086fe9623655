import { app, type BrowserWindow, Menu } from 'electron';
import { COMMANDS, type CommandId, commandsOf } from '../../../../shared/commands/command-table.ts';
import type { FlowName } from '../../../../shared/ipc/page-facts.ts';
import { TEXT_EDIT_OF } from '../../../../shared/ipc/text-edits.ts';
import type { OwnStart } from '../own-start.ts';
import { jumpList } from './jump-list.ts';
import { flowItems, type MenuActions, menuTemplate } from './menu-template.ts';

/** What can be done while there is no window: each opens one. */
const WITHOUT_WINDOW: readonly CommandId[] = ['new-flow', 'import-flow', ...commandsOf('page').map(({ id }) => id)];

/** Whether what is typed goes to the page of a window: not to a dialog of the system over it, nor to the developer tools. */
function hasKeys(window: BrowserWindow): boolean {
  return !window.isDestroyed() && window.isFocused() && window.webContents.isFocused();
}

/**
 * On a Mac: runs a menu command that edits text outside of the page, such as a name in a dialog of the system.
 * @returns whether it was for there
 */
export function editOutsidePage(command: CommandId, window: BrowserWindow | undefined): boolean {
  const edit = TEXT_EDIT_OF[command];
  if (process.platform !== 'darwin' || edit === undefined || (window !== undefined && hasKeys(window))) return false;
  // The system names the actions as we do.
  Menu.sendActionToFirstResponder(`${edit}:`);
  return true;
}

/** The native menu of the app, and what the dock of a Mac or the jump list of Windows offers. */
export class AppMenu {
  readonly #actions: MenuActions;
  readonly #platform = process.platform;
  readonly #start: OwnStart;
  #flows: readonly FlowName[];
  #reported: readonly CommandId[] | undefined;
  #isPageTypedInto = true;

  /** @param start for the jump list */
  constructor(actions: MenuActions, flows: readonly FlowName[], start: OwnStart) {
    this.#actions = actions;
    this.#flows = flows;
    this.#start = start;
  }

  /** Builds it, in the language that the app speaks now. */
  build(): void {
    const state = { flows: this.#flows, offered: this.#offered, platform: this.#platform };
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, this.#actions)));
    if (this.#platform === 'darwin') {
      app.dock?.setMenu(Menu.buildFromTemplate(flowItems(this.#flows, this.#actions.goTo)));
    } else if (this.#platform === 'win32') {
      app.setJumpList(jumpList(this.#flows, this.#start));
    }
  }

  /** Offers other flows that were open last. */
  setFlows(flows: readonly FlowName[]): void {
    this.#flows = flows;
    this.build();
  }

  /** Disables what can't be done now, as the page reports it. */
  offer(commands: readonly CommandId[]): void {
    this.#reported = commands;
    this.#refresh();
  }

  /** On a Mac the menu is there without the window too, and takes the keys of its items from whatever has the focus. */
  follow(window: BrowserWindow): void {
    if (this.#platform !== 'darwin') return;
    const look = (): void => {
      this.#isPageTypedInto = hasKeys(window);
      this.#refresh();
    };
    window.on('focus', look);
    window.on('blur', look);
    window.webContents.on('focus', look);
    window.webContents.on('blur', look);
    window.on('closed', () => this.offer(WITHOUT_WINDOW));
  }

  get #offered(): ReadonlySet<CommandId> | undefined {
    if (this.#reported === undefined) return undefined;
    const edits = this.#isPageTypedInto ? [] : COMMANDS.map(({ id }) => id).filter((id) => id in TEXT_EDIT_OF);
    return new Set([...this.#reported, ...edits]);
  }

  #refresh(): void {
    const offered = this.#offered;
    for (const { submenu } of Menu.getApplicationMenu()?.items ?? []) {
      for (const item of submenu?.items ?? []) {
        const command = COMMANDS.find(({ id }) => id === item.id);
        if (command !== undefined) item.enabled = offered?.has(command.id) ?? true;
      }
    }
  }
}
