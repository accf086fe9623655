import {
  COMMANDS,
  type CommandId,
  commandOf,
  keysInWindow,
  type NamedCommand,
} from '../shared/commands/command-table.ts';
import { t } from '../shared/texts/t.ts';

/** The browser turns these keys into clipboard events, which carry the text without asking; the keys themselves are left to it. */
const CLIPBOARD_COMMANDS: ReadonlySet<string> = new Set<CommandId>(['copy', 'cut', 'paste']);

/** Commands that work while a text field has the focus. */
const WHILE_TYPING: ReadonlySet<string> = new Set<CommandId>([
  ...(['upsert', 'save', 'new-flow', 'import-flow', 'export-flow', 'settings', 'command-palette'] as const),
]);

/** In the flow's own forms a typed word is a step of the flow's history, so undo there is the flow's. */
const WHILE_TYPING_IN_FLOW: ReadonlySet<string> = new Set<CommandId>(['undo', 'redo']);

/** What of a keyboard event is looked at. */
export interface KeyPress {
  readonly key: string;
  /** Name of the key by its place: a Mac writes another sign with Option. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Commands that take something away, or that other controls have too: not from a button or a switch that happens to have the focus. */
const ON_CANVAS_ONLY: ReadonlySet<string> = new Set<CommandId>(['delete-selection', 'open-menu']);

/** Where a key was pressed: on the canvas (or nowhere), in another control, in a text field, or in one of the flow's own forms. */
export type KeyPlace = 'canvas' | 'control' | 'text' | 'flow-form';

function isPressed(combo: string, press: KeyPress, isMac: boolean): boolean {
  const parts = combo.split('+').filter(Boolean);
  const key = combo.endsWith('+') ? '+' : (parts.at(-1) ?? '');
  const hasMod = isMac ? press.metaKey : press.ctrlKey;
  const otherMod = isMac ? press.ctrlKey : press.metaKey;
  if (press.altKey !== parts.includes('alt') || otherMod || hasMod !== parts.includes('mod')) return false;
  // Which keys of a keyboard have signs behind Shift differs by country, so for signs Shift does not count.
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  if (!isSign && press.shiftKey !== parts.includes('shift')) return false;
  return press.altKey ? press.code === `Key${key.toUpperCase()}` : press.key.toLowerCase() === key;
}

/** Whether a command works where the focus is, and does not belong to the text there. */
export function isAllowed(id: CommandId, place: KeyPlace): boolean {
  if (place === 'canvas' || WHILE_TYPING.has(id)) return true;
  if (place === 'control') return !ON_CANVAS_ONLY.has(id);
  return place === 'flow-form' && WHILE_TYPING_IN_FLOW.has(id);
}

/** What keys there are: those of a Mac or others, and in the window of the app those that a browser keeps for itself. */
export interface Keyboard {
  readonly isMac: boolean;
  readonly isInWindow: boolean;
}

function keysOf(command: NamedCommand, { isInWindow }: Keyboard): readonly string[] {
  return isInWindow ? keysInWindow(command) : command.keys;
}

/** The command of a key press, or undefined. */
export function findCommand(press: KeyPress, place: KeyPlace, keyboard: Keyboard): CommandId | undefined {
  return COMMANDS.find(
    (command) =>
      !CLIPBOARD_COMMANDS.has(command.id) &&
      isAllowed(command.id, place) &&
      keysOf(command, keyboard).some((combo) => isPressed(combo, press, keyboard.isMac)),
  )?.id;
}

/** What the pointer and the canvas itself do, which no command stands for. */
export const CANVAS_KEYS = [
  { label: t('Go from node to node'), keys: 'tab' },
  { label: t('Select the node or wire with the focus'), keys: 'enter' },
  { label: t('Move the selected nodes'), keys: 'arrow keys' },
  { label: t('Select with a box'), keys: 'shift+drag' },
  { label: t('Add to the selection'), keys: 'mod+click' },
] as const;

const KEY_NAMES: Readonly<Record<string, string>> = {
  enter: t('Enter'),
  escape: t('Esc'),
  delete: t('Del'),
  backspace: t('Backspace'),
  tab: t('Tab'),
  'arrow keys': t('Arrow keys'),
  drag: t('drag'),
  click: t('click'),
};

/** Keys of the command table for the eye: "Ctrl+Shift+Z", or "⇧⌘Z" on a Mac. */
export function shownCombo(combo: string, isMac: boolean): string {
  const parts = combo.split('+').filter(Boolean);
  const key = combo.endsWith('+') ? '+' : (parts.at(-1) ?? '');
  const name = KEY_NAMES[key] ?? key.toUpperCase();
  const held = (part: string, sign: string) => (parts.includes(part) ? sign : '');
  if (isMac) return `${held('alt', '⌥')}${held('shift', '⇧')}${held('mod', '⌘')}${name}`;
  return [held('mod', t('Ctrl')), held('shift', t('Shift')), held('alt', t('Alt')), name].filter(Boolean).join('+');
}

/** A command's first keys for the eye; undefined for a command without any. */
export function shownKeys(id: CommandId, keyboard: Keyboard): string | undefined {
  const [combo] = keysOf(commandOf(id), keyboard);
  return combo === undefined ? undefined : shownCombo(combo, keyboard.isMac);
}
