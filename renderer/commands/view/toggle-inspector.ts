import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { openSettings } from '../../stores/editor-layout-store.ts';
import { closeRightPanel, isRightPanelOpen } from '../../stores/right-panel.ts';
import type { Command } from '../command.ts';

export const toggleInspectorCommand = {
  keywords: ['settings', 'form', 'panel', 'sidebar', 'right', 'flow'],
  when: () => useCanvasViewStore.getState().view !== undefined,
  run: () => (isRightPanelOpen() ? closeRightPanel() : openSettings()),
} as const satisfies Command;
