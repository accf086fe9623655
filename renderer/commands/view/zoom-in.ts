import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import type { Command } from '../command.ts';

export const zoomInCommand = {
  keywords: ['larger', 'bigger'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => useCanvasViewStore.getState().view?.zoomIn(),
} as const satisfies Command;
