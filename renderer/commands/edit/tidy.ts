import { useCanvasViewStore } from '../../stores/canvas-view-store.ts';
import { currentGraph } from '../../stores/flow/flow-store.ts';
import { tidyFlow } from '../../stores/flow/tidy-flow.ts';
import type { Command } from '../command.ts';

export const tidyCommand = {
  keywords: ['arrange', 'align', 'auto layout', 'clean up', 'order'],
  when: () => useCanvasViewStore.getState().view !== undefined && currentGraph().nodes.length > 1,
  run: () => void tidyFlow(),
} as const satisfies Command;
