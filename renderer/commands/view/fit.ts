import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import type { Command } from '../command.ts';

export const fitCommand = {
  keywords: ['zoom', 'all', 'overview'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => useCanvasViewStore.getState().view?.fit(),
} as const satisfies Command;
