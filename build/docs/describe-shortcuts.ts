import { CANVAS_KEYS, shownCombo } from '../../renderer/keymap.ts';
import { type CommandGroup, commandsOf } from '../../shared/commands/command-table.ts';

const TITLES = {
  flow: 'Flow',
  edit: 'Edit',
  view: 'View',
  page: 'Pages',
} as const satisfies Record<CommandGroup, string>;

const INTRODUCTION = `# Keyboard shortcuts

Every command of the window, with its keys. \`?\` shows the same in the window, and Ctrl+K (⌘K) finds every command by its name. This page is made from
\`shared/commands/command-table.ts\` (\`npm run docs\`).`;

interface Row {
  readonly label: string;
  readonly keys: readonly string[];
  readonly windowKeys?: readonly string[];
}

function keyCell({ keys, windowKeys = [] }: Row, isMac: boolean): string {
  const shown = (combo: string) => `\`${shownCombo(combo, isMac)}\``;
  return [...windowKeys.map((combo) => `${shown(combo)} (not in a browser)`), ...keys.map(shown)].join(' or ');
}

function section(title: string, rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${row.label} | ${keyCell(row, false)} | ${keyCell(row, true)} |`);
  return [`## ${title}`, '', '| what | Windows and Linux | Mac |', '|---|---|---|', ...lines].join('\n');
}

const groups: readonly CommandGroup[] = ['flow', 'edit', 'view', 'page'];

/** The page of all commands and their keys, as Markdown. */
export function describeShortcuts(): string {
  const sections = groups.map((group) => section(TITLES[group], commandsOf(group)));
  const canvas = CANVAS_KEYS.map(({ label, keys }) => ({ label, keys: [keys] }));
  return `${[INTRODUCTION, ...sections, section('On the canvas', canvas)].join('\n\n')}\n`;
}
