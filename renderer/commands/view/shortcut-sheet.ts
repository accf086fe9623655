import { useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const shortcutSheetCommand = {
  keywords: ['keys', 'help', 'hotkeys'],
  run: () => useEditorLayoutStore.setState({ isShortcutSheetOpen: true }),
} as const satisfies Command;
