import { useFlowStore } from '../../stores/flow/flow-store.ts';
import { redoEdit } from '../../stores/flow/undo-edits.ts';
import type { Command } from '../command.ts';

export const redoCommand = {
  keywords: ['again', 'forward'],
  when: () => useFlowStore.getState().history.future.length > 0,
  run: redoEdit,
} as const satisfies Command;
