import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { togglePalette } from '../../stores/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const togglePaletteCommand = {
  keywords: ['palette', 'panel', 'sidebar', 'left'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: togglePalette,
} as const satisfies Command;
