import type { CommandId } from '../commands/command-table.ts';
import type { TextEdit } from './text-edits.ts';

/** Facts about the desktop app that the page runs in. */
export interface AppInfo {
  readonly version: string;
  /** Node's name of the system: `darwin`, `win32`, `linux`. */
  readonly platform: string;
}

/** What becomes of the server while the window is open. `message` is for the person at the screen. */
export type ServerStatus =
  /** It stopped unexpectedly and is being started again. */
  | { readonly state: 'starting'; readonly message: string }
  /** It is back, at the same address. */
  | { readonly state: 'restarted'; readonly message: string }
  /** It could not be brought back; only a new start of the app helps. */
  | { readonly state: 'stopped'; readonly message: string }
  /** It is to finish its upserts, and the app ends with them. */
  | { readonly state: 'finishing'; readonly message: string };

/** Channels on which the page asks and the main process answers: channel -> what is asked. */
export interface RequestChannels {
  'app-info': () => AppInfo;
  'show-data-folder': () => void;
  'edit-text': (edit: TextEdit) => void;
  /** The page has nothing left to save. */
  'ready-to-close': () => void;
}

/** Channels on which the main process tells the page something: channel -> what is told. */
export interface EventChannels {
  'server-status': ServerStatus;
  /** The command of the page that was chosen in the native menu. */
  'menu-command': CommandId;
  /** The window is about to close: what is not saved has to be brought into safety now. */
  'before-close': null;
}

/**
 * What the page can do in the window and not in a browser. In a browser `window.tributary` is undefined. Every
 * `on…` takes a listener and returns the function that removes it.
 */
export interface DesktopBridge {
  appInfo(): Promise<AppInfo>;
  /** Shows the folder that holds all data in the system's file manager. */
  showDataFolder(): Promise<void>;
  /** Does to the text that has the focus what a menu of the system would. */
  editText(edit: TextEdit): Promise<void>;
  onServerStatus(listener: (status: ServerStatus) => void): () => void;
  onMenuCommand(listener: (command: CommandId) => void): () => void;
  /** `save` is called when the window is about to close, and it waits, some seconds at most, until that has settled. */
  onBeforeClose(save: () => Promise<void>): () => void;
}

declare global {
  interface Window {
    readonly tributary?: DesktopBridge;
  }
}
