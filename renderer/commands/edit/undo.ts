import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { undoEdit } from '../../stores/flow/undo-edits.ts';
import type { Command } from '../command.ts';

export const undoCommand = {
  keywords: ['back', 'revert'],
  when: () => useFlowStore.getState().history.past.length > 0,
  run: undoEdit,
} as const satisfies Command;
