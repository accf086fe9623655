import { addNoteInView } from '../../stores/flow/add-node-in-view.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

export const addNoteCommand = {
  keywords: ['sticky', 'comment', 'text', 'remark'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: addNoteInView,
} as const satisfies Command;
