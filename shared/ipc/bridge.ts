import { z } from 'zod';
import type { CommandId } from '../commands/command-table.ts';
import {
  type DraggedFile,
  DraggedFileSchema,
  type PathChoice,
  PathChoiceSchema,
  PathSchema,
  type SavedContent,
  SavedContentSchema,
  type SaveOutcome,
} from './dialogs.ts';
import { type KeyFacts, type KeyPlace, KeyPlaceSchema } from './key-place.ts';
import { type CrashReport, type LogTail, type ShownFolder, ShownFolderSchema } from './log-tail.ts';
import type { OpenedItem } from './opened.ts';
import { type FlowName, type Look, LookSchema, OfferedCommandsSchema, RecentFlowsSchema } from './page-facts.ts';
import { type Preferences, PreferencesSchema } from './preferences.ts';
import { type TextEdit, textEdits } from './text-edits.ts';
import { type EndedRun, EndedRunSchema, type Work, WorkSchema } from './work.ts';

/** Facts about the desktop app that the page runs in. */
export interface AppInfo {
  /** Of the app and of what it runs on, by name; the app first, the system last. */
  readonly versions: Readonly<Record<string, string>>;
}

/** The state of the server while the window is open. */
export type ServerStatus =
  /** It stopped unexpectedly and is being restarted. */
  | { readonly state: 'starting' }
  /** The one that another program had started has ended, and one of the app's own follows. */
  | { readonly state: 'replacing' }
  /** It is back; at another address, the page is loaded again. */
  | { readonly state: 'restarted'; readonly url: string }
  /** It could not be restarted; the app must be started again. */
  | { readonly state: 'stopped' }
  /** It finishes its upserts, and then the app ends. */
  | { readonly state: 'finishing' }
  /** The app does not end after all. */
  | { readonly state: 'running' };

/** Channels for requests of the page to the main process: channel -> request. */
export interface RequestChannels {
  'app-info': () => AppInfo;
  'show-chromium-licences': () => void;
  'show-folder': (folder: ShownFolder) => void;
  'read-log': () => LogTail;
  'read-crash-reports': () => readonly CrashReport[];
  'read-key-facts': () => KeyFacts;
  'move-key': (to: KeyPlace) => void;
  'edit-text': (edit: TextEdit) => void;
  /** The page has saved everything. */
  'ready-to-close': () => void;
  'offer-commands': (commands: readonly CommandId[]) => void;
  'choose-look': (look: Look) => void;
  'name-recent-flows': (flows: readonly FlowName[]) => void;
  'read-preferences': () => Preferences;
  'change-preferences': (preferences: Preferences) => void;
  'tell-work': (work: Work) => void;
  'tell-ended-run': (run: EndedRun) => void;
  'take-opened': () => readonly OpenedItem[];
  'choose-path': (wanted: PathChoice) => string | undefined;
  'save-file': (content: SavedContent) => SaveOutcome;
  'show-in-folder': (path: string) => boolean;
  'drag-out': (file: DraggedFile) => void;
}

/** The schema of what a request sends, checked before it is answered. */
export const requestSchemas: {
  readonly [Channel in keyof RequestChannels]: z.ZodType<Parameters<RequestChannels[Channel]>[0]>;
} = {
  'app-info': z.undefined(),
  'show-chromium-licences': z.undefined(),
  'show-folder': ShownFolderSchema,
  'read-log': z.undefined(),
  'read-crash-reports': z.undefined(),
  'read-key-facts': z.undefined(),
  'move-key': KeyPlaceSchema,
  'edit-text': z.enum(textEdits),
  'ready-to-close': z.undefined(),
  'offer-commands': OfferedCommandsSchema,
  'choose-look': LookSchema,
  'name-recent-flows': RecentFlowsSchema,
  'read-preferences': z.undefined(),
  'change-preferences': PreferencesSchema,
  'tell-work': WorkSchema,
  'tell-ended-run': EndedRunSchema,
  'take-opened': z.undefined(),
  'choose-path': PathChoiceSchema,
  'save-file': SavedContentSchema,
  'show-in-folder': PathSchema,
  'drag-out': DraggedFileSchema,
};

