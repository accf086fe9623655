import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const findInFlowCommand = {
  keywords: ['search', 'go to', 'node'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => useEditorLayoutStore.setState({ isCommandPaletteOpen: true }),
} as const satisfies Command;
