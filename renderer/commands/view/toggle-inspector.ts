import { useCanvasViewStore } from '../../store/canvas-view-store.ts';
import { useEditorLayoutStore } from '../../store/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const toggleInspectorCommand = {
  keywords: ['settings', 'form', 'panel', 'sidebar', 'right'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => useEditorLayoutStore.setState(({ isInspectorOpen }) => ({ isInspectorOpen: !isInspectorOpen })),
} as const satisfies Command;
