import { app, Menu } from 'electron';
import { COMMANDS, type CommandId } from '../../../../shared/commands/command-table.ts';
import type { FlowName } from '../../../../shared/ipc/page-facts.ts';
import type { OwnStart } from '../own-start.ts';
import { jumpList } from './jump-list.ts';
import { flowItems, type MenuActions, menuTemplate } from './menu-template.ts';

/** The native menu of the app, and what the dock of a Mac or the jump list of Windows offers. */
export class AppMenu {
  readonly #actions: MenuActions;
  readonly #platform = process.platform;
  readonly #start: OwnStart;
  #flows: readonly FlowName[];
  #offered: ReadonlySet<CommandId> | undefined;

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

  /** Turns off what can't be done now. */
  offer(commands: readonly CommandId[]): void {
    const offered = new Set(commands);
    this.#offered = offered;
    for (const { submenu } of Menu.getApplicationMenu()?.items ?? []) {
      for (const item of submenu?.items ?? []) {
        const command = COMMANDS.find(({ id }) => id === item.id);
        if (command !== undefined) item.enabled = offered.has(command.id);
      }
    }
  }
}
