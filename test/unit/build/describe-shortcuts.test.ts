import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeShortcuts } from '../../../build/docs/describe-shortcuts.ts';
import { COMMANDS } from '../../../shared/commands/command-table.ts';

const page = readFileSync(new URL('../../../docs/shortcuts.md', import.meta.url), 'utf8');

test('the page of the shortcuts says what the command table says', () => {
  expect(page).toBe(describeShortcuts());
});

test('it has every command, and all keys for both kinds of keyboard', () => {
  for (const { label } of COMMANDS) expect(page).toContain(`| ${label} |`);
  expect(page).toContain('| Redo | `Ctrl+Shift+Z` or `Ctrl+Y` | `⇧⌘Z` or `⌘Y` |');
  expect(page).toContain('| Add to the selection | `Ctrl+click` | `⌘click` |');
});
