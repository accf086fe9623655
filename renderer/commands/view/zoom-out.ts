import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import type { Command } from '../command.ts';

export const zoomOutCommand = {
  keywords: ['smaller'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => useCanvasViewStore.getState().view?.zoomOut(),
} as const satisfies Command;
