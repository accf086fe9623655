import { openAsk } from '../../stores/editor-layout-store.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

export const askCommand = {
  keywords: ['query', 'search', 'question', 'passages'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: openAsk,
} as const satisfies Command;
