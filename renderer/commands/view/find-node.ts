import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { openPalette } from '../../stores/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const findNodeCommand = {
  keywords: ['palette', 'search', 'new', 'insert'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: openPalette,
} as const satisfies Command;
