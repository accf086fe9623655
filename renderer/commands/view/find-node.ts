import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { focusPalette } from '../../stores/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const findNodeCommand = {
  keywords: ['palette', 'search', 'new', 'insert'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: focusPalette,
} as const satisfies Command;
