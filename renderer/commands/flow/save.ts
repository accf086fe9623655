import { saveNow } from '../../stores/flow/flow-session.ts';
import { useFlowStore } from '../../stores/flow/flow-store.ts';
import type { Command } from '../command.ts';

export const saveCommand = {
  keywords: ['store', 'write'],
  when: () => useFlowStore.getState().chatflowId !== undefined,
  run: () => void saveNow(),
} as const satisfies Command;
