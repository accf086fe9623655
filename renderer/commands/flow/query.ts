import { openQuery } from '../../stores/editor-layout-store.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

export const queryCommand = {
  keywords: ['query', 'search', 'question', 'passages'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: openQuery,
} as const satisfies Command;
