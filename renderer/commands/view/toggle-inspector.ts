import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { closeRightPanel, openSettings, useEditorLayoutStore } from '../../stores/editor-layout-store.ts';
import type { Command } from '../command.ts';

export const toggleInspectorCommand = {
  keywords: ['settings', 'form', 'panel', 'sidebar', 'right'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => {
    const { isInspectorOpen, isQueryOpen } = useEditorLayoutStore.getState();
    if (isInspectorOpen || isQueryOpen) closeRightPanel();
    else openSettings();
  },
} as const satisfies Command;