/** The names of all requests. */
export const requestChannels = [
  'app-info',
  'show-chromium-licences',
  'show-folder',
  'read-log',
  'read-crash-reports',
  'read-key-facts',
  'move-key',
  'edit-text',
  'ready-to-close',
  'offer-commands',
  'choose-look',
  'name-recent-flows',
  'read-preferences',
  'change-preferences',
  'tell-work',
  'tell-ended-run',
  'take-opened',
  'choose-path',
  'save-file',
  'show-in-folder',
  'drag-out',
] as const satisfies readonly (keyof RequestChannels)[];

/** Channels for events from the main process to the page: channel -> event. */
export interface EventChannels {
  'server-status': ServerStatus;
  /** The page command chosen in the native menu. */
  'menu-command': CommandId;
  /** The tray's choice: whether the sync pauses. */
  'pause-watching': boolean;
  /** The window is about to close: the page must save now. */
  'before-close': null;
  /** There is something to take with `take-opened`. */
  'something-opened': null;
}

/**
 * What the page can do in the window but not in a browser, where `window.tributary` is undefined. Every `on…` takes a listener and returns a function
 * that removes it.
 */
export interface DesktopBridge {
  /** Of the server, without a path. */
  readonly serverAddress: string;
  appInfo(): Promise<AppInfo>;
  /** Opens the licences of what Chromium is made of in the browser. Rejects if the system can't. */
  showChromiumLicences(): Promise<void>;
  /** Shows the data folder, or one in it, in the system's file manager. Rejects if the system can't. */
  showFolder(folder: ShownFolder): Promise<void>;
  /** The end of the server's log. */
  readLog(): Promise<LogTail>;
  /** The newest first. */
  readCrashReports(): Promise<readonly CrashReport[]>;
  /** Where the key for credentials is. */
  readKeyFacts(): Promise<KeyFacts>;
  /** Rejects if it can't be moved; then it stays where it is. */
  moveKey(to: KeyPlace): Promise<void>;
  /** Applies an edit command of the menu to the focused text field. */
  editText(edit: TextEdit): Promise<void>;
  /** Where a file or folder that was dropped or chosen lies on this machine; "" for one that lies on none. */
  pathOf(file: File): string;
  /** Says which commands of the native menu can be done now. */
  offerCommands(commands: readonly CommandId[]): Promise<void>;
  /** Says how the page looks and speaks, so that menus and dialogs do the same. */
  chooseLook(look: Look): Promise<void>;
  /** Says which flows were open last, for the menu, the dock and the jump list. */
  nameRecentFlows(flows: readonly FlowName[]): Promise<void>;
  readPreferences(): Promise<Preferences>;
  changePreferences(preferences: Preferences): Promise<void>;
  /** Says what goes on, for tray and taskbar. */
  tellWork(work: Work): Promise<void>;
  /** Says which upsert has ended, so that the system can tell. */
  tellEndedRun(run: EndedRun): Promise<void>;
  /** What somebody opened with the app since this was last asked. */
  takeOpened(): Promise<readonly OpenedItem[]>;
  /** Somebody opened something with the app: {@link takeOpened} gives it. */
  onOpened(listener: () => void): () => void;
  /** Lets the user choose a file or folder of this machine by the system's dialog; undefined if that is cancelled. */
  choosePath(wanted: PathChoice): Promise<string | undefined>;
  /** Asks by the system's dialog where to save, and saves there. */
  saveFile(content: SavedContent): Promise<SaveOutcome>;
  /** Shows a file or folder in the system's file manager; asks first about what was not chosen or saved by these dialogs. False if it is not there. */
  showInFolder(path: string): Promise<boolean>;
  /** Goes on with a drag that began in the page as one of a file, which can be dropped outside. */
  dragOut(file: DraggedFile): Promise<void>;
  /** The tray asks to pause the sync, or to go on with it. */
  onPauseWatching(listener: (isPaused: boolean) => void): () => void;
  onServerStatus(listener: (status: ServerStatus) => void): () => void;
  onMenuCommand(listener: (command: CommandId) => void): () => void;
  /** `save` is called when the window is about to close; the window waits until it settles, for a few seconds at most. */
  onBeforeClose(save: () => Promise<void>): () => void;
}

declare global {
  interface Window {
    readonly tributary?: DesktopBridge;
  }
}
