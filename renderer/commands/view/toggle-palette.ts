import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const togglePaletteCommand = {
  keywords: ['palette', 'panel', 'sidebar', 'left'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => useEditorLayoutStore.setState(({ isPaletteOpen }) => ({ isPaletteOpen: !isPaletteOpen })),
} as const satisfies Command;
