import { openMenuByKey } from '../../stores/canvas-menu.ts';
import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import type { Command } from '../command.ts';

export const openMenuCommand = {
  keywords: ['context menu', 'right click'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: openMenuByKey,
} as const satisfies Command;
