import { useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const commandPaletteCommand = {
  keywords: [],
  run: () => useEditorLayoutStore.setState({ isCommandPaletteOpen: true }),
} as const satisfies Command;
