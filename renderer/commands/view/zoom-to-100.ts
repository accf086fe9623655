import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import type { Command } from '../command.ts';

export const zoomTo100Command = {
  keywords: ['actual size', 'reset'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => useCanvasViewStore.getState().view?.zoomTo100(),
} as const satisfies Command;
